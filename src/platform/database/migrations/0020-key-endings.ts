/**
 * When a key expires, and since when a partner is suspended.
 *
 * The previous release knows neither: until its last process has ended, it accepts such keys.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('api_keys', { expiresAt: nullable(columns.instant()) })
  await addColumns('partners', { suspendedAt: nullable(columns.instant()) })
}
