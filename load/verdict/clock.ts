/** The server's clock as the generator sees it, so that a window can be held against the time of its requests. */
import type { Sample } from '../lib/sample.ts'

export type ServerClock = {
  /** To add to the generator's time. */
  offsetMs: number
  /** By how much the offset may be wrong. */
  errorMs: number
}

/** API processes read the database's clock, each with an error of its own. */
const processesApartMs = 25

/** By the status call that was answered fastest; null when none was. */
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
