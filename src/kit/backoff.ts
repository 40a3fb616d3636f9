/** Exponential back-off, with jitter so that what failed together does not come back together. */

export type Backoff = {
  /** The first wait. */
  firstMs: number
  /** No wait is longer, jitter aside. */
  maxMs: number
  /** How far a wait may differ from its plan, as a share of it, up or down. None where it is missing. */
  jitter?: number
}

/** The wait after `failures` failures, counted from 0: first, twice that, four times, … in whole milliseconds. */
export function backoffMs(failures: number, { firstMs, maxMs, jitter = 0 }: Backoff): number {
  return withJitter(Math.min(firstMs * 2 ** failures, maxMs), jitter)
}

/** A planned wait, up to `jitter` of it more or less. */
export function withJitter(plannedMs: number, jitter: number): number {
  return Math.round(plannedMs * (1 - jitter + 2 * jitter * Math.random()))
}
