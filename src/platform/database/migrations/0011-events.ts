/** The table of events. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, text, flag, instant } = columns
  await createTable(
    'events',
    {
      id: id(),
      partnerId: id(),
      environment: enumeration(16),
      tenantId: nullable(id()),
      applicationId: nullable(id()),
      type: enumeration(40),
      body: text(),
      inFeed: flag(),
      createdAt: instant(),
    },
    {
      indexes: {
        feed: ['partnerId', 'environment', 'inFeed', 'id'],
        kind: ['partnerId', 'environment', 'type', 'id'],
        subject: ['tenantId', 'applicationId'],
        age: ['createdAt'],
      },
    },
  )
}
