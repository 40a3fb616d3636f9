/** Limits that an operator sets for one partner; null: the default ones. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('partners', { limits: nullable(columns.text()) })
}
