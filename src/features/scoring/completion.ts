/**
 * The end of a scoring job: the one place where it becomes terminal, with all that follows from it.
 *
 * An end and what follows are one transaction behind the fence: however often a message comes, and whenever a process
 * dies, there is one end, with one count in each batch, one event and one billed unit for a score, or one count in
 * analytics for a failure.
 */
import type { ErrorCode } from '../../kit/errors.ts'
import { monthOf } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { addToRollups } from '../../tables/rollups.ts'
import {
  getScoringJobOfAnyOwner,
  completeScoringJob,
  failScoringJob,
  type Completion,
  type Held,
} from '../../tables/scoring-job-transitions.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import { insertUsage } from '../../tables/usage.ts'
import { countOutcomes } from './batch-progress.ts'
import { recordEvents } from '../events/record.ts'
import { batchEvent, scoreEvent } from '../events/payloads.ts'

/** PROCESSING → COMPLETED; false when the fence is somebody else's by now. Inside a transaction. */
export async function complete(services: Services, job: NamedScoringJobRow, result: Completion): Promise<boolean> {
  const now = services.clock.now()
  if (!(await completeScoringJob(services.database, job.id, job.attempt, now, result))) return false
  await recordCompletion(services, [{ ...job, ...result, status: 'COMPLETED', completedAt: now }])
  return true
}

/** PENDING or PROCESSING → FAILED; false when the fence is somebody else's by now. Inside a transaction. */
export async function fail(services: Services, { id, attempt }: Held, errorCode: ErrorCode): Promise<boolean> {
  const { database, clock } = services
  if (!(await failScoringJob(database, id, attempt, clock.now(), errorCode))) return false
  const job = await getScoringJobOfAnyOwner(database, id)
  if (!job) throw new Error('a scoring job that has just failed is gone')
  await recordCompletion(services, [job])
  return true
}

/**
 * What follows from the end of jobs, once for each of them: in the transaction that ended them, with the rows as they
 * are now. Whatever counts ends counts them here; last comes what others wait for until the commit: a batch's row, for
 * milliseconds, and for 5 s at most before it is tried again with events of then.
 */
export async function recordCompletion(services: Services, ended: NamedScoringJobRow[]): Promise<void> {
  for (const job of ended) if (job.status === 'COMPLETED') await bill(services, job)
  await recordEvents(
    services,
    ended.map((job) => scoreEvent(job, services)),
  )
  const closed = await countOutcomes(services, ended)
  await recordEvents(
    services,
    closed.map((batch) => batchEvent(batch, services)),
  )
  await countFailures(services, ended)
}

async function countFailures({ database }: Services, ended: NamedScoringJobRow[]): Promise<void> {
  const failures = ended.flatMap(({ partnerId, environment, errorCode, failedAt: at }) =>
    errorCode === null || at === null
      ? []
      : [{ partnerId, environment, kind: 'SCORING_FAILURE' as const, subject: errorCode, at }],
  )
  await addToRollups(database, failures)
}

async function bill({ database, clock }: Services, job: NamedScoringJobRow): Promise<void> {
  const { id: scoringJobId, partnerId, environment, queuedAt } = job
  const unit = { scoringJobId, partnerId, environment, month: monthOf(queuedAt), createdAt: clock.now() }
  await insertUsage(database, unit)
}
