/**
 * The backlog of all owners in one row: the counts and the oldest times of open scoring jobs and webhook deliveries.
 * Used for metrics and for `cli top`.
 */
import { lanes, type Lane } from '../platform/broker/broker.ts'
import type { Database } from '../platform/database/database.ts'
import { oldestPendingAt } from './scoring-jobs/scoring-jobs.ts'

/**
 * The states of open jobs. A waiting job has a confirmed message (`published`), is due to be published (`unpublished`),
 * or will be due `later`. A job is due later if it is snoozed, or if its message is not confirmed yet.
 */
export type JobState = 'published' | 'unpublished' | 'later' | 'processing'

export type Backlog = Record<`${Lane}_${JobState}`, number> & {
  /**
   * In epoch ms, the times when the oldest waiting job was accepted and when the oldest running one started; null if
   * there are none.
   */
  oldestPendingAt: number | null
  oldestProcessingAt: number | null
  /** The number of deliveries that are due for an attempt, and of those that are scheduled for later or in progress. */
  deliveriesDue: number
  deliveriesLater: number
  /** Epoch ms: when the delivery that has waited longest became due; null if none is due. */
  oldestDeliveryAt: number | null
}

export const jobStates: Record<JobState, string> = {
  published: "status = 'PENDING' AND publishAt IS NULL",
  unpublished: "status = 'PENDING' AND publishAt <= $1",
  later: "status = 'PENDING' AND publishAt > $1",
  processing: "status = 'PROCESSING'",
}

const countOf = (condition: string, name: string) => `COUNT(CASE WHEN ${condition} THEN 1 END) AS ${name}`

/** Returns a lane's open jobs by state; `now`: epoch ms. */
export async function countOpen(database: Database, lane: Lane, now: number): Promise<Record<JobState, number>> {
  const counts = Object.entries(jobStates).map(([state, condition]) => countOf(condition, state))
  const [row] = await database.select<Record<JobState, number>>(
    `SELECT ${counts.join(', ')} FROM scoring_jobs WHERE status IN ('PENDING', 'PROCESSING') AND lane = $2`,
    [now, lane],
  )
  return row as Record<JobState, number>
}

/** Returns the backlog, with one statement that reads only indexes; `now`: epoch ms. */
export async function readBacklog(database: Database, now: number): Promise<Backlog> {
  const counts = lanes.flatMap((lane) =>
    Object.entries(jobStates).map(([state, condition]) =>
      countOf(`lane = '${lane}' AND ${condition}`, `${lane}_${state}`),
    ),
  )
  const [row] = await database.select<Backlog>(
    `SELECT ${counts.join(', ')},
        (SELECT MIN(${oldestPendingAt(database)}) FROM partners p) AS oldestPendingAt,
        (SELECT MIN(startedAt) FROM scoring_jobs WHERE status = 'PROCESSING') AS oldestProcessingAt,
        (SELECT COUNT(*) FROM webhook_deliveries WHERE claimAt <= $1) AS deliveriesDue,
        (SELECT COUNT(*) FROM webhook_deliveries WHERE claimAt > $1) AS deliveriesLater,
        (SELECT MIN(claimAt) FROM webhook_deliveries WHERE claimAt <= $1) AS oldestDeliveryAt
      FROM scoring_jobs${database.by('scoring_jobs_dispatch')} WHERE status IN ('PENDING', 'PROCESSING')`,
    [now],
  )
  return row as Backlog
}
