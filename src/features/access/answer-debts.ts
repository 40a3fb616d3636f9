/**
 * What buckets owe for large answers: tokens that are taken from the windows after the one of the answer.
 *
 * A debt is kept by the process that answered, and paid into the window that all processes share. A window without
 * requests pays as much as one that is taken whole.
 */
import { LRUCache } from 'lru-cache'
import type { Counters, Limited } from '../../platform/counters/counters.ts'

/** `paid`: what `window`, the latest that was looked at, has paid. */
type Debt = { owed: number; window: number; paid: number }

/** A bound on memory, far above the buckets in debt at a time. */
const debtsMax = 10_000

export class AnswerDebts {
  readonly #debts = new LRUCache<string, Debt>({ max: debtsMax })

  /** Adds tokens, which are due from the next window on. */
  owe(limited: Limited, tokens: number, now: number): void {
    const debt = this.#debts.get(limited.key) ?? { owed: 0, window: windowOf(limited, now), paid: 0 }
    turn(debt, limited, now)
    debt.owed += tokens
    debt.paid = limited.limit
    this.#debts.set(limited.key, debt)
  }

  /** The tokens to take from the window of this moment, once; and how long the windows last that the rest takes. */
  due(limited: Limited, now: number): { tokens: number; restMs: number } {
    const debt = this.#debts.size > 0 ? this.#debts.get(limited.key) : undefined
    if (!debt) return { tokens: 0, restMs: 0 }
    turn(debt, limited, now)
    const tokens = Math.min(debt.owed, Math.max(0, limited.limit - debt.paid))
    debt.owed -= tokens
    debt.paid += tokens
    if (debt.owed === 0) this.#debts.delete(limited.key)
    return { tokens, restMs: Math.floor(debt.owed / Math.max(1, limited.limit)) * limited.windowMs }
  }

  /** Whether a bucket owes anything. */
  isIn(key: string): boolean {
    return this.#debts.size > 0 && this.#debts.has(key)
  }
}

const debtsByCounters = new WeakMap<Counters, AnswerDebts>()

/** The debts of what these count. */
export function debtsOf(counters: Counters): AnswerDebts {
  const known = debtsByCounters.get(counters)
  if (known) return known
  const made = new AnswerDebts()
  debtsByCounters.set(counters, made)
  return made
}

function windowOf({ windowMs }: Limited, now: number): number {
  return Math.floor(now / windowMs)
}

/** Moves on to the current window. Those in between had no requests, and paid. */
function turn(debt: Debt, limited: Limited, now: number): void {
  const window = windowOf(limited, now)
  if (window <= debt.window) return
  debt.owed = Math.max(0, debt.owed - (window - debt.window - 1) * limited.limit)
  debt.window = window
  debt.paid = 0
}
