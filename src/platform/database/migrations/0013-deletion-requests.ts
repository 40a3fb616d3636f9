/** The table of deletion requests. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, enumeration, instant, integer } = columns
  await createTable(
    'deletion_requests',
    {
      id: id(),
      partnerId: id(),
      environment: enumeration(16),
      scope: enumeration(16),
      status: enumeration(16),
      tenantId: nullable(id()),
      applicationId: nullable(id()),
      target: nullable(identifier(64)),
      previousId: nullable(id()),
      failures: integer(),
      dueAt: nullable(instant()),
      createdAt: instant(),
      updatedAt: instant(),
      completedAt: nullable(instant()),
      failedAt: nullable(instant()),
      errorCode: nullable(enumeration(40)),
    },
    { unique: { target: ['target'] }, indexes: { due: ['dueAt'] } },
  )
}
