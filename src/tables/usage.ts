/** What is billed: one row a completed scoring job, which is why a job cannot be billed twice. Kept when the job is deleted. */
import type { Environment } from '../kit/caller.ts'
import { columns, defineTable, type Database, type RowOf } from '../platform/database.ts'

const shape = {
  scoringJobId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /** Calendar month (UTC), `2026-03`. */
  month: columns.identifier(7),
  createdAt: columns.instant(),
}
export const usage = defineTable('usage_units', shape, ['scoringJobId'])
export type UsageRow = RowOf<typeof shape>

/** A unit that is billed already stays as it is. */
export async function insertUsage(database: Database, row: UsageRow): Promise<void> {
  await database.insert(usage, [row], { keepExisting: true })
}
