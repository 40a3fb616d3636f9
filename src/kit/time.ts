/** Instants are epoch milliseconds inside, ISO 8601 with milliseconds and `Z` outside. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Where time comes from; tests move it by hand. */
export interface Clock {
  /** Epoch ms by the database's clock. */
  now(): number
}

/** This machine's clock plus its offset to the database's clock, which the owner renews. */
export class OffsetClock implements Clock {
  offsetMs = 0

  /**
   * `theirs` was the database's time at some moment between our `before` and `after`, so the offset lies between two
   * bounds. It moves only as far as these demand: a slow answer, from a busy server, tells next to nothing, and would
   * set the clocks of two processes apart by as much as it took.
   */
  hear(before: number, theirs: number, after: number): void {
    this.offsetMs = Math.min(Math.max(this.offsetMs, theirs - after), theirs - before)
  }

  now(): number {
    // Whole milliseconds: a row would round a fraction and an answer would cut it off, a millisecond apart.
    return Math.round(Date.now() + this.offsetMs)
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
