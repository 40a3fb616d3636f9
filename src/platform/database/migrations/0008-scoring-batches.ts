/** The table of scoring batches. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, integer } = columns
  await createTable(
    'scoring_batches',
    {
      id: id(),
      tenantId: id(),
      partnerId: id(),
      environment: enumeration(16),
      jobId: id(),
      status: enumeration(16),
      totalJobs: integer(),
      completedJobs: integer(),
      failedJobs: integer(),
      createdAt: instant(),
      completedAt: nullable(instant()),
    },
    { indexes: { tenant: ['tenantId'] } },
  )
}
