/** The worker's half of a process: messages to the pipeline, and the rescues beside it. */
import { setTimeout as delay } from 'node:timers/promises'
import { sweepOldRollups } from '../../features/analytics.ts'
import { workDeletions } from '../../features/deletions/eraser.ts'
import { sweepOldEvents } from '../../features/events/record.ts'
import { sweepAnswers } from '../../features/access/idempotency.ts'
import { sweepExpiredSets } from '../../features/criteria/question-sets.ts'
import {
  failOverdue,
  releaseWorker,
  newWorkerId,
  releaseStranded,
  renewLease,
  rescueOrphans,
  redispatchAll,
  dispatchDue,
  republishLost,
} from '../../features/scoring/rescue.ts'
import { createRunner } from '../../features/scoring/quarantine.ts'
import { createAdaptiveLimit } from '../../platform/concurrency/adaptive-limit.ts'
import { lanes, prefetchOf } from '../../features/scoring/fair-share.ts'
import { sweepOldDeliveries } from '../../features/webhooks/deliveries.ts'
import { sweepEndpoints } from '../../features/webhooks/webhook-endpoints.ts'
import type { Consumer, Lane } from '../../platform/broker/open.ts'
import type { Services } from '../../platform/services.ts'
import { every } from '../periodic.ts'

export type Consumers = {
  /** Takes no new job, waits for those in work, at most `timings.drainMs`; what is left goes back at no cost. */
  stop: () => Promise<void>
}

/** What is kept for days or months and then goes, by its name. */
const sweeps: Record<string, (services: Services) => Promise<void>> = {
  events: sweepOldEvents,
  deliveries: sweepOldDeliveries,
  'deleted endpoints': sweepEndpoints,
  'roll-ups': sweepOldRollups,
  'stored answers': sweepAnswers,
  'question sets': sweepExpiredSets,
}

/** `alone`: no other process shares the database, so whatever another worker held was left behind. */
export async function startConsumers(services: Services, alone: boolean): Promise<Consumers> {
  const { broker, pool, log, timings, database } = services
  const workerId = newWorkerId(services)
  if (alone) await rescueOrphans(services, 0)
  const sampleConcurrency = createAdaptiveLimit(pool.concurrency)
  let concurrency = sampleConcurrency()
  await renewLease(services, workerId, concurrency)
  // By message, not by job: one may be doubled, or rung again while an older attempt still runs.
  const working = new Set<{ id: string }>()
  const run = createRunner(services, workerId)
  const handle = async (id: string) => {
    const message = { id }
    working.add(message)
    const job = await run(id).finally(() => working.delete(message))
    // There is room for the partner's next.
    if (job) services.dispatch(job.lane, job.partnerId)
  }
  const consumers: Consumer[] = []
  for (const lane of lanes) consumers.push(await broker.consume(lane, prefetchOf(lane, pool.concurrency), handle))
  const isWorking = (id: string) => [...working].some((message) => message.id === id)
  const lost: Record<Lane, number> = { singles: 0, batches: 0 }
  const heartbeat = every(timings.heartbeatMs, 'the heartbeat', log, () => renewLease(services, workerId, concurrency))
  const rescues = [
    every(timings.concurrencySampleMs, 'the look at the load', log, async () => {
      const before = concurrency
      concurrency = sampleConcurrency()
      if (concurrency !== before) await renewLease(services, workerId, concurrency)
    }),
    every(timings.sweepMs, 'the sweep for rings', log, () => dispatchDue(services)),
    every(timings.compareMs, 'the search for lost messages', log, async () => {
      for (const lane of lanes) lost[lane] = await republishLost(services, lane, lost[lane])
    }),
    every(timings.heartbeatMs, 'the rescue of orphans', log, () => rescueOrphans(services)),
    every(timings.heartbeatMs, 'the release of stranded jobs', log, () =>
      releaseStranded(services, workerId, isWorking),
    ),
    every(timings.heartbeatMs, 'the sweep for overdue jobs', log, () => failOverdue(services)),
    every(timings.deletionSweepMs, 'the work of deletions', log, () => workDeletions(services)),
    ...Object.entries(sweeps).map(([name, sweep]) =>
      every(timings.oldSweepMs, `the sweep of ${name}`, log, () => sweep(services)),
    ),
  ]
  // An in-process doorbell forgot its messages when the last process ended: what waits is rung at once.
  if (alone) {
    for (const lane of lanes) await redispatchAll(services, lane)
    await dispatchDue(services)
  }
  log.debug({ workerId, concurrency: pool.concurrency, database: database.name }, 'worker started')
  return {
    async stop() {
      const drained = Promise.all([...consumers, ...rescues].map((part) => part.stop()))
      const late = new AbortController()
      await Promise.race([drained, delay(timings.drainMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      await heartbeat.stop()
      await releaseWorker(services, workerId).catch((error: unknown) =>
        log.warn({ err: error }, 'what this worker held is rescued when its lease ends'),
      )
    },
  }
}
