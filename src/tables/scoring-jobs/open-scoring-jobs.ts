/**
 * Lists the open scoring jobs of all owners for the operator, and makes a job due. The rows contain none of the
 * callers' data.
 *
 * The state changes that the service makes by itself are in `transitions.ts`.
 */
import type { Database } from '../../platform/database/database.ts'
import { pendingSince, scoringJobs, type ScoringJobRow, type ScoringStatus } from './scoring-jobs.ts'

const names = [
  ...(['id', 'partnerId', 'environment', 'lane', 'status', 'queuedAt', 'dueAt'] as const),
  ...(['attempt', 'transientFailures', 'lostWorkers', 'workerId'] as const),
]
const shown = names.map((name) => `s.${name}`).join(', ')
/** A PENDING or PROCESSING job, without any data from the caller. */
export type OpenScoringJobRow = Pick<ScoringJobRow, (typeof names)[number]>

/** Returns jobs due since before `dueBefore` that no worker has claimed, oldest first. */
export async function listUnclaimed(
  database: Database,
  dueBefore: number,
  limit: number,
): Promise<OpenScoringJobRow[]> {
  // The condition on `queuedAt` makes the index usable. It excludes no row, because a job is never due before it is
  // accepted.
  return database.select(
    `SELECT ${shown} FROM ${pendingSince(database)}
      WHERE s.dueAt < $1 ORDER BY s.queuedAt LIMIT ${limit}`,
    [dueBefore],
  )
}

/** Returns jobs whose worker has sent no heartbeat since `heartbeatBefore`, oldest first. */
export async function listAbandoned(
  database: Database,
  heartbeatBefore: number,
  limit: number,
): Promise<OpenScoringJobRow[]> {
  return database.select(
    `SELECT ${shown} FROM scoring_jobs s LEFT JOIN workers w ON w.id = s.workerId
      WHERE s.status = 'PROCESSING' AND (w.id IS NULL OR w.heartbeatAt < $1) ORDER BY s.queuedAt LIMIT ${limit}`,
    [heartbeatBefore],
  )
}

/** Makes a pending job due, so that the dispatcher's next pass publishes it; returns false if it is not pending. */
export async function makeDue(database: Database, id: string, now: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET dueAt = CASE WHEN dueAt > $1 THEN $1 ELSE dueAt END, publishAt = $1
      WHERE id = $2 AND status = 'PENDING'`,
    [now, id],
  )
  return changed === 1
}

/** Returns a job's status; null if the job does not exist. */
export async function findStatus(database: Database, id: string): Promise<ScoringStatus | null> {
  const row = await database.model(scoringJobs).findOne({ attributes: ['status'], where: { id } })
  return row?.status ?? null
}
