/**
 * Billing: one row for each billed scoring job, so that no job can be billed twice. Scores made from stored verdicts
 * are not billed. Rows are kept after their jobs are deleted.
 */
import type { Environment } from '../kit/caller.ts'
import { columns, defineTable, type Database, type RowOf } from '../platform/database/database.ts'
import { countOwned } from './kept-counts.ts'

const shape = {
  scoringJobId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /**
   * The calendar month (UTC) in which the job was accepted, such as `2026-03`. A score uses this month's quota, even if
   * it completes in the next month.
   */
  month: columns.identifier(7),
  createdAt: columns.instant(),
}
export const usage = defineTable('usage_units', shape, {
  primaryKey: ['scoringJobId'],
  indexes: { month: ['partnerId', 'month'] },
})
export type UsageRow = RowOf<typeof shape>

/** Inserts units; leaves jobs that are already billed unchanged. */
export async function insertUsage(database: Database, rows: UsageRow[]): Promise<void> {
  await database.insert(usage, rows, { keepExisting: true })
  countOwned(database, 'usage_units', rows)
}

/** `start` and `end` are the month's bounds (epoch ms). */
export type Month = { month: string; start: number; end: number }
/** `used`: billed scores; `reserved`: open scoring jobs. */
export type UsageCount = { used: number; reserved: number }

/**
 * Returns the numbers of a month's billed scores and open scoring jobs in both environments. Uses one statement, so
 * that a job that completes in the meantime is counted only once.
 */
export async function countUsage(database: Database, partnerId: string, month: Month): Promise<UsageCount> {
  const [row] = await database.select<UsageCount>(
    `SELECT (SELECT COUNT(*) FROM usage_units WHERE partnerId = $1 AND month = $2) AS used,
            (SELECT COUNT(*) FROM scoring_jobs
              WHERE partnerId = $1 AND status IN ('PENDING', 'PROCESSING') AND queuedAt >= $3 AND queuedAt < $4) AS reserved`,
    [partnerId, month.month, month.start, month.end],
  )
  return row as UsageCount
}
