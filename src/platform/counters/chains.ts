/**
 * Chains: requests that pass through windows one after the other, counted for a crowd of equal ones at once.
 *
 * Owns who of a crowd gets which number. Redis's script and the process's own windows follow `letThrough`.
 */
import { MINUTE, SECOND } from '../../kit/time.ts'
import type { Limited } from './counters.ts'

/** `name`: what it is counted under, until the next one begins. */
export type Window = { name: string; limit: number; keptSeconds: number }

/** Each window counts those of `by` requests that the one before lets through. */
export type Chain = { by: number; windows: readonly Window[] }

/** How many requests a window has counted, with this one where `isCounted`. */
export type Counted = { used: number; isCounted: boolean }

/** How long a count outlives its window: the clocks of two processes may differ by a minute, 30 s each way. */
const keptMs = MINUTE

/** The current window of each limit. Many requests share one, and the name that is looked up is the same text. */
const current = new WeakMap<Limited, { index: number; window: Window }>()

/** The window of this moment; its index aligns it with the clock. */
export function windowOf(limited: Limited, now: number): Window {
  const { key, limit, windowMs } = limited
  const index = Math.floor(now / windowMs)
  const known = current.get(limited)
  if (known?.index === index) return known.window
  const window = { name: `${key}:${index}`, limit, keptSeconds: Math.ceil((windowMs + keptMs) / SECOND) }
  current.set(limited, { index, window })
  return window
}

/** How many of `asking` requests a window lets through that has counted `used` with them. */
export function letThrough(asking: number, used: number, limit: number): number {
  return Math.max(0, Math.min(asking, limit - (used - asking)))
}

/** Requests that pass through the same windows at the same time. */
export class Crowd implements Chain {
  by = 0
  readonly windows: readonly Window[]
  /** For each window: what it has counted, and how many of the crowd have reached it. */
  readonly #heard: { used: number; asking: number }[] = []

  constructor(windows: readonly Window[]) {
    this.windows = windows
  }

  /** One more; its place among them. */
  join(): number {
    return this.by++
  }

  /** What each window has counted then. */
  hear(counts: readonly number[]): void {
    let asking = this.by
    for (const [index, { limit }] of this.windows.entries()) {
      const used = counts[index] as number
      this.#heard.push({ used, asking })
      asking = letThrough(asking, used, limit)
    }
  }

  /** What a member is told of a window: the first of them have got there, and get consecutive numbers of it. */
  tell(place: number, index: number): Counted {
    const { used, asking } = this.#heard[index] as { used: number; asking: number }
    return place < asking ? { used: used - asking + place + 1, isCounted: true } : { used, isCounted: false }
  }
}

/** What is asked at the same time, each window and each set of slots once. */
export class Asked {
  readonly #crowds = new Map<string, Crowd>()
  readonly #names = new Map<string, number>()
  readonly #keys = new Map<string, number>()

  get chains(): Crowd[] {
    return [...this.#crowds.values()]
  }

  /** Windows to read. */
  get names(): string[] {
    return [...this.#names.keys()]
  }

  /** Keys of slots. */
  get keys(): string[] {
    return [...this.#keys.keys()]
  }

  /** A request to count, and how it finds what it is told, once its crowd has heard. */
  count(windows: readonly Window[]): () => Counted[] {
    const text = textOf(windows)
    const crowd = this.#crowds.get(text) ?? new Crowd(windows)
    if (crowd.by === 0) this.#crowds.set(text, crowd)
    const place = crowd.join()
    return () => windows.map((_, index) => crowd.tell(place, index))
  }

  /** Windows to read, and their places among `names`. */
  read(windows: readonly Window[]): number[] {
    return windows.map(({ name }) => placeOf(this.#names, name))
  }

  /** A set of slots, and its place among `keys`. */
  look(key: string): number {
    return placeOf(this.#keys, key)
  }
}

function placeOf(places: Map<string, number>, text: string): number {
  const known = places.get(text)
  if (known !== undefined) return known
  places.set(text, places.size)
  return places.size - 1
}

/** Tells chains apart. Most have one window, whose name is at hand. */
function textOf(windows: readonly Window[]): string {
  if (windows.length === 1) return (windows[0] as Window).name
  let text = ''
  for (const { name, limit } of windows) text += `${name} ${limit} `
  return text
}
