/** Runs the worker role: passes messages to the scoring pipeline, under a lease that a heartbeat renews. */
import pTimeout from 'p-timeout'
import { prefetchOf } from '../../features/scoring/dispatch/fair-share.ts'
import { createRunner } from '../../features/scoring/runner.ts'
import {
  dispatchDue,
  newWorkerId,
  redispatchAll,
  releaseWorker,
  renewLease,
  rescueOrphans,
} from '../../features/scoring/rescue.ts'
import { lanes, type Consumer } from '../../platform/broker/broker.ts'
import { createAdaptiveLimit } from '../../platform/concurrency/adaptive-limit.ts'
import type { Services } from '../../platform/services.ts'
import { every } from '../periodic.ts'
import { startMaintenance } from './maintenance.ts'

export type Consumers = {
  /**
   * Accepts no new jobs, and waits for running ones for at most `timings.drainMs`. Releases the rest without counting
   * an attempt.
   */
  stop: () => Promise<void>
}

/**
 * Starts the role. `alone`: no other process shares the database, so every job that is still claimed was left by a
 * previous process. `servesRequests`: this process also serves the API, so it keeps some CPU time free for requests.
 */
export async function startConsumers(
  services: Services,
  { alone, servesRequests }: { alone: boolean; servesRequests: boolean },
): Promise<Consumers> {
  const { pool, log, timings, database } = services
  const workerId = newWorkerId(services)
  if (alone) await rescueOrphans(services, 0)
  const lease = await startLease(services, workerId, servesRequests)
  const jobs = await consumeScoringJobs(services, workerId)
  const maintenance = startMaintenance(services, workerId, jobs.isWorking)
  // The messages of the in-memory broker were lost with the previous process, so all waiting jobs are published
  // immediately.
  if (alone) {
    for (const lane of lanes) await redispatchAll(services, lane)
    await dispatchDue(services)
  }
  log.debug({ workerId, concurrency: pool.concurrency, database: database.name }, 'worker started')
  return {
    async stop() {
      const drained = Promise.all([...jobs.consumers, ...maintenance, lease.sampling].map((part) => part.stop()))
      await pTimeout(drained, { milliseconds: timings.drainMs, fallback: () => [] })
      await lease.heartbeat.stop()
      await releaseWorker(services, workerId).catch((error: unknown) =>
        log.warn(
          { err: error },
          'could not release the jobs of this worker: other workers recover them when its lease ends',
        ),
      )
    },
  }
}

/**
 * Inserts the worker's row and keeps it up to date. The row contains the worker's lease, and how many jobs the worker
 * runs concurrently.
 */
async function startLease(services: Services, workerId: string, servesRequests: boolean) {
  const { pool, log, timings } = services
  const sampleConcurrency = servesRequests ? createAdaptiveLimit(pool.concurrency) : () => pool.concurrency
  let concurrency = sampleConcurrency()
  const renew = () => renewLease(services, workerId, concurrency)
  await renew()
  return {
    heartbeat: every(timings.heartbeatMs, 'heartbeat', log, renew),
    sampling: every(timings.concurrencySampleMs, 'sampling the load', log, async () => {
      const before = concurrency
      concurrency = sampleConcurrency()
      if (concurrency !== before) await renew()
    }),
  }
}

async function consumeScoringJobs(services: Services, workerId: string) {
  const { broker, pool } = services
  // The set contains messages instead of jobs, because a job may have two messages at a time. The broker may deliver a
  // message twice, or a job may be published again while an older attempt is still running.
  const working = new Set<{ id: string }>()
  const run = createRunner(services, workerId)
  const handle = async (id: string) => {
    const message = { id }
    working.add(message)
    const scoringJob = await run(id).finally(() => working.delete(message))
    if (scoringJob) services.dispatch(scoringJob.lane, scoringJob.partnerId, 1)
  }
  const consumers: Consumer[] = []
  for (const lane of lanes) consumers.push(await broker.consume(lane, prefetchOf(lane, pool.concurrency), handle))
  return { consumers, isWorking: (id: string) => [...working].some((message) => message.id === id) }
}
