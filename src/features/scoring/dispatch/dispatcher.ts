/**
 * The outbox dispatcher: publishes a partner's waiting jobs, as many as fit into its fair share.
 *
 * A message may be lost or doubled: a row whose message was never confirmed waits again, and `dispatchDue` asks for
 * every partner that has such rows. If this process dies on the next line, another one's `dispatchDue` takes over.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Lane } from '../../../platform/broker/broker.ts'
import type { Services } from '../../../platform/services.ts'
import { createConfirms } from './confirms.ts'
import { createFairShare, reserveShare } from './fair-share.ts'

/** Passes at once: `dispatchDue` asks for every waiting partner, and requests need database connections too. */
const passesAtOnce = 4
/** A partner's next pass comes so much later at most: shorter than a job takes, so that its share never runs dry. */
const restMsMax = 10

export type Dispatcher = {
  dispatch: Services['dispatch']
  /** Waits until everything asked for is published, and every confirm so far is recorded. */
  flush: () => Promise<void>
}

type Needs = Pick<Services, 'broker' | 'database' | 'clock' | 'log' | 'timings'>

export function createDispatcher(services: Needs): Dispatcher {
  const { broker, clock, log } = services
  const shareIn = createFairShare(services)
  const confirms = createConfirms(services)
  const limited = pLimit(passesAtOnce)
  // By partner and lane, one pass at a time: two would give the same room away twice. True: asked for again meanwhile.
  const passes = new Map<string, boolean>()
  const working = new Set<Promise<void>>()

  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => working.delete(tracked))
    working.add(tracked)
  }

  async function publish(lane: Lane, ids: string[]): Promise<void> {
    const publishedAt = clock.now()
    confirms.add(await broker.publish(lane, ids), publishedAt)
  }

  async function pass(lane: Lane, partnerId: string): Promise<void> {
    try {
      const ids = await reserveShare(services, lane, partnerId, await shareIn(lane))
      // Reserved rows count as in flight, so the pass need not wait for the broker.
      if (ids.length > 0) track(publish(lane, ids))
    } catch (error) {
      log.warn({ err: error }, 'could not publish waiting scoring jobs; the next dispatch tries again')
    }
  }

  async function serve(lane: Lane, partnerId: string, key: string): Promise<void> {
    for (;;) {
      const startedAt = performance.now()
      await limited(() => {
        passes.set(key, false)
        return pass(lane, partnerId)
      })
      if (!passes.get(key)) break
      // In a crowd, jobs end all the time: one pass serves those that end during the rest.
      await delay(Math.min(performance.now() - startedAt, restMsMax))
    }
    passes.delete(key)
  }

  return {
    dispatch(lane, partnerId) {
      const key = `${lane} ${partnerId}`
      const isUnderWay = passes.has(key)
      passes.set(key, isUnderWay)
      if (!isUnderWay) track(serve(lane, partnerId, key))
    },
    async flush() {
      while (working.size > 0) await Promise.all(working)
      await confirms.flush()
    },
  }
}
