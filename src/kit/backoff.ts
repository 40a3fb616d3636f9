/** Exponential backoff with jitter, which keeps callers that failed at the same time from retrying at the same time. */

export type Backoff = {
  /** The first wait. */
  firstMs: number
  /** The maximum wait before jitter. */
  maxMs: number
  /** The fraction by which a wait may be longer or shorter; 0 by default. */
  jitter?: number
}

/**
 * Returns the wait in whole milliseconds: `firstMs` if `failures` is 0, then twice as long for each further failure, up
 * to `maxMs`.
 */
export function backoffMs(failures: number, { firstMs, maxMs, jitter = 0 }: Backoff): number {
  return withJitter(Math.min(firstMs * 2 ** failures, maxMs), jitter)
}

/** Returns `plannedMs`, randomly lengthened or shortened by up to the fraction `jitter`. */
export function withJitter(plannedMs: number, jitter: number): number {
  return Math.round(plannedMs * (1 - jitter + 2 * jitter * Math.random()))
}
