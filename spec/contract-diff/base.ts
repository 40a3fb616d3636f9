/** Finds the contract to compare with: the last release, a file, or the contract in a commit. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { contractTrees, type Contract } from './contract.ts'
import { isNode, type Json } from './tree.ts'

export const root = join(import.meta.dirname, '../..')
export const bundled = 'generated/openapi.json'
const releaseFolder = join(root, 'spec/releases')

/** `version`: the document's `info.version`. */
export type Read = { contract: Contract; version: string }
export type Base = Read & { name: string }

/** The newest release; null before the first one. @throws Error in one line if it is not a contract */
export function lastRelease(folder = releaseFolder): Base | null {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^\d+\.\d+\.\d+\.yaml$/.test(file)) : []
  const last = files.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
  return last ? { name: last.replace('.yaml', ''), ...readContract(join(folder, last)) } : null
}

/** @throws Error in one line with the next step, if the name is neither a file nor a commit with a contract */
export function namedBase(name: string): Base {
  const isFile = statSync(name, { throwIfNoEntry: false })?.isFile() ?? false
  return { name: `\`${name}\``, ...(isFile ? readContract(name) : parseContract(textAt(name), name)) }
}

/** The contract in a file, JSON or YAML. @throws Error in one line if it is not a contract */
export function readContract(file: string): Read {
  return parseContract(readFileSync(file, 'utf8'), file)
}

function parseContract(text: string, name: string): Read {
  try {
    const document = parsed(text)
    const contract = contractTrees(document)
    const info = isNode(document) ? document.info : undefined
    return { contract, version: isNode(info) ? String(info.version) : '' }
  } catch (error) {
    const reason = (error as Error).message
    throw new Error(`${name} is not a contract: ${reason}. Give an OpenAPI document, such as ${bundled}.`, {
      cause: error,
    })
  }
}

function parsed(text: string): Json {
  try {
    return parse(text) as Json
  } catch (error) {
    throw new Error('it is neither JSON nor YAML', { cause: error })
  }
}

function textAt(ref: string): string {
  const commit = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  if (commit === null)
    throw new Error(`${ref} is neither a file nor a commit: give BASE=<git ref or file>, such as BASE=HEAD~1.`)
  const text = git('show', `${commit.trim()}:${bundled}`)
  if (text === null) throw new Error(`${ref} does not contain ${bundled}: give a commit that has it, or a file.`)
  return text
}

/** The output of git; null if it fails. */
function git(...words: string[]): string | null {
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 })
  } catch {
    return null
  }
}
