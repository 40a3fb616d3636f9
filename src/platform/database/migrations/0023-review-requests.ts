/** When a candidate asked for a review that no person has answered yet. The previous release does not know it. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('applications', { reviewRequestedAt: nullable(columns.instant()) })
}
