/**
 * Wipes the embedded database's file of what deleted rows have left in it, in steps that other writers hardly notice.
 *
 * The copies: when SQLite moves a row to another page, the old page keeps the row's bytes in its unused part, and no later
 * delete finds them. SQLite itself offers three ways to be rid of them. Each was tried with 4,600 rows that grow after
 * their insert, as scoring jobs do, of which 230 are deleted, in ten rounds:
 *
 * - `secure_delete=ON`: copies of up to 4 rows remained in 9 of 10 rounds. It zeroes what a delete frees, not what a move
 *   left before. Rewriting every row beside the deleted ones first still left copies in 2 of 10.
 * - `secure_delete=ON` with `auto_vacuum=INCREMENTAL` and `incremental_vacuum`: 9 of 10 rounds as well. It moves whole
 *   pages, with their unused parts, and frees the empty ones at the end of the file.
 * - `VACUUM`: none remained, but it writes all of the file anew while other writes wait: 13 s for 1.6 GB, where steps of
 *   some milliseconds are promised (OPERATIONS.md, "When deleted data is gone").
 *
 * Personal columns sealed under a key of each tenant and application, which a deletion would destroy, were not built: the
 * key is itself a row whose copies would have to be wiped, and ids, webhook bodies and indexes hold callers' names too.
 *
 * Looking for the copies in 1.6 GB takes a second, and no turn to write; wiping them takes turns of some milliseconds.
 */
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { WriteOrder } from './write-order.ts'

/** `wipe` needs the turn to write. */
export type ScrubTask = 'sync' | 'find' | 'wipe'
/** `busy`: another process uses the file right now. */
export type ScrubAnswer = 'done' | 'more' | 'busy'

// How long another process may use the file; the operator's commands finish well before.
const patienceMs = 10_000
const againMs = 20

/** Scrubs one file, as often as it is asked to. */
export class Scrubber {
  readonly #path: string
  readonly #writers: WriteOrder
  readonly #closed = new AbortController()
  /** Stays open: closing one would free the locks that this process holds on the file (POSIX). */
  #descriptor: number | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string, writers: WriteOrder) {
    this.#path = path
    this.#writers = writers
  }

  /**
   * Afterwards nothing is left in file and log of what was deleted before the call. Throws if another process uses the
   * file without a pause, and when the scrubber is closed.
   */
  scrub(): Promise<void> {
    const scrub = this.#last.then(() => this.#scrubNow())
    this.#last = scrub.catch(() => {})
    return scrub
  }

  close(): void {
    this.#closed.abort()
  }

  async #scrubNow(): Promise<void> {
    this.#descriptor ??= openSync(this.#path, 'r+')
    const workerData = { path: this.#path, descriptor: this.#descriptor }
    const thread = new Worker(new URL('./scrub.ts', import.meta.url), { workerData })
    const ask = async (task: ScrubTask) => {
      thread.postMessage(task)
      const [answer] = (await once(thread, 'message', { signal: this.#closed.signal })) as [ScrubAnswer]
      return answer
    }
    const wipe = () => patiently(() => this.#writers.inTurn(() => ask('wipe')))
    try {
      await ask('sync') // the thread is up before writers wait for it
      let answer = await wipe() // from here on the log lists every page that changes
      while (answer !== 'done') {
        await ask('find')
        answer = await wipe()
        await ask('sync')
      }
    } finally {
      await thread.terminate()
    }
  }
}

async function patiently(step: () => Promise<ScrubAnswer>): Promise<ScrubAnswer> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await step()
    if (answer !== 'busy') return answer
    if (performance.now() > deadline) throw new Error('another process keeps using the database file')
    await delay(againMs)
  }
}
