/** The table of webhook deliveries. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, flag, instant, integer, text } = columns
  await createTable(
    'webhook_deliveries',
    {
      id: id(),
      eventId: id(),
      endpointId: id(),
      partnerId: id(),
      environment: enumeration(16),
      type: enumeration(40),
      status: enumeration(16),
      attempts: text(),
      failures: integer(),
      isTest: flag(),
      dueAt: nullable(instant()),
      claimAt: nullable(instant()),
      leaseId: nullable(id()),
      createdAt: instant(),
    },
    {
      indexes: {
        line: ['claimAt'],
        backlog: ['endpointId', 'status', 'dueAt'],
        endpoint: ['endpointId', 'id'],
        event: ['eventId', 'endpointId'],
        age: ['createdAt'],
      },
    },
  )
}
