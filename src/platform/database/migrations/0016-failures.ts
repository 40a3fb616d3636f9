/** Why a scoring job failed, in addition to its code; null on existing rows, and where the code says everything. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', { failure: nullable(columns.line(300)) })
}
