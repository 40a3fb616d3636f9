/** The table of tenants' reusable criteria. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, line, text } = columns
  await createTable(
    'library_criteria',
    {
      id: id(),
      tenantId: id(),
      text: text(),
      importance: enumeration(16),
      category: nullable(line(64)),
      createdAt: instant(),
    },
    { indexes: { tenant: ['tenantId', 'id'] } },
  )
}
