/** The cost, at the model provider, of a job's attempts without a score; null on existing rows. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', { tokensLost: nullable(columns.line(100)) })
}
