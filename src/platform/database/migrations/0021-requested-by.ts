/** The API key that requested a score. Null in rows of the previous release. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', { requestedBy: nullable(columns.id()) })
}
