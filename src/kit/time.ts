/** Instants are epoch milliseconds inside, ISO 8601 with milliseconds and `Z` outside. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Where time comes from; tests move it by hand. */
export interface Clock {
  /** Epoch ms, as the database counts them. */
  now(): number
}

/** An answer of the database that took longer, from a busy pool, may tell its time only when ours is surely wrong. */
const promptMs = 200

/** This machine's clock plus the offset to the database's, which its owner renews. */
export class OffsetClock implements Clock {
  offsetMs = 0

  /** `theirs` was the database's time at a moment between our `before` and `after`: right to half of the way. */
  hear(before: number, theirs: number, after: number): void {
    const offsetMs = theirs - (before + after) / 2
    const errorMs = (after - before) / 2
    if (after - before <= promptMs || Math.abs(offsetMs - this.offsetMs) > errorMs) this.offsetMs = offsetMs
  }

  now(): number {
    // Whole: a row would keep a fraction rounded and an answer cut off, a millisecond apart.
    return Math.round(Date.now() + this.offsetMs)
  }
}

export function toIso(instant: number): string {
  return new Date(instant).toISOString()
}

export function toIsoOrNull(instant: number | null): string | null {
  return instant === null ? null : toIso(instant)
}

/** The calendar month (UTC) of an instant, as `2026-03`. */
export function monthOf(instant: number): string {
  return toIso(instant).slice(0, 7)
}

/** First instants of the calendar month (UTC) that holds `instant`, and of the next one. */
export function monthBounds(instant: number): { start: number; end: number } {
  const date = new Date(instant)
  const first = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  return { start: first(0), end: first(1) }
}
