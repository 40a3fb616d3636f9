/**
 * Where a partner lives if it moves to another cell, and whether its tenants may be written to meanwhile.
 *
 * The previous release knows neither: move no partner until its last process has ended.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  const { identifier, instant } = columns
  const place = { cell: nullable(identifier(16)), heldAt: nullable(instant()), movedAt: nullable(instant()) }
  await addColumns('partners', place, { indexes: { cell: ['cell'] } })
  await addColumns('tenants', { heldAt: nullable(instant()) })
}
