/** Scoring batches: the scoring jobs that were submitted together, and how many of them are complete. */
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
  /** An open batch stays PENDING until its first job completes; whether one has started is read from the jobs. */
  status: columns.enumeration<ScoringBatchStatus>(16),
  totalJobs: columns.integer(),
  completedJobs: columns.integer(),
  failedJobs: columns.integer(),
  createdAt: columns.instant(),
  /** Null while open; once set, the row never changes. */
  completedAt: nullable(columns.instant()),
}
export const scoringBatches = defineTable('scoring_batches', shape)
export type ScoringBatchRow = RowOf<typeof shape>

const linkShape = {
  batchId: columns.id(),
  /** Position in the request, from 0. */
  position: columns.integer(),
  scoringJobId: columns.id(),
}
export const scoringBatchJobs = defineTable('scoring_batch_jobs', linkShape, ['batchId', 'position'])

/** Inserts a batch with links to its jobs, in the order of the request. */
export async function insertScoringBatch(
  database: Database,
  row: ScoringBatchRow,
  scoringJobIds: string[],
): Promise<void> {
  await database.insert(scoringBatches, [row])
  const links = scoringJobIds.map((scoringJobId, position) => ({ batchId: row.id, position, scoringJobId }))
  await database.insert(scoringBatchJobs, links)
}

/** A batch and its jobs, in the order of the request. */
export type ScoringBatchWithJobs = { batch: ScoringBatchRow; jobs: ShownScoringJobRow[] }

/** One statement, so one snapshot: counts and jobs agree even while jobs complete. */
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
  // A batch without jobs comes as one row of which the job's columns are null.
  return { batch: unprefixed(rows[0]), jobs: rows.filter((row) => row.id !== null) }
}

const prefix = 'batch_'
type Prefixed = { [Name in keyof ScoringBatchRow as `batch_${Name}`]: ScoringBatchRow[Name] }

function unprefixed(row: Prefixed): ScoringBatchRow {
  const names = Object.keys(shape) as (keyof ScoringBatchRow)[]
  return Object.fromEntries(names.map((name) => [name, row[`batch_${name}`]])) as ScoringBatchRow
}

// ── for the completion of jobs, of all owners ───────────────────────────────────────────────────

/** A job's membership in a batch. */
export type BatchLink = { batchId: string; scoringJobId: string }

/** The batches that hold these jobs. */
export async function listBatchLinks(database: Database, scoringJobIds: string[]): Promise<BatchLink[]> {
  if (scoringJobIds.length === 0) return []
  return database.select<BatchLink>(
    `SELECT batchId, scoringJobId FROM scoring_batch_jobs WHERE scoringJobId IN (${bindList(1, scoringJobIds)})`,
    scoringJobIds,
  )
}

/**
 * Counts outcomes of jobs in a batch that stays open; false, and nothing changed, where they are its last. One
 * statement, because other jobs of the batch that complete meanwhile block on its row.
 */
export async function addOutcomes(database: Database, id: string, completed: number, failed: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_batches${database.by('PRIMARY')} SET status = 'IN_PROGRESS', completedJobs = completedJobs + $1,
        failedJobs = failedJobs + $2
      WHERE id = $3 AND completedAt IS NULL AND completedJobs + failedJobs + $1 + $2 < totalJobs`,
    [completed, failed, id],
  )
  return changed === 1
}

/** Locks the batch until the transaction ends; null where it is closed. */
export async function lockOpenBatch(database: Database, id: string): Promise<ScoringBatchRow | null> {
  const [row] = await database.select<ScoringBatchRow>(
    `SELECT * FROM scoring_batches WHERE id = $1 AND completedAt IS NULL${database.forUpdate}`,
    [id],
  )
  return row ?? null
}

/** Writes a batch's status and counts. The caller has locked the row with `lockOpenBatch`. */
export async function updateBatchProgress(database: Database, row: ScoringBatchRow): Promise<void> {
  await database.execute(
    `UPDATE scoring_batches SET status = $1, totalJobs = $2, completedJobs = $3, failedJobs = $4, completedAt = $5
      WHERE id = $6 AND completedAt IS NULL`,
    [row.status, row.totalJobs, row.completedJobs, row.failedJobs, row.completedAt, row.id],
  )
}
