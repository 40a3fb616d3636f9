/**
 * Transitions of scoring jobs: the state machine as conditional updates. Used by consumers and the recovery task, which
 * serve all owners.
 *
 * - claim: PENDING ──▶ PROCESSING
 * - complete: PROCESSING ──▶ COMPLETED
 * - snooze or release: PROCESSING ──▶ PENDING
 * - fail: PENDING or PROCESSING ──▶ FAILED
 *
 * If an update changes no row, another process was faster. `attempt` is the fence: every change of the status except a
 * completion increases it, and a worker with an older value cannot change the row. Claims are in `claims.ts`.
 */
import { bindList, valuesById, type Database } from '../../platform/database/database.ts'
import { shareAttachedJobs } from '../jobs.ts'
import { pendingSince, scoringJobs, type NamedScoringJobRow, type ScoringJobRow } from './scoring-jobs.ts'

/** A job and the fence under which it was read. */
export type Held = Pick<ScoringJobRow, 'id' | 'attempt'>

/** Returns a job with everything that its completion needs; null if it was deleted. */
export async function getScoringJobOfAnyOwner(database: Database, id: string): Promise<NamedScoringJobRow | null> {
  const [row] = await database.select<NamedScoringJobRow>(
    `SELECT s.*, j.externalId AS job, a.externalId AS application
       FROM scoring_jobs s JOIN jobs j ON j.id = s.jobId JOIN applications a ON a.id = s.applicationId WHERE s.id = $1`,
    [id],
  )
  return row ?? null
}

/**
 * Locks open jobs until the transaction ends, and returns the entries of `all` whose fence is still current. Leaves out
 * the jobs of a detached tenant or application, which are open until the eraser deletes them. A deletion either waits
 * for this transaction or is visible to it. Claims and snoozes increase the fence, so a job that still has the fence of
 * its claim is PROCESSING. `all` may contain a job twice: after a pause, a process may claim a job again that it is
 * still processing, and both attempts may end together.
 */
export async function lockFences<Holder extends Held & Pick<ScoringJobRow, 'jobId'>>(
  database: Database,
  all: readonly Holder[],
): Promise<Set<Holder>> {
  const attached = await shareAttachedJobs(
    database,
    all.map(({ jobId }) => jobId),
  )
  const holders = all.filter(({ jobId }) => attached.has(jobId))
  const ids = holders.map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const rows = await database.select<Held>(
    `SELECT s.id, s.attempt FROM scoring_jobs s${database.by('PRIMARY')}
      WHERE s.id IN (${bindList(1, ids)}) AND s.status IN ('PENDING', 'PROCESSING')
        AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.id = s.applicationId AND a.externalId LIKE '|%')${database.forUpdate}`,
    ids,
  )
  const fences = new Map(rows.map(({ id, attempt }) => [id, attempt]))
  return new Set(holders.filter(({ id, attempt }) => fences.get(id) === attempt))
}

const completionColumns = [
  ...(['scoreTenths', 'assessment', 'flags', 'findings', 'audit', 'inputHash', 'contentHash', 'revision'] as const),
] as const

/** The columns that a completed job stores. */
export type Completion = Pick<ScoringJobRow, (typeof completionColumns)[number]>

/** Changes jobs to COMPLETED. The caller has locked them with `lockFences`. */
export async function completeScoringJobs(
  database: Database,
  completed: readonly (Pick<ScoringJobRow, 'id'> & Completion)[],
  now: number,
): Promise<void> {
  if (completed.length === 0) return
  const { set, where, binds } = valuesById(2, completed, completionColumns)
  await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET status = 'COMPLETED', completedAt = $1, ${set(completionColumns)},
        resumeUrl = NULL, answers = NULL, workerId = NULL
      WHERE ${where}`,
    [now, ...binds],
  )
}

/** Writes the score that results from a person's override to a COMPLETED job. The caller has locked the job. */
export async function changeScore(
  database: Database,
  row: Pick<ScoringJobRow, 'id' | 'tenantId' | 'scoreTenths' | 'assessment' | 'audit' | 'revision'>,
): Promise<void> {
  const { id, tenantId, scoreTenths, assessment, audit, revision } = row
  await database.model(scoringJobs).update({ scoreTenths, assessment, audit, revision }, { where: { id, tenantId } })
}

const failureColumns = ['errorCode', 'audit', 'tokensLost', 'failure'] as const

/** Changes jobs to FAILED. The caller has locked them with `lockFences`. */
export async function failScoringJobs(
  database: Database,
  failed: readonly Pick<ScoringJobRow, 'id' | (typeof failureColumns)[number]>[],
  now: number,
): Promise<void> {
  if (failed.length === 0) return
  const { set, where, binds } = valuesById(2, failed, failureColumns)
  await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')}
      SET status = 'FAILED', failedAt = $1, ${set(failureColumns)}, attempt = attempt + 1,
        resumeUrl = NULL, answers = NULL, workerId = NULL, publishAt = NULL
      WHERE ${where}`,
    [now, ...binds],
  )
}

/**
 * The counter of the job that a snooze increases. With `nothing`, the job is treated as not started, so its time limit
 * starts again.
 */
export type Cost = 'nothing' | 'transientFailure' | 'lostWorker'

/**
 * Changes a job from PROCESSING to PENDING, to be published again at `dueAt`; returns false if the fence is outdated.
 * `tokensLost`: the new total of the job's attempts, if this attempt used any.
 */
export async function snoozeScoringJob(
  database: Database,
  id: string,
  attempt: number,
  dueAt: number,
  cost: Cost,
  tokensLost: string | null = null,
): Promise<boolean> {
  const costs: Record<Cost, string> = {
    nothing: 'startedAt = NULL',
    transientFailure: 'transientFailures = transientFailures + 1',
    lostWorker: 'lostWorkers = lostWorkers + 1',
  }
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET status = 'PENDING', dueAt = $1, publishAt = $1, workerId = NULL,
        attempt = attempt + 1, tokensLost = COALESCE($4, tokensLost), ${costs[cost]}
      WHERE id = $2 AND status = 'PROCESSING' AND attempt = $3`,
    [dueAt, id, attempt, tokensLost],
  )
  return changed === 1
}

/**
 * Makes a snoozed job due immediately, ahead of its partner's jobs that were accepted later; returns false if the fence
 * is outdated or the job is already due.
 */
export async function wakeScoringJob(database: Database, id: string, attempt: number, now: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET dueAt = $1, publishAt = queuedAt
      WHERE id = $2 AND status = 'PENDING' AND attempt = $3 AND dueAt > $1`,
    [now, id, attempt],
  )
  return changed === 1
}

/** Returns the jobs that are assigned to a worker in the database. */
export async function listHeldBy(
  database: Database,
  workerId: string,
): Promise<(Held & Pick<ScoringJobRow, 'traceparent'>)[]> {
  return database.select(
    `SELECT id, attempt, traceparent FROM scoring_jobs WHERE workerId = $1 AND status = 'PROCESSING'`,
    [workerId],
  )
}

/**
 * Changes all of a worker's jobs from PROCESSING to PENDING, due immediately, without counting a failure. Returns their
 * number.
 */
export async function releaseScoringJobs(database: Database, workerId: string, now: number): Promise<number> {
  return database.execute(
    `UPDATE scoring_jobs${database.by('scoring_jobs_worker')} SET status = 'PENDING', dueAt = $1, publishAt = $1,
        workerId = NULL, attempt = attempt + 1, startedAt = NULL
      WHERE workerId = $2 AND status = 'PROCESSING'`,
    [now, workerId],
  )
}

/** A job whose worker is lost. */
export type Orphan = Pick<ScoringJobRow, 'id' | 'attempt' | 'lostWorkers' | 'traceparent'>

/**
 * Returns jobs whose worker has sent no heartbeat since `before`. Takes no lock, because a stalled worker may still
 * have its job's row locked.
 */
export async function listOrphans(database: Database, before: number, limit: number): Promise<Orphan[]> {
  return database.select<Orphan>(
    `SELECT s.id, s.attempt, s.lostWorkers, s.traceparent FROM scoring_jobs s
      LEFT JOIN workers w ON w.id = s.workerId AND w.heartbeatAt >= $1
      WHERE s.status = 'PROCESSING' AND w.id IS NULL LIMIT ${limit}`,
    [before],
  )
}

/** Returns open jobs that were accepted before `queuedBefore`, or started before `startedBefore`. */
export async function listOverdue(
  database: Database,
  queuedBefore: number,
  startedBefore: number,
  limit: number,
): Promise<Held[]> {
  // `workerId IS NULL` is true for every pending job. With it, the database can use an index that has `workerId`
  // between `status` and `startedAt`.
  const parts = [
    `SELECT s.id, s.attempt FROM ${pendingSince(database)}`,
    `SELECT id, attempt FROM scoring_jobs WHERE status = 'PENDING' AND workerId IS NULL AND startedAt < $2`,
    `SELECT id, attempt FROM scoring_jobs WHERE status = 'PROCESSING' AND (queuedAt < $1 OR startedAt < $2)`,
  ]
  return database.select<Held>(`${parts.join(' UNION ')} LIMIT ${limit}`, [queuedBefore, startedBefore])
}

/** Returns the given jobs that are neither terminal nor deleted. */
export async function listOpen(database: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs WHERE id IN (${bindList(1, ids)}) AND status IN ('PENDING', 'PROCESSING')`,
    ids,
  )
  return rows.map(({ id }) => id)
}
