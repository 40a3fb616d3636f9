/**
 * When the embedded database's log is emptied. What a row held before stays readable in it, such as the credentials in
 * a resume's URL; SQLite itself begins the log anew only after a thousand pages, and an idle server never gets there.
 */
import type { WriteOrder } from './write-order.ts'

// A pause between requests; a checkpoint takes milliseconds.
const idleMs = 1_000
// Partners are promised a minute; the rest is for another process that reads.
const keptMs = 50_000
const lookMs = 500

type Log = {
  /** A number that changes with every commit, whichever process makes it. */
  version: () => number
  /** Whether it could. */
  empty: () => boolean
}

/** Empties a log when there was no write for a second, or when it is `logKeptMs` old (50 s). */
export class LogKeeper {
  readonly #looks: NodeJS.Timeout
  #version: number | null = null
  #changedAt = 0
  /** Of the oldest page in it; null while it is empty. */
  #since: number | null = null

  constructor(writers: WriteOrder, log: Log, logKeptMs = keptMs) {
    const emptyNow = () => {
      if (log.empty()) this.#since = null
      this.#version = log.version() // emptying changes it, too
    }
    const look = async () => {
      this.#note(log.version())
      if (this.#since === null) return
      const now = performance.now()
      if (now - this.#changedAt >= idleMs || now - this.#since >= logKeptMs) await writers.inTurn(emptyNow)
    }
    // A failure, such as a full disk, shows in the next write, too; here the next look tries again.
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
