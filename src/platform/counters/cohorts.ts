/**
 * Counts requests in cohorts. A cohort consists of requests that are counted in the same windows at the same time.
 *
 * A window counts the whole cohort in one step, and this module computes the count of each request. The script in Redis
 * and the in-process windows both apply the rule of `admittedOf`.
 */
import { MINUTE, SECOND } from '../../kit/time.ts'
import type { Limited } from './counters.ts'

/** A window of a limit. `name`: the key of the window's counter. */
export type Window = { name: string; limit: number; keptSeconds: number }

/**
 * The windows in which `by` requests are counted. Each window counts only the requests that the previous one allowed.
 */
export type Chain = { by: number; windows: readonly Window[] }

/** The number of requests that a window has counted, including the current one if `isCounted`. */
export type Counted = { used: number; isCounted: boolean }

/**
 * The time for which a count is stored after the end of its window, because the clocks of two processes may differ by
 * up to a minute (each by 30 s).
 */
const keptMs = MINUTE

/** Returns the window at a given time, aligned with the clock; its name starts with `prefix`. */
export function windowOf(prefix: string, { key, limit, windowMs }: Limited, now: number): Window {
  const name = `${prefix}:${key}:${Math.floor(now / windowMs)}`
  return { name, limit, keptSeconds: Math.ceil((windowMs + keptMs) / SECOND) }
}

/** Returns how many of `asking` requests a window allows. `used`: the window's count, which includes these requests. */
export function admittedOf(asking: number, used: number, limit: number): number {
  return Math.max(0, Math.min(asking, limit - (used - asking)))
}

/** Requests that are counted together, in the same windows. */
export class Cohort implements Chain {
  by = 0
  readonly limits: readonly Limited[]
  readonly windows: readonly Window[]
  /** For each window: its count, and the number of the cohort's requests that it counted. */
  readonly #counts: { used: number; asking: number }[] = []

  constructor(limits: readonly Limited[], windows: readonly Window[]) {
    this.limits = limits
    this.windows = windows
  }

  /** Adds a request, which may take several tokens. Returns its position in the cohort. */
  join(tokens = 1): number {
    const place = this.by
    this.by += tokens
    return place
  }

  /** Stores the windows' counts, which already include the cohort. */
  applyCounts(counts: readonly number[]): void {
    let asking = this.by
    for (const [index, { limit }] of this.windows.entries()) {
      const used = counts[index] as number
      this.#counts.push({ used, asking })
      asking = admittedOf(asking, used, limit)
    }
  }

  /**
   * Returns a window's count at the time of a request, whose position in the cohort is `place`. If the previous window
   * allowed only part of the cohort, the requests that joined first were allowed, and only they are counted.
   */
  countOf(place: number, index: number): Counted {
    const { used, asking } = this.#counts[index] as { used: number; asking: number }
    return place < asking ? { used: used - asking + place + 1, isCounted: true } : { used, isCounted: false }
  }
}
