/**
 * Transitions of scoring jobs: the state machine as conditional updates. For consumers and the rescue, which serve all
 * owners.
 *
 *   PENDING ──claim──▶ PROCESSING ──complete──▶ COMPLETED
 *      ▲  └────────────────┼───────fail───────▶ FAILED
 *      └──────snooze───────┘
 *
 * An update that changes no row has lost to another process. `attempt` is the fence: every claim and every rescue
 * raises it, and a worker with an older one can change nothing.
 */
import type { ErrorCode } from '../kit/errors.ts'
import { type Database, bindList } from '../platform/database/database.ts'
import type { CriteriaVersionRow } from './criteria-versions.ts'
import type { PartnerRow } from './partners.ts'
import type { NamedScoringJobRow, ScoringJobRow } from './scoring-jobs.ts'

/** A job and the fence under which it was read. */
export type Held = Pick<ScoringJobRow, 'id' | 'attempt'>

/** A claimed job with the criteria of its version (JSON: Criterion[]) and its partner's choice of blind reading. */
export type ClaimedScoringJobRow = NamedScoringJobRow & {
  criteria: CriteriaVersionRow['criteria'] | null
  blind: PartnerRow['blind'] | null
}

/**
 * PENDING and due → PROCESSING under a new fence; null when another worker has it, it is not due, or it has lost more
 * workers than `lostWorkersMost`.
 */
export async function claimScoringJob(
  database: Database,
  id: string,
  workerId: string,
  now: number,
  lostWorkersMost: number = Number.MAX_SAFE_INTEGER,
): Promise<ClaimedScoringJobRow | null> {
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET status = 'PROCESSING', attempt = attempt + 1, workerId = $1,
        startedAt = COALESCE(startedAt, $2), publishAt = NULL
      WHERE id = $3 AND status = 'PENDING' AND dueAt <= $2 AND lostWorkers <= $4`,
    [workerId, now, id, lostWorkersMost],
  )
  if (changed === 0) {
    // The message came early, because the clock was set back: publish it again when the job is due.
    await database.execute(
      `UPDATE scoring_jobs${database.by('PRIMARY')}
        SET publishAt = dueAt
        WHERE id = $1 AND status = 'PENDING' AND dueAt > $2`,
      [id, now],
    )
    return null
  }
  const row = await selectForWork(database, id)
  // If this process stalled between the two statements, another may have taken the job or completed it.
  return row?.workerId === workerId ? row : null
}

/** One statement for all that the work needs: round trips are most of a job's cost. Null once the job is deleted. */
async function selectForWork(database: Database, id: string): Promise<ClaimedScoringJobRow | null> {
  const [row] = await database.select<ClaimedScoringJobRow>(
    `SELECT s.*, j.externalId AS job, a.externalId AS application, v.criteria, p.blind
       FROM scoring_jobs s JOIN jobs j ON j.id = s.jobId JOIN applications a ON a.id = s.applicationId
       LEFT JOIN partners p ON p.id = s.partnerId
       LEFT JOIN criteria_versions v ON v.id = s.criteriaVersionId AND v.tenantId = s.tenantId
      WHERE s.id = $1`,
    [id],
  )
  return row ?? null
}

/** How many workers a pending job that is due has lost; 0 for any other job. */
export async function countLostWorkers(database: Database, id: string, now: number): Promise<number> {
  const [row] = await database.select<{ lostWorkers: number }>(
    `SELECT lostWorkers FROM scoring_jobs WHERE id = $1 AND status = 'PENDING' AND dueAt <= $2`,
    [id, now],
  )
  return row?.lostWorkers ?? 0
}

/** A job with all that its completion needs; null once it is deleted. */
export async function getScoringJobOfAnyOwner(database: Database, id: string): Promise<NamedScoringJobRow | null> {
  const [row] = await database.select<NamedScoringJobRow>(
    `SELECT s.*, j.externalId AS job, a.externalId AS application
       FROM scoring_jobs s JOIN jobs j ON j.id = s.jobId JOIN applications a ON a.id = s.applicationId WHERE s.id = $1`,
    [id],
  )
  return row ?? null
}

/** Locks the row until the transaction ends; false when the caller's fence is out of date. */
export async function lockFence(database: Database, id: string, attempt: number): Promise<boolean> {
  const rows = await database.select(
    `SELECT id FROM scoring_jobs WHERE id = $1 AND status = 'PROCESSING' AND attempt = $2${database.forUpdate}`,
    [id, attempt],
  )
  return rows.length === 1
}

/** What a completed job stores. */
export type Completion = Pick<ScoringJobRow, 'scoreTenths' | 'assessment' | 'flags' | 'audit'>

/** PROCESSING → COMPLETED; false when the fence is out of date. */
export async function completeScoringJob(
  database: Database,
  id: string,
  attempt: number,
  now: number,
  result: Completion,
): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')}
      SET status = 'COMPLETED', completedAt = $1, scoreTenths = $2, assessment = $3,
        flags = $4, audit = $5, resumeUrl = NULL, answers = NULL, workerId = NULL
      WHERE id = $6 AND status = 'PROCESSING' AND attempt = $7`,
    [now, result.scoreTenths, result.assessment, result.flags, result.audit, id, attempt],
  )
  return changed === 1
}

/** PENDING or PROCESSING → FAILED; false when the fence is out of date. */
export async function failScoringJob(
  database: Database,
  id: string,
  attempt: number,
  now: number,
  errorCode: ErrorCode,
): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')}
      SET status = 'FAILED', failedAt = $1, errorCode = $2, attempt = attempt + 1,
        resumeUrl = NULL, answers = NULL, workerId = NULL, publishAt = NULL
      WHERE id = $3 AND attempt = $4 AND status IN ('PENDING', 'PROCESSING')`,
    [now, errorCode, id, attempt],
  )
  return changed === 1
}

/** What a snooze counts against the job. With `nothing` the job counts as not started, so its deadline starts over. */
export type Cost = 'nothing' | 'transientFailure' | 'lostWorker'

/** PROCESSING → PENDING, to be published again at `dueAt`; false when the fence is out of date. */
export async function snoozeScoringJob(
  database: Database,
  id: string,
  attempt: number,
  dueAt: number,
  cost: Cost,
): Promise<boolean> {
  const costs: Record<Cost, string> = {
    nothing: 'startedAt = NULL',
    transientFailure: 'transientFailures = transientFailures + 1',
    lostWorker: 'lostWorkers = lostWorkers + 1',
  }
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET status = 'PENDING', dueAt = $1, publishAt = $1, workerId = NULL,
        attempt = attempt + 1, ${costs[cost]}
      WHERE id = $2 AND status = 'PROCESSING' AND attempt = $3`,
    [dueAt, id, attempt],
  )
  return changed === 1
}

/** The jobs that a worker holds according to the rows, to compare with those that it is working on. */
export async function listHeldBy(database: Database, workerId: string): Promise<Held[]> {
  return database.select<Held>(`SELECT id, attempt FROM scoring_jobs WHERE workerId = $1 AND status = 'PROCESSING'`, [
    workerId,
  ])
}

/** Releases all jobs of a worker: PROCESSING → PENDING, due at once, at no cost. */
export async function releaseScoringJobs(database: Database, workerId: string, now: number): Promise<number> {
  return database.execute(
    `UPDATE scoring_jobs${database.by('scoring_jobs_worker')} SET status = 'PENDING', dueAt = $1, publishAt = $1,
        workerId = NULL, attempt = attempt + 1, startedAt = NULL
      WHERE workerId = $2 AND status = 'PROCESSING'`,
    [now, workerId],
  )
}

/** A job whose worker is lost. */
export type Orphan = Pick<ScoringJobRow, 'id' | 'attempt' | 'lostWorkers'>

/**
 * Jobs whose worker has sent no heartbeat since `before`. Takes no lock: a stalled worker may still hold one on its
 * job.
 */
export async function listOrphans(database: Database, before: number, most: number): Promise<Orphan[]> {
  return database.select<Orphan>(
    `SELECT s.id, s.attempt, s.lostWorkers FROM scoring_jobs s
      LEFT JOIN workers w ON w.id = s.workerId AND w.heartbeatAt >= $1
      WHERE s.status = 'PROCESSING' AND w.id IS NULL LIMIT ${most}`,
    [before],
  )
}

/** Open jobs that were accepted before `queuedBefore`, or started before `startedBefore`. */
export async function listOverdue(
  database: Database,
  queuedBefore: number,
  startedBefore: number,
  most: number,
): Promise<Held[]> {
  const open = (status: string, column: string, bind: string) =>
    `SELECT id, attempt FROM scoring_jobs WHERE status = '${status}' AND ${column} < ${bind}`
  const parts = [
    open('PENDING', 'queuedAt', '$1'),
    open('PENDING', 'startedAt', '$2'),
    open('PROCESSING', 'queuedAt', '$1'),
    open('PROCESSING', 'startedAt', '$2'),
  ]
  return database.select<Held>(`${parts.join(' UNION ')} LIMIT ${most}`, [queuedBefore, startedBefore])
}

/** Those of these jobs that are neither terminal nor deleted. */
export async function listOpen(database: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs WHERE id IN (${bindList(1, ids)}) AND status IN ('PENDING', 'PROCESSING')`,
    ids,
  )
  return rows.map(({ id }) => id)
}
