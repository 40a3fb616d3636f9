/**
 * Remembers files that could not be read within the limits on time and memory, so that such a file does not end another
 * thread if it is sent again.
 *
 * Stores only digests. Each owner has a separate cache, so that an owner cannot find out which files others send, fill
 * their caches, or make their files fail.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const ownersMax = 1_000
const filesMax = 1_000

export interface HopelessFiles {
  /** Adds a file. `fileSha256`: in hexadecimal digits. */
  add(owner: string, fileSha256: string): void
  /** Returns whether the file is remembered. Does not hash the file if its owner has no such files. */
  has(owner: string, bytes: Uint8Array): boolean
}

/**
 * Creates an empty cache. Entries expire after `keptMs`, because a machine that was too busy for a file may be able to
 * read it later.
 */
export function createHopelessFiles(keptMs: number): HopelessFiles {
  const known = new LRUCache<string, LRUCache<string, true>>({ max: ownersMax })
  return {
    add(owner, fileSha256) {
      const files = known.get(owner) ?? new LRUCache<string, true>({ max: filesMax, ttl: keptMs })
      known.set(owner, files.set(fileSha256, true))
    },
    has: (owner, bytes) => known.get(owner)?.has(hash('sha256', bytes)) ?? false,
  }
}
