/** What a partner pays by; null: the standard plan. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('partners', { plan: nullable(columns.enumeration(16)) })
}
