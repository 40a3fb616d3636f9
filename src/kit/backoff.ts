/** Exponential backoff, with jitter so that callers that failed at the same time do not retry at the same time. */

export type Backoff = {
  /** The first wait. */
  firstMs: number
  /** The maximum wait before jitter. */
  maxMs: number
  /** How far a wait may deviate, up or down, as a share of it; 0 by default. */
  jitter?: number
}

/**
 * Returns the wait after `failures` failures, counted from 0, in whole milliseconds: `firstMs`, twice that, four times,
 * …
 */
export function backoffMs(failures: number, { firstMs, maxMs, jitter = 0 }: Backoff): number {
  return withJitter(Math.min(firstMs * 2 ** failures, maxMs), jitter)
}

/** Returns a planned wait, varied by up to `jitter` of it. */
export function withJitter(plannedMs: number, jitter: number): number {
  return Math.round(plannedMs * (1 - jitter + 2 * jitter * Math.random()))
}
