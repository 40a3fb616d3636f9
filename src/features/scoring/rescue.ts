/** The rescue of scoring jobs: every state that waits for somebody has one that looks after it. */
import { newId } from '../../kit/ids.ts'
import type { Lane } from '../../platform/broker/broker.ts'
import type { Services } from '../../platform/services.ts'
import {
  listHeldBy,
  countConfirmed,
  releaseScoringJobs,
  snoozeScoringJob,
  unpublishConfirmed,
  listOrphans,
  listOverdue,
} from '../../tables/scoring-job-transitions.ts'
import { listWaitingPartners } from '../../tables/scoring-job-dispatch.ts'
import { heartbeat, deleteWorker, sweepWorkers } from '../../tables/workers.ts'
import { fail } from './completion.ts'
import { lostWorkersMax } from './outcomes.ts'
import { lanes } from './fair-share.ts'

/** Rows looked at in one sweep; the rest is there at the next. */
const sweepMost = 500

export function newWorkerId(services: Pick<Services, 'clock'>): string {
  return newId('worker', services.clock.now())
}

/** Renews this process's lease, and says how wide it is. */
export async function renewLease(services: Services, workerId: string, concurrency: number): Promise<void> {
  const { database, clock } = services
  await database.transaction(() => heartbeat(database, workerId, clock.now(), concurrency))
}

/**
 * Publishes for every partner that has jobs waiting: put off until now, never confirmed, left by a process that died after
 * its commit, or without room until now. However many one has, another's come at the same time.
 */
export async function dispatchDue(services: Services): Promise<void> {
  const { database, clock } = services
  for (const lane of lanes)
    for (const partnerId of await listWaitingPartners(database, lane, clock.now())) services.dispatch(lane, partnerId)
}

/** Puts every waiting job back to be published: the doorbell is new and knows of none. */
export async function redispatchAll(services: Services, lane: Lane): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  const chunk = () => database.transaction(() => unpublishConfirmed(database, lane, now, sweepMost))
  while ((await chunk()) > 0);
}

/**
 * Publishes again for jobs whose message is lost: when fewer messages wait than rows that have one, by this look and the
 * last. `lostBefore` is what the last look found; answers what this one did.
 */
export async function republishLost(services: Services, lane: Lane, lostBefore: number): Promise<number> {
  const { database, broker, clock } = services
  const depth = await broker.depth(lane)
  if (depth === null) return 0
  const lost = (await countConfirmed(database, lane)) - depth
  if (lost <= 0 || lostBefore <= 0) return lost
  const most = Math.min(lost, lostBefore, sweepMost)
  await database.transaction(() => unpublishConfirmed(database, lane, clock.now(), most))
  return 0
}

/** Takes jobs from workers whose lease of `leaseMs` has ended; a job that lost three is stuck. */
export async function rescueOrphans(services: Services, leaseMs: number = services.timings.leaseMs): Promise<void> {
  const { database, clock, log } = services
  const before = clock.now() - leaseMs
  for (const { id, attempt, lostWorkers } of await listOrphans(database, before, sweepMost)) {
    const now = clock.now()
    log.warn({ scoringJobId: id, lostWorkers: lostWorkers + 1 }, 'scoring job: its worker vanished')
    if (lostWorkers + 1 >= lostWorkersMax)
      await database.transaction(() => fail(services, { id, attempt }, 'TASK_STUCK'))
    else await database.transaction(() => snoozeScoringJob(database, id, attempt, now, 'lostWorker'))
  }
  await database.transaction(() => sweepWorkers(database, before))
}

/**
 * Gives back jobs that the rows say this worker holds and that it has not in work: the answer to the claim was lost, or
 * the end could not be written. `isWorking` is true from before a job's claim until its handler has ended.
 */
export async function releaseStranded(
  services: Services,
  workerId: string,
  isWorking: (id: string) => boolean,
): Promise<void> {
  const { database, clock, log } = services
  for (const { id, attempt } of await listHeldBy(database, workerId)) {
    if (isWorking(id)) continue
    log.warn({ scoringJobId: id }, 'scoring job: held by the rows alone')
    await database.transaction(() => snoozeScoringJob(database, id, attempt, clock.now(), 'nothing'))
  }
}

/** Ends jobs that ran past their time; the fence keeps whoever still works on one from changing it. */
export async function failOverdue(services: Services): Promise<void> {
  const { database, clock, timings } = services
  const now = clock.now()
  const overdue = await listOverdue(database, now - timings.jobLifetimeMs, now - timings.jobDeadlineMs, sweepMost)
  for (const job of overdue) await database.transaction(() => fail(services, job, 'TIMEOUT'))
}

/** A worker that leaves: what it still holds goes back at no cost, and its lease ends. */
export async function releaseWorker(services: Services, workerId: string): Promise<void> {
  const { database, clock } = services
  await database.transaction(async () => {
    await releaseScoringJobs(database, workerId, clock.now())
    await deleteWorker(database, workerId)
  })
}
