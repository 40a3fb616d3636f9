/** The worker's half of a process: messages to the pipeline, and the rescues beside it. */
import { setTimeout as delay } from 'node:timers/promises'
import { sweepOldRollups } from '../../features/analytics.ts'
import { workDeletions } from '../../features/deletions/eraser.ts'
import { sweepOldEvents } from '../../features/events/record.ts'
import { sweepAnswers } from '../../features/access/idempotency.ts'
import { sweepExpiredSets } from '../../features/criteria/question-sets.ts'
import {
  failOverdue,
  handBack,
  newWorkerId,
  releaseStranded,
  renewLease,
  rescueOrphans,
  ringAll,
  ringDue,
  ringLost,
} from '../../features/scoring/rescue.ts'
import { createRuns } from '../../features/scoring/quarantine.ts'
import { createWidth } from '../../platform/concurrency/adaptive-limit.ts'
import { lanes, slotsOf } from '../../features/scoring/fair-share.ts'
import { sweepOldDeliveries } from '../../features/webhooks/deliveries.ts'
import { sweepEndpoints } from '../../features/webhooks/webhook-endpoints.ts'
import type { Consumer, Lane } from '../../platform/broker/open.ts'
import type { Services } from '../../platform/services.ts'
import { every } from '../periodic.ts'

export type Consumers = {
  /** Takes no new job, waits for those in work, at most `periods.drainMs`; what is left goes back at no cost. */
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
  const { broker, pool, log, periods, database } = services
  const workerId = newWorkerId(services)
  if (alone) await rescueOrphans(services, 0)
  const measureWidth = createWidth(pool.width)
  let width = measureWidth()
  await renewLease(services, workerId, width)
  // By message, not by job: one may be doubled, or rung again while an older attempt still runs.
  const working = new Set<{ id: string }>()
  const run = createRuns(services, workerId)
  const handle = async (id: string) => {
    const message = { id }
    working.add(message)
    const job = await run(id).finally(() => working.delete(message))
    // There is room for the partner's next.
    if (job) services.ring(job.lane, job.partnerId)
  }
  const consumers: Consumer[] = []
  for (const lane of lanes) consumers.push(await broker.consume(lane, slotsOf(lane, pool.width), handle))
  const isWorking = (id: string) => [...working].some((message) => message.id === id)
  const lost: Record<Lane, number> = { singles: 0, batches: 0 }
  const heartbeat = every(periods.heartbeatMs, 'the heartbeat', log, () => renewLease(services, workerId, width))
  const rescues = [
    every(periods.widthLookMs, 'the look at the load', log, async () => {
      const before = width
      width = measureWidth()
      if (width !== before) await renewLease(services, workerId, width)
    }),
    every(periods.sweepMs, 'the sweep for rings', log, () => ringDue(services)),
    every(periods.compareMs, 'the search for lost messages', log, async () => {
      for (const lane of lanes) lost[lane] = await ringLost(services, lane, lost[lane])
    }),
    every(periods.heartbeatMs, 'the rescue of orphans', log, () => rescueOrphans(services)),
    every(periods.heartbeatMs, 'the release of stranded jobs', log, () =>
      releaseStranded(services, workerId, isWorking),
    ),
    every(periods.heartbeatMs, 'the sweep for overdue jobs', log, () => failOverdue(services)),
    every(periods.deletionSweepMs, 'the work of deletions', log, () => workDeletions(services)),
    ...Object.entries(sweeps).map(([name, sweep]) =>
      every(periods.oldSweepMs, `the sweep of ${name}`, log, () => sweep(services)),
    ),
  ]
  // An in-process doorbell forgot its messages when the last process ended: what waits is rung at once.
  if (alone) {
    for (const lane of lanes) await ringAll(services, lane)
    await ringDue(services)
  }
  log.debug({ workerId, width: pool.width, database: database.name }, 'worker started')
  return {
    async stop() {
      const drained = Promise.all([...consumers, ...rescues].map((part) => part.stop()))
      const late = new AbortController()
      await Promise.race([drained, delay(periods.drainMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      await heartbeat.stop()
      await handBack(services, workerId).catch((error: unknown) =>
        log.warn({ err: error }, 'what this worker held is rescued when its lease ends'),
      )
    },
  }
}
