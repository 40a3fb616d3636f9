/**
 * Publishes waiting jobs in passes. A pass publishes the waiting jobs of one partner in one lane, up to the partner's
 * fair share.
 *
 * A message may be lost or duplicated. A row whose message was never confirmed becomes due again, and `dispatchDue`
 * requests a pass for every partner with such rows. If this process dies, the `dispatchDue` of another process takes
 * over.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Lane } from '../../../platform/broker/broker.ts'
import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import { createRest, type Rest } from '../../../platform/concurrency/rest.ts'
import type { Services } from '../../../platform/services.ts'
import type { Publishable, Wanted } from '../../../tables/scoring-jobs/dispatch.ts'
import { createConfirms } from './confirms.ts'
import { createFairShare, reserveShares, type Share } from './fair-share.ts'

/**
 * The maximum number of passes that share their statements. Passes for several partners often start together, because
 * their jobs end together, and because `dispatchDue` requests a pass for every partner.
 */
const passesMax = 32
/**
 * The maximum delay before a partner's next pass. The delay is shorter than a job takes, so that the partner always
 * uses its share.
 */
const restMsMax = 10

export type Dispatcher = {
  dispatch: Services['dispatch']
  /** Waits until all requested passes have published, and every confirm so far is recorded. */
  flush: () => Promise<void>
}

/**
 * For one partner and lane, the requests for a pass since the last pass started. `isForAll`: at least one of them was
 * not caused by ended jobs. `ended`: how many jobs have ended. `room`: the next pass starts early when this many jobs
 * have ended; 0 if no job waits for a free slot.
 */
type Asked = { isRequested: boolean; isForAll: boolean; ended: number; room: number; rest: Rest }

type Needs = Pick<Services, 'broker' | 'database' | 'clock' | 'log' | 'timings' | 'movingPartners'>

export function createDispatcher(services: Needs): Dispatcher {
  const { broker, clock, log, timings, movingPartners } = services
  const shareIn = createFairShare(services)
  const confirms = createConfirms(services)
  const reserve = createBatcher<Omit<Wanted, 'limit'> & Share & { asked: Asked }, Publishable>(
    async (passes) => {
      const wanted = passes.map((each) => ({ ...each, limit: limitOf(each, each.asked) }))
      // A pass also serves the requests that arrived while it waited for its turn.
      for (const { asked } of passes) Object.assign(asked, { isRequested: false, isForAll: false, ended: 0 })
      return (await reserveShares(services, wanted)).map((value) => ({ ok: true, value }))
    },
    { max: passesMax, isDivisible: () => false },
  )
  // Only one pass runs at a time for each partner and lane, because two would fill the same free slots.
  const passes = new Map<string, Asked>()
  const working = new Set<Promise<void>>()

  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => working.delete(tracked))
    working.add(tracked)
  }

  async function publish(lane: Lane, ids: string[]): Promise<void> {
    const publishedAt = clock.now()
    confirms.add(await broker.publish(lane, ids), publishedAt)
  }

  /** Runs a pass. Returns the number of jobs that must end before the next pass; 0 if no job waits for a free slot. */
  async function pass(lane: Lane, partnerId: string, asked: Asked): Promise<number> {
    try {
      const share = await shareIn(lane)
      const { ids, hasMore } = await reserve(partnerId, { partnerId, lane, ...share, asked })
      // Reserved rows are treated as in flight, so the pass need not wait for the broker.
      if (ids.length > 0) track(publish(lane, ids))
      return hasMore ? share.step : 0
    } catch (error) {
      log.warn({ err: error }, 'could not publish waiting scoring jobs; the next dispatch retries')
      return 0
    }
  }

  async function serve(lane: Lane, partnerId: string, key: string): Promise<void> {
    const asked: Asked = { isRequested: false, isForAll: true, ended: 0, room: 0, rest: createRest() }
    passes.set(key, asked)
    do {
      const startedAt = performance.now()
      asked.isRequested = false
      asked.room = await pass(lane, partnerId, asked)
      // Under load, jobs end continuously. After a pause, one pass replaces all the jobs that ended during the pause.
      // New jobs do not shorten the pause, because they free no slots and wait behind older jobs.
      if (asked.ended < asked.room) await asked.rest.of(timings.backlogRestMs)
      else if (asked.room === 0 && asked.isRequested) await delay(Math.min(performance.now() - startedAt, restMsMax))
    } while (asked.isRequested)
    passes.delete(key)
  }

  return {
    dispatch(lane, partnerId, ended = 0) {
      // While a partner is moving, its waiting jobs are left to the other cell.
      if (movingPartners.has(partnerId)) return
      const key = `${lane} ${partnerId}`
      const asked = passes.get(key)
      if (!asked) return track(serve(lane, partnerId, key))
      asked.isRequested = true
      asked.isForAll ||= ended === 0
      asked.ended += ended
      if (asked.ended >= asked.room) asked.rest.end()
    },
    async flush() {
      while (working.size > 0) await Promise.all(working)
      await confirms.flush()
    },
  }
}

/**
 * Returns how many rows a pass reads. Each ended job frees a slot for only one other job. The limit grows in steps, so
 * that the driver prepares only a few statements.
 */
function limitOf({ share, step }: Share, { isForAll, ended }: Asked): number {
  return isForAll ? share : Math.min(share, Math.ceil(ended / step) * step)
}
