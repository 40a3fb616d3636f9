/** How many jobs a worker takes at once, so that a partner's share of all workers is known; null: an older release's. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('workers', { concurrency: nullable(columns.integer()) })
}
