/** When a key was last used, to the minute; null: never, as far as anybody noted. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('api_keys', { lastUsedAt: nullable(columns.instant()) })
}
