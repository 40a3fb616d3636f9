/**
 * Scoring jobs: our unit of work, and its state machine as conditional updates.
 *
 *   PENDING ──claim──▶ PROCESSING ──complete──▶ COMPLETED
 *      ▲  └────────────────┼───────fail───────▶ FAILED
 *      └──────put off──────┘
 *
 * An update that changes no row has lost to somebody else. `attempt` is the fence: it grows with every claim and
 * every rescue, and whoever holds an older one can change nothing.
 */
import type { Environment, Owner } from '../kit/caller.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database.ts'
import { isId } from '../kit/ids.ts'
import type { ErrorCode } from '../kit/errors.ts'
import type { Lane } from '../platform/broker.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

export type ScoringStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  jobId: columns.id(),
  applicationId: columns.id(),
  criteriaVersionId: columns.id(),
  lane: columns.enumeration<Lane>(16),
  status: columns.enumeration<ScoringStatus>(16),
  isRescore: columns.flag(),
  /** Its query may be a credential: null once the job is terminal. */
  resumeUrl: nullable(columns.text()),
  /** JSON: ApplicationAnswer[]; null once the job is terminal. */
  answers: nullable(columns.text()),
  attempt: columns.integer(),
  transientFailures: columns.integer(),
  vanished: columns.integer(),
  /** Who holds it while PROCESSING. */
  workerId: nullable(columns.id()),
  /** Not to be claimed before. */
  dueAt: columns.instant(),
  /** When the sweeper is to ring; null while a confirmed message is out, and once terminal. */
  ringAt: nullable(columns.instant()),
  queuedAt: columns.instant(),
  /** Of the first attempt that counts. */
  startedAt: nullable(columns.instant()),
  completedAt: nullable(columns.instant()),
  failedAt: nullable(columns.instant()),
  scoreTenths: nullable(columns.integer()),
  /** JSON: Assessment, IntegrityFlag[], ScoringAudit. */
  assessment: nullable(columns.text()),
  flags: nullable(columns.text()),
  audit: nullable(columns.text()),
  errorCode: nullable(columns.enumeration<ErrorCode>(40)),
}
export const scoringJobs = defineTable('scoring_jobs', shape)
export type ScoringJobRow = RowOf<typeof shape>
/** With the caller's own ids of its parents. */
export type NamedScoringJobRow = ScoringJobRow & { job: string; application: string }

export async function insertScoringJobs(database: Database, rows: ScoringJobRow[]): Promise<void> {
  await database.insert(scoringJobs, rows)
}

const named = `SELECT s.*, j.externalId AS job, a.externalId AS application
  FROM scoring_jobs s JOIN jobs j ON j.id = s.jobId JOIN applications a ON a.id = s.applicationId`

export async function findScoringJob(database: Database, owner: Owner, job: string, application: string, id: string): Promise<NamedScoringJobRow | null> {
  if (!isId(id)) return null
  const [row] = await database.select<NamedScoringJobRow>(
    `${named} ${ownedBy('s')} WHERE s.id = $4 AND j.externalId = $5 AND a.externalId = $6`,
    [...ownerBinds(owner), id, job, application],
  )
  return row ?? null
}

/** The job that the application's anchor points at. */
export async function findLatestScoringJob(database: Database, owner: Owner, job: string, application: string): Promise<NamedScoringJobRow | null> {
  const [row] = await database.select<NamedScoringJobRow>(
    `SELECT s.*, j.externalId AS job, a.externalId AS application FROM jobs j ${ownedBy('j')}
       JOIN applications a ON a.jobId = j.id AND a.tenantId = j.tenantId AND a.externalId = $5
       JOIN scoring_jobs s ON s.id = a.latestScoringJobId
      WHERE j.externalId = $4`,
    [...ownerBinds(owner), job, application],
  )
  return row ?? null
}

export async function listScoringJobsById(database: Database, tenantId: string, ids: string[]): Promise<NamedScoringJobRow[]> {
  if (ids.length === 0) return []
  const places = ids.map((_, index) => `$${index + 2}`).join(', ')
  return database.select<NamedScoringJobRow>(`${named} WHERE s.tenantId = $1 AND s.id IN (${places})`, [tenantId, ...ids])
}

// ── for consumers and rescues: no owner, they serve all ─────────────────────────────────────────

/**
 * Confirmed by the broker: the sweeper has no need to ring. A job that has been put off since it was rung, and so is due
 * later, still has.
 */
export async function claimRung(database: Database, ids: string[], rungAt: number): Promise<void> {
  const places = ids.map((_, index) => `$${index + 2}`).join(', ')
  await database.execute(`UPDATE scoring_jobs SET ringAt = NULL WHERE id IN (${places}) AND status = 'PENDING' AND dueAt < $1`, [rungAt, ...ids])
}

/** PENDING and due → PROCESSING under a new fence; null when somebody else has it or it is not due. */
export async function claimScoringJob(database: Database, id: string, workerId: string, now: number): Promise<NamedScoringJobRow | null> {
  const changed = await database.execute(
    `UPDATE scoring_jobs SET status = 'PROCESSING', attempt = attempt + 1, workerId = $1, startedAt = COALESCE(startedAt, $2), ringAt = NULL
      WHERE id = $3 AND status = 'PENDING' AND dueAt <= $2`,
    [workerId, now, id],
  )
  if (changed === 0) return null
  const [row] = await database.select<NamedScoringJobRow>(`${named} WHERE s.id = $1`, [id])
  return row ?? null
}

/** The row held until the transaction ends, if the fence still is the caller's. */
export async function claimFence(database: Database, id: string, attempt: number): Promise<boolean> {
  const rows = await database.select(
    `SELECT id FROM scoring_jobs WHERE id = $1 AND status = 'PROCESSING' AND attempt = $2${database.forUpdate}`,
    [id, attempt],
  )
  return rows.length === 1
}

export type Completion = Pick<ScoringJobRow, 'scoreTenths' | 'assessment' | 'flags' | 'audit'>

export async function completeScoringJob(database: Database, id: string, attempt: number, now: number, result: Completion): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_jobs SET status = 'COMPLETED', completedAt = $1, scoreTenths = $2, assessment = $3, flags = $4, audit = $5,
        resumeUrl = NULL, answers = NULL, workerId = NULL
      WHERE id = $6 AND status = 'PROCESSING' AND attempt = $7`,
    [now, result.scoreTenths, result.assessment, result.flags, result.audit, id, attempt],
  )
  return changed === 1
}

export async function failScoringJob(database: Database, id: string, attempt: number, now: number, errorCode: ErrorCode): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_jobs SET status = 'FAILED', failedAt = $1, errorCode = $2, attempt = attempt + 1,
        resumeUrl = NULL, answers = NULL, workerId = NULL, ringAt = NULL
      WHERE id = $3 AND attempt = $4 AND status IN ('PENDING', 'PROCESSING')`,
    [now, errorCode, id, attempt],
  )
  return changed === 1
}

/** What going back to PENDING costs a job; nothing: it has not started either, so its deadline starts anew. */
export type Cost = 'nothing' | 'transientFailure' | 'vanished'

/** PROCESSING → PENDING, due at `dueAt` and rung then. */
export async function putOffScoringJob(database: Database, id: string, attempt: number, dueAt: number, cost: Cost): Promise<boolean> {
  const costs: Record<Cost, string> = {
    nothing: 'startedAt = NULL',
    transientFailure: 'transientFailures = transientFailures + 1',
    vanished: 'vanished = vanished + 1',
  }
  const changed = await database.execute(
    `UPDATE scoring_jobs SET status = 'PENDING', dueAt = $1, ringAt = $1, workerId = NULL, attempt = attempt + 1, ${costs[cost]}
      WHERE id = $2 AND status = 'PROCESSING' AND attempt = $3`,
    [dueAt, id, attempt],
  )
  return changed === 1
}

/** All that a worker holds: PROCESSING → PENDING, due at once, at no cost. */
export async function handBackScoringJobs(database: Database, workerId: string, now: number): Promise<number> {
  return database.execute(
    `UPDATE scoring_jobs SET status = 'PENDING', dueAt = $1, ringAt = $1, workerId = NULL, attempt = attempt + 1, startedAt = NULL
      WHERE workerId = $2 AND status = 'PROCESSING'`,
    [now, workerId],
  )
}

export type Ring = Pick<ScoringJobRow, 'id' | 'lane'>

/** Takes the jobs that are due to be rung and puts their next ring at `nextRingAt`, in case this sweeper dies. */
export async function sweepRings(database: Database, now: number, nextRingAt: number, most: number): Promise<Ring[]> {
  const due = await database.select<Ring>(
    `SELECT id, lane FROM scoring_jobs WHERE status = 'PENDING' AND ringAt <= $1 ORDER BY ringAt LIMIT ${most}`,
    [now],
  )
  if (due.length === 0) return []
  const places = due.map((_, index) => `$${index + 3}`).join(', ')
  await database.execute(
    `UPDATE scoring_jobs SET ringAt = $1 WHERE id IN (${places}) AND status = 'PENDING' AND ringAt <= $2`,
    [nextRingAt, now, ...due.map(({ id }) => id)],
  )
  return due
}

/** How many jobs wait with a message out, by the doorbell's lane. */
export async function countConfirmed(database: Database, lane: Lane): Promise<number> {
  const [row] = await database.select<{ n: number }>(`SELECT COUNT(*) AS n FROM scoring_jobs WHERE status = 'PENDING' AND ringAt IS NULL AND lane = $1`, [lane])
  return Number(row?.n ?? 0)
}

/** Puts the oldest `most` jobs whose message was confirmed back to be rung. */
export async function sweepConfirmed(database: Database, lane: Lane, now: number, most: number): Promise<number> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs WHERE status = 'PENDING' AND ringAt IS NULL AND lane = $1 ORDER BY id LIMIT ${most}`,
    [lane],
  )
  if (rows.length === 0) return 0
  const places = rows.map((_, index) => `$${index + 2}`).join(', ')
  return database.execute(`UPDATE scoring_jobs SET ringAt = $1 WHERE id IN (${places}) AND status = 'PENDING' AND ringAt IS NULL`, [
    now,
    ...rows.map(({ id }) => id),
  ])
}

/** Puts every job whose message was confirmed back to be rung. */
export async function sweepAllConfirmed(database: Database, now: number): Promise<number> {
  return database.execute("UPDATE scoring_jobs SET ringAt = $1 WHERE status = 'PENDING' AND ringAt IS NULL", [now])
}

export type Orphan = Pick<ScoringJobRow, 'id' | 'attempt' | 'vanished'>

/** Jobs whose worker has no heartbeat row any more. */
export async function sweepOrphans(database: Database, most: number): Promise<Orphan[]> {
  return database.select<Orphan>(
    `SELECT s.id, s.attempt, s.vanished FROM scoring_jobs s LEFT JOIN workers w ON w.id = s.workerId
      WHERE s.status = 'PROCESSING' AND w.id IS NULL LIMIT ${most}`,
  )
}

export type Overdue = Pick<ScoringJobRow, 'id' | 'attempt'>

/** Jobs accepted before `queuedBefore`, or started before `startedBefore`, and not terminal. */
export async function sweepOverdue(database: Database, queuedBefore: number, startedBefore: number, most: number): Promise<Overdue[]> {
  const open = (status: string, column: string, place: string) =>
    `SELECT id, attempt FROM scoring_jobs WHERE status = '${status}' AND ${column} < ${place}`
  const parts = [open('PENDING', 'queuedAt', '$1'), open('PENDING', 'startedAt', '$2'), open('PROCESSING', 'queuedAt', '$1'), open('PROCESSING', 'startedAt', '$2')]
  return database.select<Overdue>(`${parts.join(' UNION ')} LIMIT ${most}`, [queuedBefore, startedBefore])
}
