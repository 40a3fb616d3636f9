/**
 * What tells whether an override still fits a new score, and how often people changed one. Both are null on rows of the
 * previous release: overrides of these are compared by `inputHash`.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', {
    contentHash: nullable(columns.identifier(64)),
    revision: nullable(columns.integer()),
  })
}
