/**
 * Wipes the remains of deleted rows from the embedded database's file, in steps that other writers hardly notice.
 *
 * Why there are remains: when SQLite moves a row to another page, the row's bytes stay in the unused part of the old
 * page, and a later delete does not remove them. SQLite offers three ways to remove them. Each was tried in ten rounds.
 * A round inserts 4,600 rows that grow afterwards, as scoring jobs do, and deletes 230 of them:
 *
 * - `secure_delete=ON`: copies of up to 4 rows remained in 9 of 10 rounds. With this setting, SQLite zeroes the bytes
 *   that a delete frees, but not the bytes that an earlier move left behind. If the neighbouring rows were rewritten
 *   first, copies still remained in 2 of 10 rounds.
 * - `secure_delete=ON` with `auto_vacuum=INCREMENTAL` and `incremental_vacuum`: copies remained in 9 of 10 rounds, too.
 *   SQLite then moves whole pages, including their unused parts, and frees the empty pages at the end of the file.
 * - `VACUUM`: no copies remained, but it rewrites the whole file while other writes wait. That takes 13 s for 1.6 GB,
 *   but OPERATIONS.md promises steps of a few milliseconds ("When deleted data is gone").
 *
 * An alternative would be to encrypt personal columns under a key for each tenant and application, and to destroy that
 * key. It does not help: the key itself is in a row whose copies would have to be wiped, and ids, webhook bodies and
 * indexes also contain callers' names.
 *
 * Finding the remains in 1.6 GB takes a second and does not block writers. Wiping them blocks writers for a few
 * milliseconds at a time.
 */
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { WriteOrder } from './write-order.ts'

/** The steps of a scrub. Only `wipe` has to wait its turn among the writers. */
export type ScrubTask = 'sync' | 'find' | 'wipe'
/** `busy`: another process is using the file. */
export type ScrubAnswer = 'done' | 'more' | 'busy'

// The time for which a step is retried while another process keeps the file busy. CLI commands finish well before that.
const patienceMs = 10_000
const againMs = 20

/** Scrubs one file, any number of times. */
export class Scrubber {
  readonly #path: string
  readonly #writers: WriteOrder
  readonly #closed = new AbortController()
  /** The file stays open, because closing it would release the locks that this process has on it (POSIX). */
  #descriptor: number | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string, writers: WriteOrder) {
    this.#path = path
    this.#writers = writers
  }

  /**
   * Wipes from the file and the log all data that was deleted before the call. Throws if another process keeps the file
   * busy for `patienceMs`, or if the scrubber is closed.
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
      await ask('sync') // starts the thread before writers have to wait for it
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
