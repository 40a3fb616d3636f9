/**
 * What is billed: one row a completed scoring job, which is why a job cannot be billed twice. Kept when the job is
 * deleted.
 */
import type { Environment } from '../kit/caller.ts'
import { columns, defineTable, type Database, type RowOf } from '../platform/database/database.ts'

const shape = {
  scoringJobId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /**
   * Calendar month (UTC) in which the job was accepted, `2026-03`: what was reserved for a month is used in that month,
   * also when it is completed in the next one.
   */
  month: columns.identifier(7),
  createdAt: columns.instant(),
}
export const usage = defineTable('usage_units', shape, ['scoringJobId'])
export type UsageRow = RowOf<typeof shape>

/** A unit that is billed already stays as it is. */
export async function insertUsage(database: Database, row: UsageRow): Promise<void> {
  await database.insert(usage, [row], { keepExisting: true })
}

/** `start` and `end` are the month's bounds (epoch ms). */
export type Month = { month: string; start: number; end: number }
export type UsageCount = { used: number; reserved: number }

/**
 * Of a month, over both environments: scores that are billed, and scoring jobs that have not ended. One statement, so
 * one view of the rows: a job that completes meanwhile is counted once.
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
