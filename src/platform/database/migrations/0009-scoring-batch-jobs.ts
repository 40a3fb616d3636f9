/** Which scoring jobs a batch holds; a job may be in several. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns }) => {
  const { id, integer } = columns
  await createTable(
    'scoring_batch_jobs',
    { batchId: id(), position: integer(), scoringJobId: id() },
    { primaryKey: ['batchId', 'position'], indexes: { job: ['scoringJobId'] } },
  )
}
