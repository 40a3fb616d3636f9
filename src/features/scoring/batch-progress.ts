/**
 * Derives a batch's status from its jobs. Only this file counts their outcomes.
 *
 * The status only moves forward: PENDING ─▶ IN_PROGRESS ─▶ COMPLETED | PARTIAL_FAILURE | FAILED. The transaction that
 * makes a job terminal also counts it in its batches. If the process dies before the commit, the job is still open;
 * after the commit, the job is counted. So a batch closes with its last job, and no task has to search for batches that
 * failed to close.
 *
 * The batch row does not record that a job has started: claims are frequent, and up to a hundred of them would wait for
 * the row. Instead, the jobs' rows show whether a job has started, because their attempt numbers never decrease.
 */
import type { ScoringBatchStatus } from '../../../generated/types.gen.ts'
import type { Services } from '../../platform/services.ts'
import {
  listBatchLinks,
  lockOpenBatches,
  updateBatchProgress,
  type BatchLink,
  type ScoringBatchRow,
} from '../../tables/scoring-batches.ts'
import type { NamedScoringJobRow, ScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import type { ClosedBatch } from '../events/payloads.ts'

type Counts = Pick<ScoringBatchRow, 'totalJobs' | 'completedJobs' | 'failedJobs'>
/** The columns of a batch that change as its jobs complete. */
export type Progress = Counts & Pick<ScoringBatchRow, 'status' | 'completedAt'>

/** Returns a batch's status. A batch without jobs is COMPLETED. */
export function statusOf({ totalJobs, completedJobs, failedJobs }: Counts, hasStarted: boolean): ScoringBatchStatus {
  if (completedJobs + failedJobs < totalJobs) return hasStarted ? 'IN_PROGRESS' : 'PENDING'
  if (failedJobs === 0) return 'COMPLETED'
  return completedJobs === 0 ? 'FAILED' : 'PARTIAL_FAILURE'
}

/**
 * Returns whether any of the jobs has ever left PENDING. A snoozed job is PENDING again, but keeps its attempt number.
 */
export function haveStarted(scoringJobs: Pick<ScoringJobRow, 'status' | 'attempt'>[]): boolean {
  return scoringJobs.some(({ status, attempt }) => status !== 'PENDING' || attempt > 0)
}

/** Adds the outcomes of these jobs to `counts`, and returns the batch's new progress. */
export function withOutcomes(
  counts: Counts,
  scoringJobs: Pick<ScoringJobRow, 'status' | 'attempt'>[],
  now: number,
): Progress {
  const { completed, failed } = outcomesOf(scoringJobs)
  const { totalJobs, completedJobs, failedJobs } = counts
  const added = { totalJobs, completedJobs: completedJobs + completed, failedJobs: failedJobs + failed }
  return toProgress(added, haveStarted(scoringJobs), now)
}

function outcomesOf(scoringJobs: Pick<ScoringJobRow, 'status'>[]): { completed: number; failed: number } {
  const count = (status: ScoringJobRow['status']) =>
    scoringJobs.filter((scoringJob) => scoringJob.status === status).length
  return { completed: count('COMPLETED'), failed: count('FAILED') }
}

function toProgress(counts: Counts, hasStarted: boolean, now: number): Progress {
  const isOpen = counts.completedJobs + counts.failedJobs < counts.totalJobs
  return { ...counts, status: statusOf(counts, hasStarted), completedAt: isOpen ? null : now }
}

/** Returns whether all jobs in the batch are terminal, so that its status is final. */
export function isClosed<Batch extends Progress>(batch: Batch): batch is Batch & Pick<ClosedBatch, 'status'> {
  return batch.completedAt !== null
}

type ScoringJobOfBatch = Pick<NamedScoringJobRow, 'id' | 'status' | 'attempt' | 'job' | 'traceparent'>

/**
 * Counts jobs that have just become terminal in every open batch that contains them, and returns the batches that
 * close. `links`: the batches of each job.
 *
 * Call it inside the transaction that changed the jobs and locked their rows. A transaction that creates a batch with
 * one of these jobs locks the same job row. So either that transaction sees the outcome, or this one sees the batch.
 *
 * Call it late, because it locks the batches' rows until the commit. When 24 concurrent transactions recorded their
 * events after this call, each waited 0.25 s.
 */
export async function countOutcomes(
  services: Needs,
  terminal: ScoringJobOfBatch[],
  links: BatchLink[],
): Promise<ClosedBatch[]> {
  return updateBatches(services, terminal, links, withOutcomes)
}

/**
 * Removes jobs from every open batch that contains them; returns the batches that close. Call it inside the transaction
 * that deletes the jobs.
 */
export async function leaveBatches(services: Needs, leaving: ScoringJobOfBatch[]): Promise<ClosedBatch[]> {
  const ids = leaving.map(({ id }) => id)
  return updateBatches(services, leaving, await listBatchLinks(services.database, ids), withoutScoringJobs)
}

/** Returns the batch's progress without these jobs. A batch that has started does not become PENDING again. */
function withoutScoringJobs(batch: Progress, scoringJobs: ScoringJobOfBatch[], now: number): Progress {
  const { completed, failed } = outcomesOf(scoringJobs)
  const left = {
    totalJobs: batch.totalJobs - scoringJobs.length,
    completedJobs: batch.completedJobs - completed,
    failedJobs: batch.failedJobs - failed,
  }
  return toProgress(left, batch.status !== 'PENDING' || haveStarted(scoringJobs), now)
}

type Needs = Pick<Services, 'database' | 'clock'>

/** Updates any number of batches with two statements. */
async function updateBatches(
  { database, clock }: Needs,
  rows: ScoringJobOfBatch[],
  links: BatchLink[],
  update: (batch: Progress, scoringJobs: ScoringJobOfBatch[], now: number) => Progress,
): Promise<ClosedBatch[]> {
  const scoringJobs = new Map(rows.map((row) => [row.id, row]))
  const byBatch = Map.groupBy(links, ({ batchId }) => batchId)
  const now = clock.now()
  const batches = (await lockOpenBatches(database, [...byBatch.keys()])).map((batch) => {
    const mine = (byBatch.get(batch.id) ?? []).flatMap(({ scoringJobId }) => scoringJobs.get(scoringJobId) ?? [])
    const { job, traceparent } = mine[0] as ScoringJobOfBatch
    return { ...batch, ...update(batch, mine, now), job, traceparent }
  })
  await updateBatchProgress(database, batches)
  return batches.filter(isClosed)
}
