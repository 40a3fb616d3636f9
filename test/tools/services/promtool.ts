/** Prometheus's own checker, found on PATH or extracted from Debian's package, which is never installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const folder = join(import.meta.dirname, '../../../node_modules/.cache/promtool')
const unpacked = join(folder, 'usr/bin/promtool')

/** Returns the path of promtool, or null and the reason why there is none. */
export function findPromtool(): { path: string } | { path: null; reason: string } {
  const known = [...(process.env.PATH ?? '').split(delimiter).map((part) => join(part, 'promtool')), unpacked]
  const found = known.find((path) => existsSync(path))
  if (found) return { path: found }
  try {
    unpack()
    return { path: unpacked }
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]
    return { path: null, reason: `promtool cannot be had (${reason}): install Prometheus, then run this again` }
  }
}

/** Downloads 19 MB, which takes a few seconds and needs current package lists. */
function unpack(): void {
  mkdirSync(folder, { recursive: true })
  const download = () => execFileSync('apt-get', ['download', '-qq', 'prometheus'], { cwd: folder, stdio: 'pipe' })
  try {
    download()
  } catch {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'pipe' })
    download()
  }
  const [file] = globSync('prometheus_*.deb', { cwd: folder })
  execFileSync('dpkg-deb', ['-x', file as string, folder], { cwd: folder, stdio: 'pipe' })
}

/** Runs promtool in `cwd`, and returns its output and whether it found no fault. */
export function promtool(path: string, args: string[], cwd: string, input = ''): { ok: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(path, args, { cwd, input, encoding: 'utf8' })
  return { ok: status === 0, said: `${stdout}${stderr}` }
}
