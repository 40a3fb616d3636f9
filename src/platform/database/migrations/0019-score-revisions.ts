/**
 * Columns that show whether an override still applies to a new score, and how often people changed one. Both are null
 * on rows of the previous release, whose overrides are compared by `inputHash`.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', {
    contentHash: nullable(columns.identifier(64)),
    revision: nullable(columns.integer()),
  })
}
