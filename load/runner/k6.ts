/** Finds k6, or builds it once, and runs scripts with it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../bench/checkouts.ts'
import type { Sample } from '../lib/sample.ts'
import { CouldNotRun } from './could-not-run.ts'

const version = '1.8.1'
const module = `go.k6.io/k6@v${version}`
const image = `grafana/k6:${version}`

/** A program, and the arguments before those of k6. */
export type K6 = { command: string; args: string[] }

/**
 * Finds k6 on `path`, otherwise in `tools`, otherwise builds it there with Go, otherwise uses a container.
 *
 * @throws CouldNotRun if none of these works
 */
export function findK6(path: string, tools: string, say: (line: string) => void): K6 {
  const on = (name: string) =>
    path
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find((file) => existsSync(file))
  const own = join(tools, 'k6')
  const found = on('k6') ?? (existsSync(own) ? own : undefined)
  if (found) return { command: found, args: [] }
  const go = on('go')
  if (go && isBuilt(go, own, tools, say)) return { command: own, args: [] }
  const docker = on('docker')
  if (docker && answers(docker)) {
    const mounts = ['-v', `${root}:${root}`, '-w', root]
    const user = ['--user', `${process.getuid?.()}:${process.getgid?.()}`]
    return { command: docker, args: ['run', '--rm', '--network', 'host', ...user, ...mounts, '-e', 'PLAN', image] }
  }
  throw new CouldNotRun('k6 is not here: install it (https://grafana.com/docs/k6), or Go or Docker, which get it')
}

function isBuilt(go: string, own: string, tools: string, say: (line: string) => void): boolean {
  say(`Building k6 ${version} into ${tools}, once; it takes some minutes.`)
  try {
    execFileSync(go, ['install', module], {
      env: { ...process.env, GOBIN: tools },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return existsSync(own)
  } catch (error) {
    say(
      `Go could not build it: ${String((error as { stderr?: Buffer }).stderr)
        .trim()
        .split('\n')
        .at(-1)}`,
    )
    return false
  }
}

function answers(docker: string): boolean {
  try {
    execFileSync(docker, ['info'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export type K6Run = { child: ChildProcess; ended: Promise<void> }

/** Runs a script and passes each sample to `take` as it arrives. If k6 fails, `ended` rejects with its message. */
export function runScript(
  k6: K6,
  script: string,
  planFile: string,
  take: (sample: Sample) => void,
  env: NodeJS.ProcessEnv = process.env,
): K6Run {
  // Samples are the only lines in k6's log that are JSON.
  const flags = ['--quiet', '--no-usage-report', '--log-output=stdout', '--log-format=raw', '--address', '127.0.0.1:0']
  const child = spawn(k6.command, [...k6.args, 'run', ...flags, '-e', `PLAN=${planFile}`, join(root, script)], {
    cwd: root,
    env,
    // Start k6 in its own group. Otherwise Ctrl-C in the terminal would reach it, but only the run must stop it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  const keep = (line: string) => said.push(line) > 20 && said.shift()
  createInterface({ input: child.stderr }).on('line', keep)
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => (line.startsWith('{"phase"') ? take(JSON.parse(line) as Sample) : keep(line)))
  const drained = once(lines, 'close')
  const ended = once(child, 'close').then(async ([code]) => {
    await drained
    if (code !== 0) throw new Error(`k6 ended with ${code}: ${said.slice(-3).join(' ')}`)
  })
  ended.catch(() => {}) // the caller awaits it
  return { child, ended }
}
