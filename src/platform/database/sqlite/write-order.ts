/** The queue of the embedded database's writers. SQLite allows only one at a time. */
import { setTimeout as delay } from 'node:timers/promises'

// The pause in which another process can write. It is longer than the 1 to 3 ms after which a waiting process retries
// (file.ts).
const pauseMs = 4
// A server that writes constantly pauses after this time, so that a CLI command never waits longer. The pauses cost the
// server 2 % of its time.
const busyMs = 200

/**
 * Runs one writer at a time, in order of arrival. Pauses for `pauseMs` after `busyMs` without a gap between writers.
 */
export class WriteOrder {
  #last: Promise<void> = Promise.resolve()
  #busySince = 0
  #releasedAt = 0
  #pending = 0

  /** The number of writers that are writing or waiting for their turn. */
  get pending(): number {
    return this.#pending
  }

  /** Waits for a turn. Resolves to the function that ends the turn. */
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
