/**
 * Decides when the embedded database's write-ahead log is emptied. Until then, it contains previous contents of rows,
 * such as the credentials in a resume's URL. SQLite itself overwrites the log only after a thousand pages, which an
 * idle server never writes.
 */
import type { WriteOrder } from './write-order.ts'

// The database is considered idle after this long without a write. Emptying the log takes milliseconds.
const idleMs = 1_000
// The maximum age of the log. Partners are promised a minute; the difference is a margin in case another process is
// reading the log.
const keptMs = 50_000
const lookMs = 500

type Log = {
  /** Returns a number that changes with every commit of any process. */
  version: () => number
  /** Empties the log; returns whether that was possible. */
  empty: () => boolean
}

/** Empties a log when there was no write for a second, or when its oldest page is `logKeptMs` old (50 s). */
export class LogKeeper {
  readonly #looks: NodeJS.Timeout
  #version: number | null = null
  #changedAt = 0
  /** The time of the oldest page in the log; null while it is empty. */
  #since: number | null = null

  constructor(writers: WriteOrder, log: Log, logKeptMs = keptMs) {
    const emptyNow = () => {
      if (log.empty()) this.#since = null
      this.#version = log.version() // emptying changes it as well
    }
    const look = async () => {
      this.#note(log.version())
      if (this.#since === null) return
      const now = performance.now()
      if (now - this.#changedAt >= idleMs || now - this.#since >= logKeptMs) await writers.inTurn(emptyNow)
    }
    // A failure, such as a full disk, is ignored: the next write reports it too, and the next check retries.
    this.#looks = setInterval(() => void look().catch(() => {}), Math.min(lookMs, logKeptMs)).unref()
  }

  #note(version: number): void {
    if (version === this.#version) return
    this.#version = version
    this.#changedAt = performance.now()
    this.#since ??= this.#changedAt
  }

  close(): void {
    clearInterval(this.#looks)
  }
}
