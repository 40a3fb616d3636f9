/**
 * Runs buildah, which builds and runs images without a Docker engine.
 *
 * Owns `<repository>/.tools/images/`, where it keeps them, apart from those of this machine.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export const checkout = join(import.meta.dirname, '../../..')
const store = join(checkout, '.tools/images')

/** Arguments in front of all others: the store of this checkout, which needs nothing of the kernel. */
export const buildahOptions = ['--root', store, '--runroot', `${store}-run`, '--storage-driver', 'vfs']

/** Runs buildah to its end. @returns what it printed, without the line break */
export function buildah(...args: string[]): string {
  const options = [...buildahOptions, ...args]
  return execFileSync('buildah', options, {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}
