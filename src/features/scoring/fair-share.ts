/**
 * How much of the workers one partner may have at once: its window, in each lane.
 *
 * Owns the shares. A partner with 10,000 jobs has a window of them out and the others wait as rows, so that the single
 * job of another never stands behind them in a queue.
 */
import type { Lane } from '../../platform/broker/broker.ts'
import type { Services } from '../../platform/services.ts'
import { listConcurrency } from '../../tables/workers.ts'

export const lanes: readonly Lane[] = ['singles', 'batches']

/** Where no worker has begun yet: what the embedded engine has on four cores. */
const concurrencyDefault = 8
/** Kept free for others, one in so many places: a place for them at once costs a partner alone an eighth. */
const reservedOneIn = 8

/** Jobs of a lane that a worker has in work at once. Batches leave a quarter free: a single finds its place at once. */
export function prefetchOf(lane: Lane, concurrency: number): number {
  return lane === 'singles' ? concurrency : Math.max(1, Math.floor((concurrency * 3) / 4))
}

/** How many of these places one partner may fill: all but a reserve, and never none. */
export function partnerShareOf(slots: number): number {
  return Math.max(1, slots - Math.max(1, Math.floor(slots / reservedOneIn)))
}

/** A partner's window in a lane, over all workers that live. */
export function createFairShare({ database, clock, timings }: Pick<Services, 'database' | 'clock' | 'timings'>) {
  let known: { concurrencies: Promise<number[]>; until: number } | undefined
  const concurrencies = () => {
    if (!known || clock.now() >= known.until)
      known = { concurrencies: listConcurrency(database), until: clock.now() + timings.concurrencySampleMs }
    return known.concurrencies.catch((error: unknown) => {
      known = undefined
      throw error
    })
  }
  return async (lane: Lane): Promise<number> => {
    const living = await concurrencies()
    const slots = (living.length > 0 ? living : [concurrencyDefault]).map((concurrency) =>
      prefetchOf(lane, concurrency),
    )
    return partnerShareOf(slots.reduce((sum, each) => sum + each, 0))
  }
}
