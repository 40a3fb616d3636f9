/**
 * Chains: requests that pass through windows one after the other, counted for a crowd of equal ones at once.
 *
 * Owns who of a crowd gets which number. Redis's script and the process's own windows follow `letThrough`.
 */
import { MINUTE, SECOND } from '../../kit/time.ts'
import type { Limited } from './counters.ts'

/** Each window counts those of `by` requests that the one before lets through. */
export type Chain = { by: number; windows: { name: string; limit: number; keptSeconds: number }[] }

/** How many requests a window has counted, with this one where `isCounted`. */
export type Counted = { used: number; isCounted: boolean }

/** How long a count outlives its window: the clocks of two processes may differ by a minute, 30 s each way. */
const keptMs = MINUTE

/** What a window is counted under: its index aligns it with the clock. */
export function nameOf({ key, windowMs }: Limited, now: number): string {
  return `${key}:${Math.floor(now / windowMs)}`
}

/** Of one request through these windows. */
export function chainOf(windows: readonly Limited[], now: number): Chain {
  return {
    by: 1,
    windows: windows.map((window) => ({
      name: nameOf(window, now),
      limit: window.limit,
      keptSeconds: Math.ceil((window.windowMs + keptMs) / SECOND),
    })),
  }
}

/** How many of `asking` requests a window lets through that has counted `used` with them. */
export function letThrough(asking: number, used: number, limit: number): number {
  return Math.max(0, Math.min(asking, limit - (used - asking)))
}

/** Equal chains as one, with the places that they have in the list. */
export function joinChains(chains: readonly (Chain | null)[]): { chain: Chain; places: number[] }[] {
  const crowds = new Map<string, { chain: Chain; places: number[] }>()
  for (const [place, chain] of chains.entries()) {
    if (!chain) continue
    const name = textOf(chain)
    const crowd = crowds.get(name)
    if (!crowd) crowds.set(name, { chain: { ...chain }, places: [place] })
    else {
      crowd.chain.by += chain.by
      crowd.places.push(place)
    }
  }
  return [...crowds.values()]
}

function textOf({ windows }: Chain): string {
  let text = ''
  for (const { name, limit } of windows) text += `${name} ${limit} `
  return text
}

/** What each member of a crowd is told of its chain: those that reach a window get consecutive numbers of it. */
export function numberCrowd({ by, windows }: Chain, counts: readonly number[]): Counted[][] {
  const told = Array.from({ length: by }, (): Counted[] => [])
  let asking = by
  for (const [index, { limit }] of windows.entries()) {
    const used = counts[index] as number
    const before = used - asking
    // The first of them have got here.
    for (const [place, counted] of told.entries())
      counted.push(place < asking ? { used: before + place + 1, isCounted: true } : { used, isCounted: false })
    asking = letThrough(asking, used, limit)
  }
  return told
}
