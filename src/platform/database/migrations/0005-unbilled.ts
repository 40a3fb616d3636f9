/** Marks scores that were made of stored verdicts, which are not billed; null, as on all rows until now, is billed. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', { unbilled: nullable(columns.flag()) })
}
