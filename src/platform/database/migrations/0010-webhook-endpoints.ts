/** The table of webhook endpoints. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, line, text, bytes, flag, instant } = columns
  await createTable(
    'webhook_endpoints',
    {
      id: id(),
      partnerId: id(),
      environment: enumeration(16),
      url: text(),
      name: nullable(line(100)),
      events: nullable(text()),
      enabled: flag(),
      disabledReason: nullable(enumeration(16)),
      secret: bytes(),
      previousSecret: nullable(bytes()),
      previousUntil: nullable(instant()),
      failingSince: nullable(instant()),
      createdAt: instant(),
      deletedAt: nullable(instant()),
    },
    { indexes: { partner: ['partnerId', 'environment', 'deletedAt', 'id'], deleted: ['deletedAt'] } },
  )
}
