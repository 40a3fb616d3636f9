/**
 * Limits the number of applications that a process scores concurrently while it also serves requests, so that its event
 * loop has some idle time. The CPU needs no idle time, because worker threads have a lower priority than the event
 * loop. A process that serves no requests has no such limit.
 *
 * Without idle time, each step of a job or request waits for all other steps. With another partner's 10,000 jobs
 * running, the 99th percentile of reads was 23 ms instead of 13 (measured with the embedded engine). This module
 * measures the load; `features/scoring/dispatch/fair-share.ts` derives each partner's share from the concurrency.
 */

/** Above this load, waiting times grow faster than throughput. */
const busyWanted = 0.85
/** The concurrency falls immediately, and grows by at most this factor per sample. */
const growMax = 5 / 4
/**
 * The concurrency never falls below this share of the maximum. Jobs that start and finish together share statements and
 * commits. With fewer concurrent jobs, each job costs more, and the event loop is just as busy. Without a minimum, the
 * concurrency of a process with the embedded database and a backlog fell from 32 to 2 within half a minute. It then
 * completed 490 jobs a second instead of 870, and a single submission waited as long as before (measured).
 */
const shareMin = 1 / 2

/**
 * Returns a function that measures the load since its last call and returns the concurrency to use from now on. Its
 * first call returns `concurrencyMax`. `measure` starts a measurement, and returns a function for the load since then,
 * from 0 to 1.
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

/** Measures the share of time that the event loop was busy. */
function startMeasure(): () => number {
  const loop = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(loop).utilization
}
