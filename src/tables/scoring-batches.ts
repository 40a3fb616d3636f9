/** Scoring batches: scoring jobs that were submitted together, with the numbers of completed and failed ones. */
import type { ScoringBatchStatus } from '../../generated/types.gen.ts'
import type { Environment, Owner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import {
  bindList,
  columns,
  defineTable,
  nullable,
  valuesById,
  type Database,
  type RowOf,
} from '../platform/database/database.ts'
import { isDetached } from './applications.ts'
import { jobs, type JobRow } from './jobs.ts'
import { countKept, countOwned } from './kept-counts.ts'
import { pageBind, type Page } from './pages.ts'
import { shownColumns, type ShownScoringJobRow } from './scoring-jobs/scoring-jobs.ts'
import { ownedBy, ownerBinds, tenants } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  jobId: columns.id(),
  /** Stays PENDING until the first job of the batch ends. Queries determine from the jobs whether one has started. */
  status: columns.enumeration<ScoringBatchStatus>(16),
  totalJobs: columns.integer(),
  completedJobs: columns.integer(),
  failedJobs: columns.integer(),
  createdAt: columns.instant(),
  /** Null while the batch is open; once it is set, the row never changes. */
  completedAt: nullable(columns.instant()),
}
export const scoringBatches = defineTable(
  'scoring_batches',
  shape,
  { indexes: { job: ['jobId', 'id'], tenant: ['tenantId'] } },
  { tenantId: tenants, jobId: jobs },
)
export type ScoringBatchRow = RowOf<typeof shape>

const linkShape = {
  batchId: columns.id(),
  /** Position in the request, from 0. */
  position: columns.integer(),
  scoringJobId: columns.id(),
}
export const scoringBatchJobs = defineTable(
  'scoring_batch_jobs',
  linkShape,
  { primaryKey: ['batchId', 'position'], indexes: { job: ['scoringJobId'] } },
  { batchId: scoringBatches },
)

/** Inserts a batch with links to its jobs, in the same order as in the request. */
export async function insertScoringBatch(
  database: Database,
  row: ScoringBatchRow,
  scoringJobIds: string[],
): Promise<void> {
  await database.insert(scoringBatches, [row])
  const links = scoringJobIds.map((scoringJobId, position) => ({ batchId: row.id, position, scoringJobId }))
  await database.insert(scoringBatchJobs, links)
  countOwned(database, 'scoring_batches', [row])
  countKept(database, row, 'scoring_batch_jobs', links)
}

/** A batch and its jobs, in the same order as in the request. */
export type ScoringBatchWithJobs = { batch: ScoringBatchRow; jobs: ShownScoringJobRow[] }

/** Returns a batch, or null. Uses one statement, so that counts and jobs agree even while jobs complete. */
export async function findScoringBatch(
  database: Database,
  owner: Owner,
  job: string,
  id: string,
): Promise<ScoringBatchWithJobs | null> {
  if (!isId(id)) return null
  const ofBatch = Object.keys(shape).map((name) => `b.${name} AS ${prefix}${name}`)
  const rows = await database.select<ShownScoringJobRow & Prefixed>(
    `SELECT ${shownColumns}, ${ofBatch} FROM scoring_batches b ${ownedBy('b')}
       JOIN jobs j ON j.id = b.jobId AND j.externalId = $4
       LEFT JOIN scoring_batch_jobs l ON l.batchId = b.id
       LEFT JOIN scoring_jobs s ON s.id = l.scoringJobId
       LEFT JOIN applications a ON a.id = s.applicationId
      WHERE b.id = $5 ORDER BY l.position`,
    [...ownerBinds(owner), job, id],
  )
  if (!rows[0]) return null
  // A batch without jobs is returned as one row whose job columns are null. Jobs of a deleted application are not
  // returned, even before they are erased.
  const jobs = rows.filter(({ id, application }) => id !== null && !isDetached(application))
  return { batch: unprefixed(rows[0]), jobs }
}

/**
 * Returns a job's batches, newest first. An open batch's status shows whether any of its jobs has started. The states
 * are filtered without an index, because a job has few batches.
 */
export async function listScoringBatches(
  database: Database,
  { id, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  { statuses, before, limit }: Page<ScoringBatchStatus>,
): Promise<ScoringBatchRow[]> {
  const hasStarted = `EXISTS (SELECT 1 FROM scoring_batch_jobs l JOIN scoring_jobs s${database.by('PRIMARY')}
    ON s.id = l.scoringJobId WHERE l.batchId = b.id AND (s.status <> 'PENDING' OR s.attempt > 0))`
  const status = `CASE WHEN b.status = 'PENDING' AND ${hasStarted} THEN 'IN_PROGRESS' ELSE b.status END`
  const others = Object.keys(shape).filter((name) => name !== 'status')
  return database.select<ScoringBatchRow>(
    `SELECT ${others.map((name) => `b.${name}`)}, ${status} AS status
       FROM scoring_batches b${database.by('scoring_batches_job')}
      WHERE b.jobId = $1 AND b.tenantId = $2 AND b.id < $3 AND ${status} IN (${bindList(4, statuses)})
      ORDER BY b.id DESC LIMIT ${limit}`,
    [id, tenantId, pageBind({ before }), ...statuses],
  )
}

const prefix = 'batch_'
type Prefixed = { [Name in keyof ScoringBatchRow as `batch_${Name}`]: ScoringBatchRow[Name] }

function unprefixed(row: Prefixed): ScoringBatchRow {
  const names = Object.keys(shape) as (keyof ScoringBatchRow)[]
  return Object.fromEntries(names.map((name) => [name, row[`batch_${name}`]])) as ScoringBatchRow
}

// ── for the completion of jobs, of all owners ──────────────────────────────────────────────────────

/** A job's membership in a batch. */
export type BatchLink = { batchId: string; scoringJobId: string }

/** Returns the batches that contain these jobs. */
export async function listBatchLinks(database: Database, scoringJobIds: string[]): Promise<BatchLink[]> {
  if (scoringJobIds.length === 0) return []
  return database.select<BatchLink>(
    `SELECT batchId, scoringJobId FROM scoring_batch_jobs WHERE scoringJobId IN (${bindList(1, scoringJobIds)})`,
    scoringJobIds,
  )
}

/**
 * Returns those of the given batches that are open, and locks them until the transaction ends. Locks in a fixed order,
 * so that two transactions cannot deadlock.
 */
export async function lockOpenBatches(database: Database, ids: string[]): Promise<ScoringBatchRow[]> {
  if (ids.length === 0) return []
  return database.select<ScoringBatchRow>(
    `SELECT * FROM scoring_batches${database.by('PRIMARY')}
      WHERE id IN (${bindList(1, ids)}) AND completedAt IS NULL ORDER BY id${database.forUpdate}`,
    ids,
  )
}

const progressColumns = ['status', 'totalJobs', 'completedJobs', 'failedJobs', 'completedAt'] as const

/** Writes, with one statement, the status and counts of batches that the caller has locked with `lockOpenBatches`. */
export async function updateBatchProgress(database: Database, rows: ScoringBatchRow[]): Promise<void> {
  if (rows.length === 0) return
  const { set, where, binds } = valuesById(1, rows, progressColumns)
  await database.execute(
    `UPDATE scoring_batches${database.by('PRIMARY')} SET ${set(progressColumns)} WHERE ${where}`,
    binds,
  )
}
