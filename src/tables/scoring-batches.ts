/** Scoring batches: what was submitted together, how much of it has ended, and which jobs it holds. */
import type { ScoringBatchStatus } from '../../generated/types.gen.ts'
import type { Environment, Owner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, nullable, type Database, type RowOf, bindList } from '../platform/database/database.ts'
import { shownColumns, type ShownScoringJobRow } from './scoring-jobs.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  jobId: columns.id(),
  /** While open, PENDING as long as none of its jobs has ended: that one has started is read off the jobs. */
  status: columns.enumeration<ScoringBatchStatus>(16),
  totalJobs: columns.integer(),
  completedJobs: columns.integer(),
  failedJobs: columns.integer(),
  createdAt: columns.instant(),
  /** Null while open; after that the row never changes. */
  completedAt: nullable(columns.instant()),
}
export const scoringBatches = defineTable('scoring_batches', shape)
export type ScoringBatchRow = RowOf<typeof shape>

const linkShape = {
  batchId: columns.id(),
  /** In the request, from 0. */
  position: columns.integer(),
  scoringJobId: columns.id(),
}
export const scoringBatchJobs = defineTable('scoring_batch_jobs', linkShape, ['batchId', 'position'])

/** With its jobs, in the order of the request. */
export async function insertScoringBatch(
  database: Database,
  row: ScoringBatchRow,
  scoringJobIds: string[],
): Promise<void> {
  await database.insert(scoringBatches, [row])
  const links = scoringJobIds.map((scoringJobId, position) => ({ batchId: row.id, position, scoringJobId }))
  await database.insert(scoringBatchJobs, links)
}

export type ScoringBatchWithJobs = { batch: ScoringBatchRow; jobs: ShownScoringJobRow[] }

/** One statement, so one view of the rows: its counts and its jobs agree also while jobs end. */
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
  // A batch that was emptied comes as one row without a job.
  return { batch: unprefixed(rows[0]), jobs: rows.filter((row) => row.id !== null) }
}

const prefix = 'batch_'
type Prefixed = { [Name in keyof ScoringBatchRow as `batch_${Name}`]: ScoringBatchRow[Name] }

function unprefixed(row: Prefixed): ScoringBatchRow {
  const names = Object.keys(shape) as (keyof ScoringBatchRow)[]
  return Object.fromEntries(names.map((name) => [name, row[`batch_${name}`]])) as ScoringBatchRow
}

// ── for the ends of jobs, of all owners ─────────────────────────────────────────────────────────

export type BatchLink = { batchId: string; scoringJobId: string }

/** Which batches hold these jobs. */
export async function listBatchLinks(database: Database, scoringJobIds: string[]): Promise<BatchLink[]> {
  if (scoringJobIds.length === 0) return []
  return database.select<BatchLink>(
    `SELECT batchId, scoringJobId FROM scoring_batch_jobs WHERE scoringJobId IN (${bindList(1, scoringJobIds)})`,
    scoringJobIds,
  )
}

/**
 * Counts ends of jobs in a batch that stays open after them; false, and nothing done, where they are its last ones. One
 * statement: all jobs of a batch that end meanwhile wait for its row.
 */
export async function addEnds(database: Database, id: string, completed: number, failed: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_batches${database.by('PRIMARY')} SET status = 'IN_PROGRESS', completedJobs = completedJobs + $1,
        failedJobs = failedJobs + $2
      WHERE id = $3 AND completedAt IS NULL AND completedJobs + failedJobs + $1 + $2 < totalJobs`,
    [completed, failed, id],
  )
  return changed === 1
}

/** The batch, held until the transaction ends, if it is open. */
export async function lockOpenBatch(database: Database, id: string): Promise<ScoringBatchRow | null> {
  const [row] = await database.select<ScoringBatchRow>(
    `SELECT * FROM scoring_batches WHERE id = $1 AND completedAt IS NULL${database.forUpdate}`,
    [id],
  )
  return row ?? null
}

/** The row is held by `lockOpenBatch`. */
export async function updateBatchProgress(database: Database, row: ScoringBatchRow): Promise<void> {
  await database.execute(
    `UPDATE scoring_batches SET status = $1, totalJobs = $2, completedJobs = $3, failedJobs = $4, completedAt = $5
      WHERE id = $6 AND completedAt IS NULL`,
    [row.status, row.totalJobs, row.completedJobs, row.failedJobs, row.completedAt, row.id],
  )
}
