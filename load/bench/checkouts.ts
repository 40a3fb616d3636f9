/**
 * Which code is measured: this checkout, or an older commit of it in a folder of its own under `.out/`.
 *
 * An older commit runs with this checkout's Node, and with the packages of its own lock where they differ from ours.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A folder with `src/main.ts` and its packages, and how the table calls it. */
export type Code = { name: string; folder: string }

export const root = join(import.meta.dirname, '../..')
/** Everything that a bench leaves behind; git ignores it. */
export const outFolder = join(root, '.out')
/** The Node of this checkout, whatever PATH says. */
export const nodeProgram = join(root, 'node_modules/.bin/node')

/** What git says in a checkout. @throws Error when it fails */
export function git(folder: string, ...argv: string[]): string {
  return execFileSync('git', argv, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

/** This checkout, or another one; its name is its commit, with a `+` where files differ from it. */
export function codeOf(folder = root): Code {
  const isChanged = git(folder, 'status', '--porcelain', '--untracked-files=no') !== ''
  return { folder, name: git(folder, 'rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '') }
}

/** A commit, unpacked once; or the folder of another checkout. @throws Error when git does not know the commit */
export function codeBefore(ref: string): Code {
  if (existsSync(join(ref, 'src/main.ts'))) return codeOf(resolve(ref))
  const commit = git(root, 'rev-parse', '--verify', `${ref}^{commit}`)
  const folder = join(outFolder, 'commits', commit)
  if (!existsSync(folder)) {
    // Another name until it is whole: an unpacking that was interrupted must not be used.
    const partial = `${folder}.partial`
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true })
    const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', partial], { input: archive })
    addPackages(partial)
    renameSync(partial, folder)
  }
  return { folder, name: git(root, 'rev-parse', '--short', commit) }
}

/** Our own where the commit runs on the same; else those of its lock, so that the figure is what the commit did. */
function addPackages(folder: string): void {
  const [ours, theirs] = [root, folder].map((checkout) => {
    const { dependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
      dependencies: object
    }
    return JSON.stringify(dependencies)
  })
  if (ours === theirs) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}
