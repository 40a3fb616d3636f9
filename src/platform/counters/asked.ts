/**
 * What is asked at the same time, each window and each set of slots once. Things are the same where they are the same
 * object: to compare their names would take longer than to ask.
 */
import { Crowd, type Window } from './chains.ts'
import type { Limited } from './counters.ts'

/** Where a look finds its answer. */
export type Places = { counts: number; own: number | null; slots: number }

export class Asked {
  readonly #windowOf: (limited: Limited) => Window
  /** By their last window, which is the one that fewest share. */
  readonly #crowds = new Map<Limited, Crowd[]>()
  readonly #windows = new Map<Limited, number>()
  readonly #lists = new Map<readonly Limited[], number>()
  readonly #slots = new Map<string, number>()
  readonly chains: Crowd[] = []

  constructor(windowOf: (limited: Limited) => Window) {
    this.#windowOf = windowOf
  }

  /** Windows to read. */
  get windows(): Limited[] {
    return [...this.#windows.keys()]
  }

  /** For each list of windows that was looked at, their places among `windows`. */
  get lists(): number[][] {
    return [...this.#lists.keys()].map((list) => list.map((limited) => placeOf(this.#windows, limited)))
  }

  /** Keys of slots. */
  get slots(): string[] {
    return [...this.#slots.keys()]
  }

  /** The crowd of a request to count. */
  crowdOf(limits: readonly Limited[]): Crowd {
    const last = limits.at(-1) as Limited
    const near = this.#crowds.get(last)
    const known = near?.find((crowd) => areSame(crowd.limits, limits))
    if (known) return known
    const crowd = new Crowd(limits, limits.map(this.#windowOf))
    this.chains.push(crowd)
    if (near) near.push(crowd)
    else this.#crowds.set(last, [crowd])
    return crowd
  }

  look(windows: readonly Limited[], own: Limited | null, slots: string): Places {
    if (!this.#lists.has(windows)) for (const window of windows) placeOf(this.#windows, window)
    return {
      counts: placeOf(this.#lists, windows),
      own: own && placeOf(this.#windows, own),
      slots: placeOf(this.#slots, slots),
    }
  }
}

function areSame(some: readonly Limited[], others: readonly Limited[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index])
}

function placeOf<Key>(places: Map<Key, number>, key: Key): number {
  const known = places.get(key)
  if (known !== undefined) return known
  places.set(key, places.size)
  return places.size - 1
}
