/**
 * Wipes the embedded database's file of what deleted rows have left in it, in steps that other writers hardly notice.
 *
 * `secure_delete` alone is not enough: when SQLite moves a row to another page, the old page keeps a copy in its unused
 * part, and no later delete finds it (measured: copies remained in 9 of 10 rounds of 230 deleted rows; in 2 of 10 after
 * every row beside them was rewritten). VACUUM writes all of the file anew, for which writes wait: 13 s for 1.6 GB.
 * Looking for the copies takes a second there, and no turn to write; wiping them takes turns of some milliseconds.
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
