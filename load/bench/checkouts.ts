/**
 * The code to measure: this checkout, or an older commit in its own folder under `.out/`.
 *
 * An older commit runs with this checkout's Node. It uses this checkout's packages if both depend on the same ones, and
 * otherwise those in its own lock file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A folder that contains `src/main.ts` and its packages. `name` appears in the table. */
export type Code = { name: string; folder: string }

export const root = join(import.meta.dirname, '../..')
/** The folder for everything that a bench writes. Git ignores it. */
export const outFolder = join(root, '.out')
/** The Node of this checkout, regardless of PATH. */
export const nodeProgram = join(root, 'node_modules/.bin/node')

/** Returns the output of git in a checkout. @throws Error if it fails */
export function git(folder: string, ...argv: string[]): string {
  return execFileSync('git', argv, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

/** Returns a checkout, named after its commit, with a `+` if files were changed since. */
export function codeOf(folder = root): Code {
  const isChanged = git(folder, 'status', '--porcelain', '--untracked-files=no') !== ''
  return { folder, name: git(folder, 'rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '') }
}

/**
 * Returns the code of another checkout's folder, or of a commit, which is unpacked on first use.
 * @throws Error if git does not know the commit
 */
export function codeBefore(ref: string): Code {
  if (existsSync(join(ref, 'src/main.ts'))) return codeOf(resolve(ref))
  const commit = git(root, 'rev-parse', '--verify', `${ref}^{commit}`)
  const folder = join(outFolder, 'commits', commit)
  if (!existsSync(folder)) {
    // The folder has a temporary name until it is complete, because a partly unpacked commit must not be used.
    const partial = `${folder}.partial`
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true })
    const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', partial], { input: archive })
    addPackages(partial)
    renameSync(partial, folder)
  } else refreshPackages(folder)
  return { folder, name: git(root, 'rev-parse', '--short', commit) }
}

/**
 * Links our packages if the commit depends on the same ones. Otherwise installs those of the commit's lock file, so
 * that the bench measures what the commit really achieved.
 */
function addPackages(folder: string): void {
  if (hasOurPackages(folder)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}

/**
 * Replaces the link to our packages in an unpacked commit if the commit no longer depends on the same ones as we do.
 */
function refreshPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  if (hasOurPackages(folder) || !lstatSync(packages).isSymbolicLink()) return
  unlinkSync(packages)
  addPackages(folder)
}

function hasOurPackages(folder: string): boolean {
  const [ours, theirs] = [root, folder].map((checkout) => {
    const { dependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
      dependencies: object
    }
    return JSON.stringify(dependencies)
  })
  return ours === theirs
}
