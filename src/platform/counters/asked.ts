/** What the questions of one group ask: each chain of windows, each window to read and each set of slots once. */
import { Crowd, type Window } from './chains.ts'
import type { Limited, Look } from './counters.ts'

/** A request to count, or tokens to take. */
export type Take = { limits: readonly Limited[]; tokens?: number }

export class Asked {
  readonly #windowOf: (limited: Limited) => Window
  readonly #crowds = new Map<string, Crowd>()
  readonly #reads = new Set<string>()
  readonly #slots = new Set<string>()

  constructor(windowOf: (limited: Limited) => Window) {
    this.#windowOf = windowOf
  }

  get chains(): Crowd[] {
    return [...this.#crowds.values()]
  }

  /** Names of windows to read. */
  get reads(): string[] {
    return [...this.#reads]
  }

  /** Keys of slots. */
  get slots(): string[] {
    return [...this.#slots]
  }

  /** Adds a request to the crowd that passes through the same windows; returns its place there. */
  take({ limits, tokens }: Take): { crowd: Crowd; place: number } {
    const windows = limits.map(this.#windowOf)
    // Two processes, or two moments, may know different limits of one window.
    const name = windows.map(({ name, limit }) => `${name} ${limit}`).join()
    const crowd = this.#crowds.get(name) ?? new Crowd(limits, windows)
    this.#crowds.set(name, crowd)
    return { crowd, place: crowd.join(tokens) }
  }

  look({ windows, own, slots }: Look): void {
    for (const window of own ? [...windows, own] : windows) this.#reads.add(this.#windowOf(window).name)
    this.#slots.add(slots)
  }
}
