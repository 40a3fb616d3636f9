/** Why a scoring job failed, beside its code; null on rows until now, and where the code says all. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', { failure: nullable(columns.line(300)) })
}
