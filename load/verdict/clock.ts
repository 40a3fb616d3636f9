/**
 * Estimates the difference between the server's clock and the generator's, to find out which window each request
 * belongs to.
 */
import type { Sample } from '../lib/sample.ts'

export type ServerClock = {
  /** The milliseconds by which the server's clock is ahead of the generator's. */
  offsetMs: number
  /** The maximum error of the offset. */
  errorMs: number
}

/** API processes read the database's clock, each with its own error. */
const processesApartMs = 25

/** Estimates the server's clock from the fastest status call; null if no call succeeded. */
export function serverClockOf(samples: Sample[]): ServerClock | null {
  const told = samples
    .filter(({ generatedAt }) => generatedAt !== undefined)
    .sort((one, other) => one.to - one.from - (other.to - other.from))
  const [best] = told
  if (!best) return null
  return {
    offsetMs: Date.parse(best.generatedAt as string) - (best.from + best.to) / 2,
    errorMs: (best.to - best.from) / 2 + processesApartMs,
  }
}
