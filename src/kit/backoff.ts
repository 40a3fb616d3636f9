/** Exponential back-off, with jitter so that callers which failed together do not retry together. */

export type Backoff = {
  /** The first wait. */
  firstMs: number
  /** No wait is longer, jitter aside. */
  maxMs: number
  /** How far a wait may deviate, up or down, as a share of it; 0 by default. */
  jitter?: number
}

/** The wait after `failures` failures, counted from 0, in whole milliseconds: `firstMs`, twice that, four times, … */
export function backoffMs(failures: number, { firstMs, maxMs, jitter = 0 }: Backoff): number {
  return withJitter(Math.min(firstMs * 2 ** failures, maxMs), jitter)
}

/** A planned wait, give or take up to `jitter` of it. */
export function withJitter(plannedMs: number, jitter: number): number {
  return Math.round(plannedMs * (1 - jitter + 2 * jitter * Math.random()))
}
