/** The order of the embedded database's writers: SQLite has one at a time. */
import { setTimeout as delay } from 'node:timers/promises'

// A waiting process looks again after 1 to 3 ms (file.ts).
const pauseMs = 4
// A command beside a server that writes without end waits at most this long; the pauses cost the server 2 %.
const busyMs = 200

/** One writer at a time, first come, first served; pauses when writers follow one another for `busyMs`. */
export class WriteOrder {
  #last: Promise<void> = Promise.resolve()
  #busySince = 0
  #releasedAt = 0
  #pending = 0

  /** Writers that have the turn or wait for it. */
  get pending(): number {
    return this.#pending
  }

  /** Resolves when the turn begins, with the function that ends it. */
  async turn(): Promise<() => void> {
    this.#pending += 1
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    const now = performance.now()
    if (now - this.#releasedAt >= pauseMs) {
      this.#busySince = now
    } else if (now - this.#busySince >= busyMs) {
      await delay(pauseMs)
      this.#busySince = performance.now()
    }
    return () => {
      this.#pending -= 1
      this.#releasedAt = performance.now()
      resolve()
    }
  }

  /** Runs work as the only writer of this process. */
  async inTurn<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    const endTurn = await this.turn()
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
}
