/**
 * The fair share: how many worker slots one partner may use in each lane, and which of its jobs are published next.
 *
 * If a partner has 10,000 jobs, only its share of them is in flight, and the rest wait as rows. So another partner's
 * single job never waits behind them in a queue.
 */
import type { Lane } from '../../../platform/broker/broker.ts'
import type { Services } from '../../../platform/services.ts'
import {
  listPublishable,
  reserveForPublish,
  type Publishable,
  type Wanted,
} from '../../../tables/scoring-jobs/dispatch.ts'
import { listConcurrency } from '../../../tables/workers.ts'

/** The concurrency assumed until a worker has registered, which is the embedded engine's concurrency on four cores. */
const concurrencyDefault = 8
/**
 * One in this many slots is reserved for other partners, so that their jobs start immediately. While only one partner
 * has jobs, these slots stay empty.
 */
const reservedOneIn = 8
/**
 * While a partner has a backlog, the next pass starts when a quarter (one in four) of the partner's jobs in a worker
 * has ended, or after `timings.backlogRestMs`.
 */
const endedOneIn = 4

/**
 * Returns how many of a lane's jobs a worker runs concurrently. Batches leave a quarter of the slots free, so that a
 * single submission starts immediately.
 */
export function prefetchOf(lane: Lane, concurrency: number): number {
  return lane === 'singles' ? concurrency : Math.max(1, Math.floor((concurrency * 3) / 4))
}

/** Returns how many of these slots one partner may fill: all except the reserved ones, and at least one. */
export function partnerShareOf(slots: number): number {
  return Math.max(1, slots - Math.max(1, Math.floor(slots / reservedOneIn)))
}

type Needs = Pick<Services, 'database' | 'clock' | 'timings'>

/**
 * `share`: how many jobs a partner may have in flight in a lane. `step`: how many of them must end in one worker before
 * the next pass over the backlog; a worker counts only its own jobs.
 */
export type Share = { share: number; step: number }

/**
 * Returns a function that returns a partner's share in a lane, over all live workers. The list of live workers is
 * refreshed every `concurrencySampleMs`.
 */
export function createFairShare({ database, clock, timings }: Needs) {
  let known: { concurrencies: Promise<number[]>; until: number } | undefined
  const concurrencies = () => {
    if (!known || clock.now() >= known.until)
      known = { concurrencies: listConcurrency(database), until: clock.now() + timings.concurrencySampleMs }
    return known.concurrencies.catch((error: unknown) => {
      known = undefined
      throw error
    })
  }
  return async (lane: Lane): Promise<Share> => {
    const live = await concurrencies()
    const slots = (live.length > 0 ? live : [concurrencyDefault]).map((concurrency) => prefetchOf(lane, concurrency))
    const share = partnerShareOf(slots.reduce((sum, each) => sum + each, 0))
    return { share, step: Math.ceil(share / slots.length / endedOneIn) }
  }
}

/**
 * Marks the partners' longest-waiting jobs as in flight, up to their shares, and returns the jobs' ids. Make only one
 * call at a time for a partner and lane, because concurrent calls would fill the same free slots.
 */
export async function reserveShares(
  { database, clock, timings }: Needs,
  wanted: readonly Wanted[],
): Promise<Publishable[]> {
  const now = clock.now()
  const nextPublishAt = now + timings.republishAfterMs
  const publishable = await listPublishable(database, wanted, now, nextPublishAt)
  const ids = publishable.flatMap((each) => each.ids)
  if (ids.length === 0) return publishable
  const reserved = await reserveForPublish(database, ids, now, nextPublishAt)
  // Another process may reserve some of the same jobs. These are published twice and claimed once.
  return reserved > 0 ? publishable : publishable.map(({ hasMore }) => ({ ids: [], hasMore }))
}
