/** The plan for one batch of queries: each chain of windows, each window to read and each set of slots appears once. */
import { Cohort, type Window } from './cohorts.ts'
import type { Limited, Look } from './counters.ts'

/** A request to count in the windows of `limits`; with `tokens`, that many tokens to take. */
export type Take = { limits: readonly Limited[]; tokens?: number }

export class QueryPlan {
  readonly #windowOf: (limited: Limited) => Window
  readonly #cohorts = new Map<string, Cohort>()
  readonly #reads = new Set<string>()
  readonly #slots = new Set<string>()

  constructor(windowOf: (limited: Limited) => Window) {
    this.#windowOf = windowOf
  }

  get chains(): Cohort[] {
    return [...this.#cohorts.values()]
  }

  /** Names of windows to read. */
  get reads(): string[] {
    return [...this.#reads]
  }

  /** Keys of slots. */
  get slots(): string[] {
    return [...this.#slots]
  }

  /** Adds a request to the cohort of requests for the same windows. Returns its position in the cohort. */
  take({ limits, tokens }: Take): { cohort: Cohort; place: number } {
    const windows = limits.map(this.#windowOf)
    // The limit is part of the name, because a window's limit may change.
    const name = windows.map(({ name, limit }) => `${name} ${limit}`).join()
    const cohort = this.#cohorts.get(name) ?? new Cohort(limits, windows)
    this.#cohorts.set(name, cohort)
    return { cohort, place: cohort.join(tokens) }
  }

  look({ windows, own, slots }: Look): void {
    for (const window of own ? [...windows, own] : windows) this.#reads.add(this.#windowOf(window).name)
    this.#slots.add(slots)
  }
}
