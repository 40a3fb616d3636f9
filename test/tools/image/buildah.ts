/**
 * Runs buildah, which builds and runs images without a Docker engine. Images are stored in
 * `<repository>/.tools/images/`, separate from the machine's own images.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export const checkout = join(import.meta.dirname, '../../..')
const store = join(checkout, '.tools/images')

/** The arguments that select this checkout's store, which needs no kernel features. */
export const buildahOptions = ['--root', store, '--runroot', `${store}-run`, '--storage-driver', 'vfs']

/** Runs buildah to completion. @returns its output without the last line break */
export function buildah(...args: string[]): string {
  const options = [...buildahOptions, ...args]
  return execFileSync('buildah', options, {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}
