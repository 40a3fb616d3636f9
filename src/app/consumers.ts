/** The worker's half of a process: messages to the pipeline, and the rescues beside it. */
import { setTimeout as delay } from 'node:timers/promises'
import { sweepAnswers } from '../features/idempotency.ts'
import { runScoringJob } from '../features/scoring-pipeline.ts'
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
} from '../features/scoring-rescue.ts'
import type { Lane } from '../platform/broker.ts'
import type { Services } from '../platform/services.ts'
import { every } from './periodic.ts'

export type Consumers = {
  /** Takes no new job, waits for those in work, at most `periods.drainMs`; what is left goes back at no cost. */
  stop: () => Promise<void>
}

const lane: Lane = 'singles'
const answersSweepMs = 10 * 60_000

/** `alone`: no other process shares the database, so whatever another worker held was left behind. */
export async function startConsumers(services: Services, alone: boolean): Promise<Consumers> {
  const { broker, pool, log, periods, database } = services
  const workerId = newWorkerId(services)
  if (alone) await rescueOrphans(services, 0)
  await renewLease(services, workerId)
  // By message, not by job: one may be doubled, or rung again while an older attempt still runs.
  const working = new Set<{ id: string }>()
  const consumer = await broker.consume(lane, pool.width, async (id) => {
    const message = { id }
    working.add(message)
    await runScoringJob(services, workerId, id).finally(() => working.delete(message))
  })
  const isWorking = (id: string) => [...working].some((message) => message.id === id)
  let lost = 0
  const heartbeat = every(periods.heartbeatMs, 'the heartbeat', log, () => renewLease(services, workerId))
  const rescues = [
    every(periods.sweepMs, 'the sweep for rings', log, () => ringDue(services)),
    every(
      periods.compareMs,
      'the search for lost messages',
      log,
      async () => void (lost = await ringLost(services, lane, lost)),
    ),
    every(periods.heartbeatMs, 'the rescue of orphans', log, () => rescueOrphans(services)),
    every(periods.heartbeatMs, 'the release of stranded jobs', log, () =>
      releaseStranded(services, workerId, isWorking),
    ),
    every(periods.heartbeatMs, 'the sweep for overdue jobs', log, () => failOverdue(services)),
    every(answersSweepMs, 'the sweep of stored answers', log, () => sweepAnswers(services)),
  ]
  // An in-process doorbell forgot its messages when the last process ended: what waits is rung at once.
  if (alone) await ringAll(services, lane)
  log.debug({ workerId, width: pool.width, database: database.name }, 'worker started')
  return {
    async stop() {
      await Promise.all(rescues.map((rescue) => rescue.stop()))
      const drained = consumer.stop()
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
