/**
 * Cohorts: requests that pass through the same windows at the same time are counted together.
 *
 * This module assigns each request its number in a window. Redis's script and the in-process windows apply the rule in
 * `admittedOf`.
 */
import { MINUTE, SECOND } from '../../kit/time.ts'
import type { Limited } from './counters.ts'

/** A window of a limit. `name`: the key of the window's counter. */
export type Window = { name: string; limit: number; keptSeconds: number }

/**
 * The windows through which `by` requests pass. Each window counts the requests that the previous window lets through.
 */
export type Chain = { by: number; windows: readonly Window[] }

/** How many requests a window has counted, including the current one if `isCounted`. */
export type Counted = { used: number; isCounted: boolean }

/**
 * How long a count outlives its window, because the clocks of two processes may differ by up to a minute (each by 30
 * s).
 */
const keptMs = MINUTE

/** Returns the window at a given time, aligned with the clock; its name starts with `prefix`. */
export function windowOf(prefix: string, { key, limit, windowMs }: Limited, now: number): Window {
  const name = `${prefix}:${key}:${Math.floor(now / windowMs)}`
  return { name, limit, keptSeconds: Math.ceil((windowMs + keptMs) / SECOND) }
}

/**
 * Returns how many of `asking` requests a window lets through. `used`: the window's count, which includes these
 * requests.
 */
export function admittedOf(asking: number, used: number, limit: number): number {
  return Math.max(0, Math.min(asking, limit - (used - asking)))
}

/** Requests that pass through the same windows at the same time. */
export class Cohort implements Chain {
  by = 0
  readonly limits: readonly Limited[]
  readonly windows: readonly Window[]
  /** For each window: its count, and how many of the cohort have reached it. */
  readonly #counts: { used: number; asking: number }[] = []

  constructor(limits: readonly Limited[], windows: readonly Window[]) {
    this.limits = limits
    this.windows = windows
  }

  /** Adds a request, which may take several tokens; returns its place in the cohort. */
  join(tokens = 1): number {
    const place = this.by
    this.by += tokens
    return place
  }

  /** Stores the count of each window, which includes the cohort. */
  applyCounts(counts: readonly number[]): void {
    let asking = this.by
    for (const [index, { limit }] of this.windows.entries()) {
      const used = counts[index] as number
      this.#counts.push({ used, asking })
      asking = admittedOf(asking, used, limit)
    }
  }

  /**
   * Returns a member's count in a window. If the previous window let only some members through, these are the first
   * members, and only they are counted.
   */
  countOf(place: number, index: number): Counted {
    const { used, asking } = this.#counts[index] as { used: number; asking: number }
    return place < asking ? { used: used - asking + place + 1, isCounted: true } : { used, isCounted: false }
  }
}
