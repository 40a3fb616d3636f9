/** The table of roll-ups. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, integer, text } = columns
  await createTable(
    'rollups',
    {
      partnerId: id(),
      environment: enumeration(16),
      kind: enumeration(24),
      grainMs: integer(),
      startAt: instant(),
      subject: id(),
      count: integer(),
      lastError: nullable(text()),
      lastErrorAt: nullable(instant()),
    },
    {
      primaryKey: ['partnerId', 'environment', 'kind', 'grainMs', 'startAt', 'subject'],
      indexes: { age: ['startAt'] },
    },
  )
}
