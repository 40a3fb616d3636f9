/**
 * Completion: the only place where a scoring job becomes terminal, with everything that follows from it.
 *
 * All of it is one transaction behind the fence. However often a message arrives, and whenever a process dies, a job
 * completes once: with one count in each of its batches, one event, and one billed unit for a score or one count in
 * analytics for a failure.
 */
import type { ErrorCode } from '../../kit/errors.ts'
import { monthOf } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { addToRollups } from '../../tables/rollups.ts'
import {
  completeScoringJob,
  failScoringJob,
  getScoringJobOfAnyOwner,
  type Completion,
  type Held,
} from '../../tables/scoring-job-transitions.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import { insertUsage } from '../../tables/usage.ts'
import { batchEvent, scoreEvent } from '../events/payloads.ts'
import { recordEvents } from '../events/record.ts'
import { countOutcomes } from './batch-progress.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'contract'>

/** PROCESSING → COMPLETED; false when the fence is out of date. Inside a transaction. */
export async function complete(services: Needs, job: NamedScoringJobRow, result: Completion): Promise<boolean> {
  const now = services.clock.now()
  if (!(await completeScoringJob(services.database, job.id, job.attempt, now, result))) return false
  await recordCompletion(services, [{ ...job, ...result, status: 'COMPLETED', completedAt: now }])
  return true
}

/** PENDING or PROCESSING → FAILED; false when the fence is out of date. Inside a transaction. */
export async function fail(services: Needs, { id, attempt }: Held, errorCode: ErrorCode): Promise<boolean> {
  const { database, clock } = services
  if (!(await failScoringJob(database, id, attempt, clock.now(), errorCode))) return false
  const job = await getScoringJobOfAnyOwner(database, id)
  if (!job) throw new Error('a scoring job that has just failed is gone')
  await recordCompletion(services, [job])
  return true
}

/**
 * Bills, counts and reports jobs that have just become terminal, once each. Inside the transaction that changed them,
 * with the rows as they are now. Updates the batch row late, because other jobs block on it until the commit: for
 * milliseconds, and at most for 5 s, after which they try again with new events.
 */
export async function recordCompletion(services: Needs, terminal: NamedScoringJobRow[]): Promise<void> {
  for (const job of terminal) if (job.status === 'COMPLETED') await bill(services, job)
  await recordEvents(
    services,
    terminal.map((job) => scoreEvent(job, services)),
  )
  const closed = await countOutcomes(services, terminal)
  await recordEvents(
    services,
    closed.map((batch) => batchEvent(batch, services)),
  )
  await countFailures(services, terminal)
}

async function countFailures({ database }: Needs, terminal: NamedScoringJobRow[]): Promise<void> {
  const failures = terminal.flatMap(({ partnerId, environment, errorCode, failedAt: at }) =>
    errorCode === null || at === null
      ? []
      : [{ partnerId, environment, kind: 'SCORING_FAILURE' as const, subject: errorCode, at }],
  )
  await addToRollups(database, failures)
}

async function bill({ database, clock }: Needs, job: NamedScoringJobRow): Promise<void> {
  const { id: scoringJobId, partnerId, environment, queuedAt } = job
  const unit = { scoringJobId, partnerId, environment, month: monthOf(queuedAt), createdAt: clock.now() }
  await insertUsage(database, unit)
}
