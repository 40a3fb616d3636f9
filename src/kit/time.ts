/** Instants are epoch milliseconds inside, ISO 8601 with milliseconds and `Z` outside. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Where time comes from; tests move it by hand. */
export interface Clock {
  /** Epoch ms by the database's clock. Never less than before. */
  now(): number
  /**
   * The instant from which on this process has run for `ms`, in epoch ms. It is earlier than `now() - ms` where the clock
   * was set forwards meanwhile: a time limit that is held against it does not end because of that.
   */
  ago(ms: number): number
}

/** Milliseconds of a clock that nobody sets; the same in all threads and processes of a machine, unlike `performance.now`. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** When the clock was set forwards (`monotonicMs`), and by how much. */
type Jump = { atMs: number; byMs: number }

/** A smaller step is no jump: it may be a slow answer. */
const jumpMsMin = 1_000
/** Longer than any time limit on a row. */
const jumpsKeptMs = 2 * DAY
/** A clock that is ahead gives up this share of the time until it is right again. */
const slowedBy = 1 / 10

/**
 * A clock that nobody sets plus its offset to the database's clock, which the owner renews. A change of this machine's
 * clock does not move it.
 */
export class OffsetClock implements Clock {
  offsetMs = Date.now() - monotonicMs()
  #latest = -Infinity
  #syncedAt = -Infinity
  #jumps: Jump[] = []

  /**
   * `theirs` was the database's time at some moment between our `before` and `after` (`monotonicMs`), so the offset lies
   * between two bounds. It moves only as far as these demand: a slow answer, from a busy server, tells next to nothing,
   * and would set the clocks of two processes apart by as much as it took.
   *
   * Forwards it moves at once. Backwards it moves slowly after the first time: rows and ids that have the later time
   * are there already, and what comes next must follow them.
   */
  sync(before: number, theirs: number, after: number): void {
    const syncedMs = Math.min(Math.max(this.offsetMs, theirs - after), theirs - before)
    const byMs = Math.max(syncedMs - this.offsetMs, -slowedBy * (after - this.#syncedAt))
    this.offsetMs += byMs
    if (byMs > jumpMsMin && this.#syncedAt > -Infinity) this.#jumps.push({ atMs: after, byMs })
    this.#jumps = this.#jumps.filter(({ atMs }) => atMs > after - jumpsKeptMs)
    this.#syncedAt = after
  }

  now(): number {
    // Whole milliseconds: a row would round a fraction and an answer would cut it off, a millisecond apart.
    this.#latest = Math.max(this.#latest, Math.round(monotonicMs() + this.offsetMs))
    return this.#latest
  }

  ago(ms: number): number {
    const since = monotonicMs() - ms
    const jumpedMs = this.#jumps.reduce((sum, { atMs, byMs }) => (atMs > since ? sum + byMs : sum), 0)
    return this.now() - ms - Math.round(jumpedMs)
  }
}

/** The text that was made last: answers of one moment name it, and to make it takes as long as to write a small body. */
const latest = { instant: Number.NaN, text: '' }

/** ISO 8601 with milliseconds and `Z`. */
export function toIso(instant: number): string {
  if (instant !== latest.instant) {
    latest.text = new Date(instant).toISOString()
    latest.instant = instant
  }
  return latest.text
}

/** The same for an instant that may be missing. */
export function toIsoOrNull(instant: number | null): string | null {
  return instant === null ? null : toIso(instant)
}

/** The calendar month (UTC) of an instant, as `2026-03`. */
export function monthOf(instant: number): string {
  return toIso(instant).slice(0, 7)
}

/** The first instants of the calendar month (UTC) of `instant` and of the next month. */
export function monthBounds(instant: number): { start: number; end: number } {
  const date = new Date(instant)
  const first = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  return { start: first(0), end: first(1) }
}
