/** What a score was made from, criteria aside: verdicts are reused only from jobs of the same input. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', { inputHash: nullable(columns.identifier(64)) })
}
