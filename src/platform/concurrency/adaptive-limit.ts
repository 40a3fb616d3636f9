/**
 * How many applications a process that serves requests scores at once: as many as leave its event loop some headroom.
 * Its cores need none, because the threads give way to the event loop; and a process that serves no requests rests for
 * nobody.
 *
 * Without headroom, every step of every job and request queues behind everyone else's: beside another partner's 10,000
 * jobs, the slowest hundredth of reads took 23 ms instead of 13 (measured, with the embedded engine). Owns the
 * measuring; `features/scoring/dispatch/fair-share.ts` derives each partner's share from the concurrency.
 */

/** From about this load on, waiting times grow faster than throughput. */
const busyWanted = 0.85
/** From one sample to the next: down at once, up in steps. */
const growMax = 5 / 4
/**
 * Never below this share of the maximum. Jobs that are claimed and end together share statements and flushes: fewer at once
 * cost more each, and keep the loop as busy. Without a floor, an embedded process with a backlog fell to 2 of 32 within
 * half a minute, and from 870 completed a second to 490; a single beside it waited no shorter (measured).
 */
const shareMin = 1 / 2

/**
 * Returns a function that samples the load since its last call and returns the concurrency to use from now on;
 * `concurrencyMax` on the first call. `measure` starts measuring and returns a function that tells how busy the process
 * has been since, 0 to 1.
 */
export function createAdaptiveLimit(concurrencyMax: number, measure: () => () => number = startMeasure): () => number {
  let concurrency = concurrencyMax
  let busySince: (() => number) | null = null
  return () => {
    const factor = busySince ? busyWanted / busySince() : growMax
    const wanted = concurrency * Math.min(growMax, factor)
    concurrency = Math.min(concurrencyMax, Math.max(concurrencyMax * shareMin, wanted))
    busySince = measure()
    return Math.round(concurrency)
  }
}

/** The share of time the event loop was busy. */
function startMeasure(): () => number {
  const loop = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(loop).utilization
}
