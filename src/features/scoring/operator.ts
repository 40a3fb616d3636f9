/**
 * The operator's commands for scoring jobs: list stuck jobs, show the queues, retry a waiting job.
 *
 * Shows only the service's own ids. The commands never change a terminal job, and never take a job away from a worker.
 */
import { countOpen, type JobState } from '../../tables/backlog.ts'
import { invalid } from '../../kit/errors.ts'
import type { Broker, Lane } from '../../platform/broker/broker.ts'
import type { Services } from '../../platform/services.ts'
import { timings } from '../../platform/timings.ts'
import {
  findStatus,
  listAbandoned,
  listUnclaimed,
  makeDue,
  type OpenScoringJobRow,
} from '../../tables/scoring-jobs/open-scoring-jobs.ts'

type Needs = Pick<Services, 'database' | 'clock'>

/**
 * Returns jobs that have been due for `waitedMs` or longer without a claim, and jobs whose worker is lost: the `limit`
 * oldest of each kind. A longer list would not help an operator; `queues` shows the totals.
 */
export async function listStuckScoringJobs(
  { database, clock }: Needs,
  waitedMs: number,
  limit: number,
): Promise<OpenScoringJobRow[]> {
  const now = clock.now()
  const unclaimed = await listUnclaimed(database, now - waitedMs, limit)
  return [...unclaimed, ...(await listAbandoned(database, now - timings.leaseMs, limit))]
}

/**
 * Makes a waiting job due immediately, so that the dispatcher publishes it; its failure counts are not reset. If the
 * process dies after the commit, the job is still due. @throws VALIDATION_ERROR with the reason if that is not possible
 */
export async function retryScoringJob({ database, clock }: Needs, id: string): Promise<void> {
  if (await database.transaction(() => makeDue(database, id, clock.now()))) return
  const status = await findStatus(database, id)
  if (status === null) throw invalid('scoringJobId', 'unknown', `there is no scoring job "${id}"`)
  const reason =
    status === 'PENDING' || status === 'PROCESSING'
      ? 'is being processed; if its worker is lost, another worker takes over within a minute'
      : `is ${status}, which is final; submit the application again (with "rescore": true if the job is COMPLETED)`
  throw invalid('scoringJobId', 'mismatch', `scoring job "${id}" ${reason}`)
}

/** `messages`: the number of messages in the broker's queue; null if the broker is unavailable or in-memory. */
export type LaneState = {
  messages: number | null
  pending: Record<Exclude<JobState, 'processing'>, number>
  processing: number
}

/** Returns a lane's state, as the broker and the database report it. */
export async function readLane({ database, clock }: Needs, broker: Broker | null, lane: Lane): Promise<LaneState> {
  const messages = (await broker?.depth(lane)) ?? null
  const { processing, ...pending } = await countOpen(database, lane, clock.now())
  return { messages, pending, processing }
}
