/**
 * Makes open scoring jobs terminal (COMPLETED or FAILED), and records the consequences. No other file does this.
 *
 * All changes are made in one transaction, protected by the fence. A job completes once, regardless of repeated
 * messages and crashed processes. The job is counted once in each of its batches and causes one event. A score also
 * causes one audit record and one billed unit (no unit if the score was made from stored verdicts); a failure is
 * counted once in analytics. Jobs that end together share the transaction, which has a constant number of statements.
 */
import type { ErrorCode } from '../../kit/errors.ts'
import { monthOf } from '../../kit/time.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { batched } from '../../platform/concurrency/batches.ts'
import type { Services } from '../../platform/services.ts'
import { listSurplusScores } from '../../tables/completed-scores.ts'
import { endApplicationScores } from '../../tables/application-scores/application-scores.ts'
import { eraseScoringJobs } from '../../tables/erasure.ts'
import { countOwned } from '../../tables/kept-counts.ts'
import { addToRollups } from '../../tables/rollups.ts'
import { listBatchLinks, type BatchLink } from '../../tables/scoring-batches.ts'
import {
  completeScoringJobs,
  failScoringJobs,
  getScoringJobOfAnyOwner,
  lockFences,
  type Completion,
  type Held,
} from '../../tables/scoring-jobs/transitions.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { insertUsage } from '../../tables/usage.ts'
import { recordScores } from '../audit/entries.ts'
import { batchEvent, scoreEvent } from '../events/payloads.ts'
import { recordEvents } from '../events/record.ts'
import { listedOf } from './ranking/upkeep.ts'
import { countOutcomes } from './batch-progress.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'contract'>

/** The outcome of an open job. `scoringJob.attempt` is the fence under which the outcome was decided. */
export type End = { scoringJob: NamedScoringJobRow } & (
  | { completion: Completion }
  | { errorCode: ErrorCode; tokensLost?: string; audit?: string | null; failure?: string | null }
)

/**
 * Completes or fails each job whose fence is still current, and returns the ids of these jobs. Call it inside a
 * transaction.
 */
export async function end(services: Needs, ends: readonly End[]): Promise<Set<string>> {
  const held = await lockFences(
    services.database,
    ends.map(({ scoringJob }) => scoringJob),
  )
  const mine = ends.filter(({ scoringJob }) => held.has(scoringJob))
  await endHeld(services, mine)
  return new Set(mine.map(({ scoringJob }) => scoringJob.id))
}

/** Like `end`, for jobs that the caller has locked with `lockFences`. */
export async function endHeld(services: Needs, ends: readonly End[]): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  const completed = ends.flatMap((each) =>
    'completion' in each ? [{ id: each.scoringJob.id, ...each.completion }] : [],
  )
  const failed = ends.flatMap((each) => ('errorCode' in each ? [failureOf(each)] : []))
  await completeScoringJobs(database, completed, now)
  await failScoringJobs(database, failed, now)
  const terminal = ends.map((each) => toTerminal(each, now))
  countOwned(
    database,
    'scoring_jobs',
    ends.map(({ scoringJob }) => ({ ...scoringJob, status: 'PROCESSING' })),
    -1,
  )
  countOwned(database, 'scoring_jobs', terminal)
  await endApplicationScores(
    database,
    terminal.map((scoringJob) => listedOf(scoringJob, now)),
  )
  await recordCompletion(services, terminal)
}

const failureOf = ({
  scoringJob,
  errorCode,
  tokensLost = scoringJob.tokensLost ?? undefined,
  audit = null,
  failure = null,
}: Extract<End, { errorCode: ErrorCode }>) => {
  return { id: scoringJob.id, errorCode, audit, tokensLost: tokensLost ?? null, failure }
}

function toTerminal(each: End, now: number): NamedScoringJobRow {
  const scoringJob = { ...each.scoringJob, resumeUrl: null, answers: null }
  if ('completion' in each) return { ...scoringJob, ...each.completion, status: 'COMPLETED', completedAt: now }
  return { ...scoringJob, ...failureOf(each), status: 'FAILED', failedAt: now }
}

/** Fails a job; returns false if the fence is outdated. Call it inside a transaction. */
export async function fail(services: Needs, { id, attempt }: Held, errorCode: ErrorCode): Promise<boolean> {
  const scoringJob = await getScoringJobOfAnyOwner(services.database, id)
  return scoringJob !== null && (await end(services, [{ scoringJob: { ...scoringJob, attempt }, errorCode }])).has(id)
}

/** Fails a job; changes nothing if its fence is outdated. */
export const failInBatch = batched('fail', failAll, { linger: true })

async function failAll(services: Needs, ends: End[]): Promise<Outcome<void>[]> {
  await services.database.transaction(() => end(services, ends))
  return ends.map(() => ({ ok: true, value: undefined }))
}

/**
 * Bills, audits, counts and reports jobs that have just become terminal. Pass each job exactly once, with its current
 * row, in the transaction that changed it. Updates the batch rows late, to keep their locks short: other jobs of the
 * batch wait for them until the commit, usually for milliseconds. A job that waits longer than 5 s gives up and is
 * retried. `opening`: for each job, the id of the batch that the same transaction will create, or null. The code that
 * creates the batch counts these jobs; this function does not.
 */
export async function recordCompletion(
  services: Needs,
  terminal: NamedScoringJobRow[],
  opening: ReadonlyMap<string, string | null> = new Map(),
): Promise<void> {
  const completed = terminal.filter(({ status }) => status === 'COMPLETED')
  await bill(
    services,
    completed.filter(({ unbilled }) => unbilled !== 1),
  )
  await recordScores(services, completed)
  // The jobs' rows are locked, so no new batch can include one of these jobs before the commit.
  const links = await listBatchLinks(
    services.database,
    terminal.map(({ id }) => id),
  )
  const batches = newestBatches(links)
  await recordEvents(
    services,
    terminal.map((scoringJob) =>
      scoreEvent(scoringJob, batches.get(scoringJob.id) ?? opening.get(scoringJob.id) ?? null, services),
    ),
  )
  const closed = await countOutcomes(services, terminal, links)
  await recordEvents(
    services,
    closed.map((batch) => batchEvent(batch, services)),
  )
  await countFailures(services, terminal)
  await dropSurplus(services, terminal)
}

/**
 * Deletes the oldest completed scores of an application, down to the contract's limit. Only an application that was
 * scored before can exceed the limit.
 */
async function dropSurplus({ database, contract }: Needs, terminal: NamedScoringJobRow[]): Promise<void> {
  const scored = terminal.filter(({ status, isRescore }) => status === 'COMPLETED' && isRescore === 1)
  const owners = Map.groupBy(scored, ({ partnerId, environment }) => `${partnerId} ${environment}`)
  for (const [owner, ...others] of owners.values()) {
    const ids = [owner, ...others].flatMap((row) => row?.applicationId ?? [])
    const surplus = await listSurplusScores(database, ids, contract.retention.scoresPerApplication)
    await eraseScoringJobs(database, owner as NamedScoringJobRow, surplus)
  }
}

/** Returns the newest batch of each job that belongs to a batch. */
function newestBatches(links: BatchLink[]): Map<string, string> {
  const oldestFirst = links.toSorted((one, other) => (one.batchId < other.batchId ? -1 : 1))
  return new Map(oldestFirst.map(({ scoringJobId, batchId }) => [scoringJobId, batchId]))
}

async function countFailures({ database }: Needs, terminal: NamedScoringJobRow[]): Promise<void> {
  const failures = terminal.flatMap(({ partnerId, environment, errorCode, failedAt: at }) =>
    errorCode === null || at === null
      ? []
      : [{ partnerId, environment, kind: 'SCORING_FAILURE' as const, subject: errorCode, at }],
  )
  await addToRollups(database, failures)
}

async function bill({ database, clock }: Needs, completed: NamedScoringJobRow[]): Promise<void> {
  const createdAt = clock.now()
  const units = completed.map(({ id: scoringJobId, partnerId, environment, queuedAt }) => {
    return { scoringJobId, partnerId, environment, month: monthOf(queuedAt), createdAt }
  })
  await insertUsage(database, units)
}
