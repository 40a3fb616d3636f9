/**
 * How far a batch is: its status by the states of its jobs, and the one place where an end is counted.
 *
 * PENDING ─▶ IN_PROGRESS ─▶ COMPLETED | PARTIAL_FAILURE | FAILED, never back. An end is counted in the transaction that
 * ends the job: if the process dies before its commit, the job has not ended; after it, the batch has counted it. So a
 * batch is never left open, and nothing has to look for one.
 *
 * That a job has started is not written on the batch: claims are frequent, and a hundred of them would queue up for its
 * row. It is read off the jobs, whose fence never goes back either.
 */
import type { ScoringBatchStatus } from '../../../generated/types.gen.ts'
import type { Services } from '../../platform/services.ts'
import {
  addEnds,
  listBatchLinks,
  lockOpenBatch,
  updateBatchProgress,
  type ScoringBatchRow,
} from '../../tables/scoring-batches.ts'
import type { NamedScoringJobRow, ScoringJobRow } from '../../tables/scoring-jobs.ts'
import type { EndedBatch } from '../events/payloads.ts'

type Counts = Pick<ScoringBatchRow, 'totalJobs' | 'completedJobs' | 'failedJobs'>
export type Progress = Counts & Pick<ScoringBatchRow, 'status' | 'completedAt'>

/** A batch without jobs is COMPLETED: nothing is left to do. */
export function statusOf({ totalJobs, completedJobs, failedJobs }: Counts, hasStarted: boolean): ScoringBatchStatus {
  if (completedJobs + failedJobs < totalJobs) return hasStarted ? 'IN_PROGRESS' : 'PENDING'
  if (failedJobs === 0) return 'COMPLETED'
  return completedJobs === 0 ? 'FAILED' : 'PARTIAL_FAILURE'
}

/** Whether one of the jobs has left PENDING; one that was put off since has a fence that says so. */
export function haveStarted(jobs: Pick<ScoringJobRow, 'status' | 'attempt'>[]): boolean {
  return jobs.some(({ status, attempt }) => status !== 'PENDING' || attempt > 0)
}

/** `counts` with the ends among these jobs added. */
export function withEnds(counts: Counts, jobs: Pick<ScoringJobRow, 'status' | 'attempt'>[], now: number): Progress {
  const { completed, failed } = endsOf(jobs)
  const { totalJobs, completedJobs, failedJobs } = counts
  const added = { totalJobs, completedJobs: completedJobs + completed, failedJobs: failedJobs + failed }
  return toProgress(added, haveStarted(jobs), now)
}

function endsOf(jobs: Pick<ScoringJobRow, 'status'>[]): { completed: number; failed: number } {
  const count = (status: ScoringJobRow['status']) => jobs.filter((job) => job.status === status).length
  return { completed: count('COMPLETED'), failed: count('FAILED') }
}

function toProgress(counts: Counts, hasStarted: boolean, now: number): Progress {
  const isOpen = counts.completedJobs + counts.failedJobs < counts.totalJobs
  return { ...counts, status: statusOf(counts, hasStarted), completedAt: isOpen ? null : now }
}

/** Whether all its jobs have ended: then its status is one of those that an event tells of. */
export function isClosed<Batch extends Progress>(batch: Batch): batch is Batch & Pick<EndedBatch, 'status'> {
  return batch.completedAt !== null
}

type JobOfBatch = Pick<NamedScoringJobRow, 'id' | 'status' | 'attempt' | 'job'>

/**
 * Counts jobs that have just ended in every open batch that holds them; answers the batches that this has closed.
 * Inside the transaction that ended them, which holds their rows: a batch that is being accepted with one of them holds
 * the row too, so it has either seen the end or is seen here. Best at its end: jobs of one batch wait for each other
 * from here on (of 24 at once that recorded their events behind it, each waited a quarter of a second).
 */
export async function countOutcomes(services: Needs, ended: JobOfBatch[]): Promise<EndedBatch[]> {
  return moveBatches(services, ended, withEnds, async (batchId, jobs) => {
    const { completed, failed } = endsOf(jobs)
    return addEnds(services.database, batchId, completed, failed)
  })
}

/** Takes jobs out of every open batch that holds them, likewise: inside the transaction that deletes them afterwards. */
export async function leaveBatches(services: Needs, leaving: JobOfBatch[]): Promise<EndedBatch[]> {
  return moveBatches(services, leaving, withoutJobs)
}

/** `batch` without these jobs, as if it had never held them; but once it has started it stays so. */
function withoutJobs(batch: Progress, jobs: JobOfBatch[], now: number): Progress {
  const { completed, failed } = endsOf(jobs)
  const left = {
    totalJobs: batch.totalJobs - jobs.length,
    completedJobs: batch.completedJobs - completed,
    failedJobs: batch.failedJobs - failed,
  }
  return toProgress(left, batch.status !== 'PENDING' || haveStarted(jobs), now)
}

type Needs = Pick<Services, 'database' | 'clock'>

/** `moveOpen`: a shorter way that leaves the batch open, or says that there is none. */
async function moveBatches(
  { database, clock }: Needs,
  rows: JobOfBatch[],
  move: (batch: Progress, jobs: JobOfBatch[], now: number) => Progress,
  moveOpen: (batchId: string, jobs: JobOfBatch[]) => Promise<boolean> = async () => false,
): Promise<EndedBatch[]> {
  const jobs = new Map(rows.map((row) => [row.id, row]))
  const links = Map.groupBy(await listBatchLinks(database, [...jobs.keys()]), ({ batchId }) => batchId)
  const closed: EndedBatch[] = []
  // In one order by all, so that none deadlock.
  for (const [batchId, held] of [...links].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const mine = held.flatMap(({ scoringJobId }) => jobs.get(scoringJobId) ?? [])
    if (await moveOpen(batchId, mine)) continue
    const batch = await lockOpenBatch(database, batchId)
    if (!batch) continue
    const moved = { ...batch, ...move(batch, mine, clock.now()) }
    await updateBatchProgress(database, moved)
    if (isClosed(moved)) closed.push({ ...moved, job: (mine[0] as JobOfBatch).job })
  }
  return closed
}
