/** Recovery of scoring jobs: a periodic task for each state in which a job can be stuck. */
import { newId } from '../../kit/ids.ts'
import { traceIdOf } from '../../kit/traceparent.ts'
import type { ErrorCode } from '../../kit/errors.ts'
import { lanes, type Lane } from '../../platform/broker/broker.ts'
import type { Services } from '../../platform/services.ts'
import { countConfirmed, listWaitingPartners, unpublishConfirmed } from '../../tables/scoring-jobs/dispatch.ts'
import {
  listHeldBy,
  listOrphans,
  listOverdue,
  releaseScoringJobs,
  snoozeScoringJob,
  type Held,
} from '../../tables/scoring-jobs/transitions.ts'
import { deleteWorker, heartbeat, sweepWorkers } from '../../tables/workers.ts'
import { fail } from './completion.ts'

type Needs = Pick<Services, 'database' | 'clock'>
type FailNeeds = Needs & Pick<Services, 'contract' | 'timings' | 'log' | 'metrics'>

/** The maximum number of rows per run. The next run handles the rest. */
const rowsMax = 500

/** Returns an id for a worker process. It is new for each start. */
export function newWorkerId(services: Pick<Services, 'clock'>): string {
  return newId('worker', services.clock.now())
}

/** Renews this worker's lease and records its concurrency. */
export async function renewLease({ database, clock }: Needs, workerId: string, concurrency: number): Promise<void> {
  await database.transaction(() => heartbeat(database, workerId, clock.now(), concurrency))
}

/**
 * Starts a dispatch for every partner that has jobs waiting to be published. There are four reasons for such a job: its
 * snooze has ended, its message was never confirmed, its process died between commit and dispatch, or its partner's
 * share was used up. All partners are served in the same call, even if one of them has many jobs.
 */
export async function dispatchDue({ database, clock, dispatch }: Needs & Pick<Services, 'dispatch'>): Promise<void> {
  for (const lane of lanes)
    for (const partnerId of await listWaitingPartners(database, lane, clock.now())) dispatch(lane, partnerId)
}

/** Marks every published job in a lane as unpublished, because a new in-memory broker has no messages. */
export async function redispatchAll({ database, clock }: Needs, lane: Lane): Promise<void> {
  const now = clock.now()
  const chunk = () => database.transaction(() => unpublishConfirmed(database, lane, now, rowsMax))
  while ((await chunk()) > 0);
}

/**
 * Republishes jobs whose messages are lost. Messages are considered lost when two consecutive calls find fewer messages
 * than published rows. `lostBefore`: the number that the previous call returned. Returns how many messages are missing,
 * or 0 after republishing.
 */
export async function republishLost(
  { database, broker, clock }: Needs & Pick<Services, 'broker'>,
  lane: Lane,
  lostBefore: number,
): Promise<number> {
  const depth = await broker.depth(lane)
  if (depth === null) return 0
  const lost = (await countConfirmed(database, lane)) - depth
  if (lost <= 0 || lostBefore <= 0) return lost
  const limit = Math.min(lost, lostBefore, rowsMax)
  await database.transaction(() => unpublishConfirmed(database, lane, clock.now(), limit))
  return 0
}

/**
 * Releases the jobs of workers whose lease of `leaseMs` has expired. A job fails as stuck if too many workers were lost
 * while running it.
 */
export async function rescueOrphans(services: FailNeeds, leaseMs: number = services.timings.leaseMs): Promise<void> {
  const { database, clock, contract, log, metrics } = services
  const { lostWorkersMax } = contract.retries.scoring
  const before = clock.ago(leaseMs)
  for (const { id, attempt, lostWorkers, traceparent } of await listOrphans(database, before, rowsMax)) {
    const now = clock.now()
    const traceId = traceIdOf(traceparent)
    log.warn({ traceId, scoringJobId: id, lostWorkers: lostWorkers + 1 }, 'scoring job: its worker was lost')
    metrics.jobs.lostWorkers.inc()
    if (lostWorkers + 1 >= lostWorkersMax) await failOne(services, { id, attempt }, 'TASK_STUCK')
    else await database.transaction(() => snoozeScoringJob(database, id, attempt, now, 'lostWorker'))
  }
  await database.transaction(() => sweepWorkers(database, before))
}

/**
 * Releases jobs that this worker has claimed but is not processing. This happens if the response to the claim was lost,
 * or if the outcome could not be written. `isWorking` is true from before a job's claim until its handler has returned.
 */
export async function releaseStranded(
  { database, clock, log }: Needs & Pick<Services, 'log'>,
  workerId: string,
  isWorking: (id: string) => boolean,
): Promise<void> {
  for (const { id, attempt, traceparent } of await listHeldBy(database, workerId)) {
    if (isWorking(id)) continue
    const traceId = traceIdOf(traceparent)
    log.warn({ traceId, scoringJobId: id }, 'scoring job: released, because its worker was not working on it')
    await database.transaction(() => snoozeScoringJob(database, id, attempt, clock.now(), 'nothing'))
  }
}

/**
 * Fails jobs that have run out of time. If a worker is still processing such a job, the fence prevents the worker from
 * changing it.
 */
export async function failOverdue(services: FailNeeds): Promise<void> {
  const { database, clock, timings } = services
  const [acceptedBefore, startedBefore] = [clock.ago(timings.jobLifetimeMs), clock.ago(timings.jobDeadlineMs)]
  const overdue = await listOverdue(database, acceptedBefore, startedBefore, rowsMax)
  for (const scoringJob of overdue) await failOne(services, scoringJob, 'TIMEOUT')
}

async function failOne(services: FailNeeds, scoringJob: Held, errorCode: ErrorCode): Promise<void> {
  const hasFailed = await services.database.transaction(() => fail(services, scoringJob, errorCode))
  if (hasFailed) services.metrics.jobs.outcomes.labels('failed', errorCode).inc()
}

/** Ends a worker's lease at shutdown, and releases its remaining jobs without counting an attempt. */
export async function releaseWorker({ database, clock }: Needs, workerId: string): Promise<void> {
  await database.transaction(async () => {
    await releaseScoringJobs(database, workerId, clock.now())
    await deleteWorker(database, workerId)
  })
}
