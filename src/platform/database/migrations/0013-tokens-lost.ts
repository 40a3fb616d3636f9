/** What a job's attempts without a score cost at the model's provider; null on rows until now. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', { tokensLost: nullable(columns.line(100)) })
}
