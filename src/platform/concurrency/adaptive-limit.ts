/**
 * How many applications a process has in work at once: as many as leave its event loop and its cores some rest.
 *
 * Without rest, every step of every job and of every request stands behind those of a crowd: beside 10,000 jobs of
 * another, a single took twice as long (measured, with a model of 200 ms). Owns the measure; what follows from a concurrency is
 * said in `scoring-windows.ts`.
 */
import { availableParallelism } from 'node:os'

/** From about here on the waits grow faster than what is done. */
const busyWanted = 0.6
/** Of one look to the next: down at once, up in steps. */
const shrinkMost = 1 / 2
const growMost = 5 / 4

/**
 * Answers the concurrency to have from now on, by what has happened since the last call; `concurrencyMax` at the first.
 * `measure`: begins to measure, and gives what tells how busy the process was since, 0 to 1.
 */
export function createAdaptiveLimit(concurrencyMax: number, measure: () => () => number = startMeasure): () => number {
  let concurrency = concurrencyMax
  let busySince: (() => number) | null = null
  return () => {
    const factor = busySince ? busyWanted / busySince() : growMost
    concurrency = Math.min(concurrencyMax, Math.max(1, concurrency * Math.min(growMost, Math.max(shrinkMost, factor))))
    busySince = measure()
    return Math.round(concurrency)
  }
}

/** The event loop's share of the time, or all threads' share of the cores, whichever is more. */
function startMeasure(): () => number {
  const loop = performance.eventLoopUtilization()
  const cpu = process.cpuUsage()
  const from = performance.now()
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    const coresBusy = (user + system) / 1000 / (performance.now() - from) / availableParallelism()
    return Math.max(performance.eventLoopUtilization(loop).utilization, coresBusy)
  }
}
