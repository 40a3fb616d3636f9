/** Time: internally, instants are epoch milliseconds; externally, they are ISO 8601 with milliseconds and `Z`. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The source of time; tests set it manually. */
export interface Clock {
  /** Returns the time by the database's clock, in epoch ms. It never decreases. */
  now(): number
  /**
   * Returns the instant `ms` ago, in epoch ms. If the clock was set forward since then, the result is earlier than
   * `now() - ms`, so that setting the clock does not end any time limit early.
   */
  ago(ms: number): number
}

/**
 * Returns the milliseconds of a clock that cannot be set. Unlike `performance.now`, it is the same in all threads and
 * processes of a machine.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** When the database's clock was set forward (`monotonicMs`), and by how much. */
type Jump = { atMs: number; byMs: number }

/** A smaller increase of the offset is not treated as a jump, because it may be caused by a slow reply. */
const jumpMsMin = 1_000
/** How long jumps are remembered: longer than any time limit on a row. */
const jumpsKeptMs = 2 * DAY
/** A clock that is ahead runs slower by this fraction until it is right again. */
const slowedBy = 1 / 10

/**
 * A monotonic clock plus its offset to the database's clock. `sync` must be called regularly. Changes of this machine's
 * clock do not affect it.
 */
export class OffsetClock implements Clock {
  offsetMs = Date.now() - monotonicMs()
  #latest = -Infinity
  #syncedAt = -Infinity
  #jumps: Jump[] = []

  /**
   * Updates the offset. `theirs` was the database's time at some moment between our `before` and `after`
   * (`monotonicMs`), so the true offset is between `theirs - after` and `theirs - before`. The stored offset changes
   * only as far as these bounds require: a slow reply from a busy server says little about the offset. If the offset
   * followed every reply, the clocks of two processes could differ by the duration of a reply.
   *
   * The offset increases immediately. After the first call, it decreases slowly, because rows and ids with the later
   * time already exist, and new ones must sort after them.
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
    // Rounds to whole milliseconds, because a row would round a fraction and a response would truncate it.
    this.#latest = Math.max(this.#latest, Math.round(monotonicMs() + this.offsetMs))
    return this.#latest
  }

  ago(ms: number): number {
    const since = monotonicMs() - ms
    const jumpedMs = this.#jumps.reduce((sum, { atMs, byMs }) => (atMs > since ? sum + byMs : sum), 0)
    return this.now() - ms - Math.round(jumpedMs)
  }
}

/**
 * The result of the latest conversion. Responses in the same millisecond share the string, because creating it takes as
 * long as writing a small body.
 */
const latest = { instant: Number.NaN, text: '' }

/** Returns an instant as ISO 8601 with milliseconds and `Z`. */
export function toIso(instant: number): string {
  if (instant !== latest.instant) {
    latest.text = new Date(instant).toISOString()
    latest.instant = instant
  }
  return latest.text
}

/** Like `toIso`, for an instant that may be missing. */
export function toIsoOrNull(instant: number | null): string | null {
  return instant === null ? null : toIso(instant)
}

/** Returns the calendar month (UTC) of an instant, such as `2026-03`. */
export function monthOf(instant: number): string {
  return toIso(instant).slice(0, 7)
}

/** Returns the first instants of the calendar month (UTC) that contains `instant` and of the next month. */
export function monthBounds(instant: number): { start: number; end: number } {
  const date = new Date(instant)
  const first = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  return { start: first(0), end: first(1) }
}
