/**
 * Installs external tools, which the service itself does not need. This machine's package managers install them once,
 * in exact versions, in `<repository>/.tools/`.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export const root = join(import.meta.dirname, '../../..')
export const toolsFolder = join(root, '.tools')

/** Thrown if this machine lacks a program. The message is one line for the user. */
export class MissingTool extends Error {}

type Where = { cwd?: string; env?: Record<string, string> }

/** Runs a program to completion. @returns its output. @throws Error with all of its output if it fails */
export async function run(program: string, words: string[], { cwd = root, env = {} }: Where = {}): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 2 ** 20 }
  try {
    return (await promisify(execFile)(program, words, options)).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/**
 * Finds the programs on PATH.
 *
 * @throws MissingTool if one of `programs` is not on PATH
 */
export function need(...programs: string[]): void {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))))
  if (missing.length > 0) throw new MissingTool(`${missing.join(' and ')} must be on PATH`)
}

/** Installs `packages` (`name==version`) in a Python environment. @returns the folder of its programs */
export async function installPython(name: string, packages: string[]): Promise<string> {
  need('python3')
  const folder = join(toolsFolder, name)
  const done = join(folder, packages.join('_'))
  if (!existsSync(done)) {
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin/pip'), ['install', '--quiet', ...packages])
    mkdirSync(done)
  }
  return join(folder, 'bin')
}

/** Installs npm packages (`name@version`) in their own folder. @returns the folder of their programs */
export async function installNode(name: string, packages: string[]): Promise<string> {
  need('npm')
  const folder = join(toolsFolder, name)
  const done = join(folder, 'node_modules', packages.join('_').replaceAll('/', '-'))
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true })
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...packages])
    mkdirSync(done)
  }
  return join(folder, 'node_modules/.bin')
}

/** Downloads a jar from Maven Central. @returns its path */
export async function installJar(group: string, artifact: string, version: string): Promise<string> {
  need('java', 'mvn')
  const jar = join(toolsFolder, `${artifact}-${version}.jar`)
  const word = `-Dartifact=${group}:${artifact}:${version}`
  if (!existsSync(jar)) await run('mvn', ['-q', '-B', 'dependency:copy', word, `-DoutputDirectory=${dirname(jar)}`])
  return jar
}
