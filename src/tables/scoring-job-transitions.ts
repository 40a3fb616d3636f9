/**
 * How scoring jobs move on: the state machine as conditional updates, for consumers and rescues, who serve all owners.
 *
 *   PENDING ──claim──▶ PROCESSING ──complete──▶ COMPLETED
 *      ▲  └────────────────┼───────fail───────▶ FAILED
 *      └──────put off──────┘
 *
 * An update that changes no row has lost to somebody else. `attempt` is the fence: it grows with every claim and
 * every rescue, and whoever holds an older one can change nothing.
 */
import type { ErrorCode } from '../kit/errors.ts'
import type { Lane } from '../platform/broker/broker.ts'
import { type Database, bindList } from '../platform/database/database.ts'
import type { CriteriaVersionRow } from './criteria-versions.ts'
import type { PartnerRow } from './partners.ts'
import type { NamedScoringJobRow, ScoringJobRow } from './scoring-jobs.ts'

/**
 * Confirmed by the broker: the sweeper has no need to ring. A job that has been put off since it was rung, and so is due
 * later, still has.
 */
export async function markPublished(database: Database, ids: string[], publishedAt: number): Promise<void> {
  await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET publishAt = NULL
      WHERE id IN (${bindList(2, ids)}) AND status = 'PENDING' AND dueAt < $1`,
    [publishedAt, ...ids],
  )
}

export type Held = Pick<ScoringJobRow, 'id' | 'attempt'>

/** With what its work needs: the criteria of its version (JSON: Criterion[]), and whether its partner has it read blind. */
export type ClaimedScoringJobRow = NamedScoringJobRow & {
  criteria: CriteriaVersionRow['criteria'] | null
  blind: PartnerRow['blind'] | null
}

/**
 * PENDING and due → PROCESSING under a new fence; null when somebody else has it, it is not due, or more of its workers
 * have vanished than `lostWorkersMost`.
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
    // Its message came early, by a clock that has been set since: it is rung again when it is due.
    await database.execute(
      `UPDATE scoring_jobs${database.by('PRIMARY')}
        SET publishAt = dueAt
        WHERE id = $1 AND status = 'PENDING' AND dueAt > $2`,
      [id, now],
    )
    return null
  }
  const row = await claimedForWork(database, id)
  // A process that stood still between the two may find it in other hands, or ended.
  return row?.workerId === workerId ? row : null
}

/** One statement for all that the work needs: round trips are most of what a job costs. Null once it is deleted. */
async function claimedForWork(database: Database, id: string): Promise<ClaimedScoringJobRow | null> {
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

/** How many workers have vanished with a job that waits and is due; 0 for any other. */
export async function countLostWorkers(database: Database, id: string, now: number): Promise<number> {
  const [row] = await database.select<{ lostWorkers: number }>(
    `SELECT lostWorkers FROM scoring_jobs WHERE id = $1 AND status = 'PENDING' AND dueAt <= $2`,
    [id, now],
  )
  return row?.lostWorkers ?? 0
}

/** A job with all that its end needs; null once it is deleted. */
export async function getScoringJobOfAnyOwner(database: Database, id: string): Promise<NamedScoringJobRow | null> {
  const [row] = await database.select<NamedScoringJobRow>(
    `SELECT s.*, j.externalId AS job, a.externalId AS application
       FROM scoring_jobs s JOIN jobs j ON j.id = s.jobId JOIN applications a ON a.id = s.applicationId WHERE s.id = $1`,
    [id],
  )
  return row ?? null
}

/** The row held until the transaction ends, if the fence still is the caller's. */
export async function lockFence(database: Database, id: string, attempt: number): Promise<boolean> {
  const rows = await database.select(
    `SELECT id FROM scoring_jobs WHERE id = $1 AND status = 'PROCESSING' AND attempt = $2${database.forUpdate}`,
    [id, attempt],
  )
  return rows.length === 1
}

export type Completion = Pick<ScoringJobRow, 'scoreTenths' | 'assessment' | 'flags' | 'audit'>

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

/** What going back to PENDING costs a job; nothing: it has not started either, so its deadline starts anew. */
export type Cost = 'nothing' | 'transientFailure' | 'lostWorker'

/** PROCESSING → PENDING, due at `dueAt` and rung then. */
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

/** What a worker holds by the rows, to compare with what it has in work. */
export async function listHeldBy(database: Database, workerId: string): Promise<Held[]> {
  return database.select<Held>(`SELECT id, attempt FROM scoring_jobs WHERE workerId = $1 AND status = 'PROCESSING'`, [
    workerId,
  ])
}

/** All that a worker holds: PROCESSING → PENDING, due at once, at no cost. */
export async function releaseScoringJobs(database: Database, workerId: string, now: number): Promise<number> {
  return database.execute(
    `UPDATE scoring_jobs${database.by('scoring_jobs_worker')} SET status = 'PENDING', dueAt = $1, publishAt = $1,
        workerId = NULL, attempt = attempt + 1, startedAt = NULL
      WHERE workerId = $2 AND status = 'PROCESSING'`,
    [now, workerId],
  )
}

/** How many jobs wait with a message out, by the doorbell's lane. */
export async function countConfirmed(database: Database, lane: Lane): Promise<number> {
  const [row] = await database.select<{ n: number }>(
    `SELECT COUNT(*) AS n FROM scoring_jobs WHERE status = 'PENDING' AND publishAt IS NULL AND lane = $1`,
    [lane],
  )
  return Number(row?.n ?? 0)
}

/** Puts the oldest `most` jobs whose message was confirmed back to be rung. */
export async function unpublishConfirmed(database: Database, lane: Lane, now: number, most: number): Promise<number> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs WHERE status = 'PENDING' AND publishAt IS NULL AND lane = $1 ORDER BY id LIMIT ${most}`,
    [lane],
  )
  if (rows.length === 0) return 0
  return database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET publishAt = $1
      WHERE id IN (${bindList(2, rows)}) AND status = 'PENDING' AND publishAt IS NULL`,
    [now, ...rows.map(({ id }) => id)],
  )
}

export type Orphan = Pick<ScoringJobRow, 'id' | 'attempt' | 'lostWorkers'>

/** Jobs whose worker has shown no heartbeat since `before`. Waits for no lock: a worker that stands still may hold its row. */
export async function listOrphans(database: Database, before: number, most: number): Promise<Orphan[]> {
  return database.select<Orphan>(
    `SELECT s.id, s.attempt, s.lostWorkers FROM scoring_jobs s
      LEFT JOIN workers w ON w.id = s.workerId AND w.heartbeatAt >= $1
      WHERE s.status = 'PROCESSING' AND w.id IS NULL LIMIT ${most}`,
    [before],
  )
}

/** Jobs accepted before `queuedBefore`, or started before `startedBefore`, and not terminal. */
export async function listOverdue(
  database: Database,
  queuedBefore: number,
  startedBefore: number,
  most: number,
): Promise<Held[]> {
  const open = (status: string, column: string, place: string) =>
    `SELECT id, attempt FROM scoring_jobs WHERE status = '${status}' AND ${column} < ${place}`
  const parts = [
    open('PENDING', 'queuedAt', '$1'),
    open('PENDING', 'startedAt', '$2'),
    open('PROCESSING', 'queuedAt', '$1'),
    open('PROCESSING', 'startedAt', '$2'),
  ]
  return database.select<Held>(`${parts.join(' UNION ')} LIMIT ${most}`, [queuedBefore, startedBefore])
}

/** Of these jobs, those that have neither ended nor been deleted. */
export async function listOpen(database: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs WHERE id IN (${bindList(1, ids)}) AND status IN ('PENDING', 'PROCESSING')`,
    ids,
  )
  return rows.map(({ id }) => id)
}
