/**
 * Charges buckets for large responses. Each request takes one token from its bucket, but a large response costs
 * several. The tokens beyond the first are the bucket's debt, which is paid from its next windows.
 *
 * The process that sent the response keeps the debt in memory, and takes the tokens from the counters that all
 * processes share. For each window in which the caller sends no request, the debt shrinks by the window's whole limit.
 */
import { LRUCache } from 'lru-cache'
import type { Counters, Limited } from '../../platform/counters/counters.ts'

/**
 * `owed`: the tokens still to take. `window`: the latest window for which the debt was updated. `paid`: the tokens
 * already taken from that window; its whole limit if no more tokens are to be taken from it.
 */
type Debt = { owed: number; window: number; paid: number }

/** The maximum number of buckets, which limits memory. Far fewer buckets are in debt at the same time. */
const debtsMax = 10_000

export class AnswerDebts {
  readonly #debts = new LRUCache<string, Debt>({ max: debtsMax })

  /** Adds tokens to the debt. They are taken starting with the next window. */
  owe(limited: Limited, tokens: number, now: number): void {
    const debt = this.#debts.get(limited.key) ?? { owed: 0, window: windowOf(limited, now), paid: 0 }
    turn(debt, limited, now)
    debt.owed += tokens
    debt.paid = limited.limit
    this.#debts.set(limited.key, debt)
  }

  /**
   * Returns the tokens to take from the current window, and counts them as paid. `restMs`: for how long after the
   * current window the remaining debt will take all of the bucket's tokens.
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

/** Returns the debts that belong to these counters. */
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

/**
 * Moves the debt to the current window. The windows in between had no requests, so the debt shrinks by their whole
 * limits.
 */
function turn(debt: Debt, limited: Limited, now: number): void {
  const window = windowOf(limited, now)
  if (window <= debt.window) return
  debt.owed = Math.max(0, debt.owed - (window - debt.window - 1) * limited.limit)
  debt.window = window
  debt.paid = 0
}
