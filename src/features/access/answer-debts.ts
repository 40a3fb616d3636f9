/**
 * Tracks what buckets owe. A large response costs more than the one token that its request took. The remaining tokens
 * are a debt, which is taken from the windows after the response.
 *
 * The process that sent the response keeps the debt in memory, and takes the tokens from the window that all processes
 * share. If the caller sent no request in a window, the window's whole limit counts as paid.
 */
import { LRUCache } from 'lru-cache'
import type { Counters, Limited } from '../../platform/counters/counters.ts'

/** `paid`: the tokens already taken from `window`, the latest window in which the debt was read. */
type Debt = { owed: number; window: number; paid: number }

/** The maximum number of buckets, which bounds memory. Far fewer buckets are in debt at the same time. */
const debtsMax = 10_000

export class AnswerDebts {
  readonly #debts = new LRUCache<string, Debt>({ max: debtsMax })

  /** Adds tokens to the debt. They are taken from the next window on. */
  owe(limited: Limited, tokens: number, now: number): void {
    const debt = this.#debts.get(limited.key) ?? { owed: 0, window: windowOf(limited, now), paid: 0 }
    turn(debt, limited, now)
    debt.owed += tokens
    debt.paid = limited.limit
    this.#debts.set(limited.key, debt)
  }

  /**
   * Returns the tokens to take from the current window, and counts them as paid. `restMs`: how long the remaining debt
   * will use up later windows completely.
   */
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

  /** Returns whether a bucket is in debt. */
  isIn(key: string): boolean {
    return this.#debts.size > 0 && this.#debts.has(key)
  }
}

const debtsByCounters = new WeakMap<Counters, AnswerDebts>()

/** Returns the debts of the buckets that these counters count. */
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

/** Moves to the current window. The windows in between had no requests, so their whole limits count as paid. */
function turn(debt: Debt, limited: Limited, now: number): void {
  const window = windowOf(limited, now)
  if (window <= debt.window) return
  debt.owed = Math.max(0, debt.owed - (window - debt.window - 1) * limited.limit)
  debt.window = window
  debt.paid = 0
}
