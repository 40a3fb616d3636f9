/** Whose data a stored answer holds, so that a deletion finds it; null: nobody's, or not known to the release before. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns(
    'idempotent_answers',
    { tenantId: nullable(columns.id()), applicationId: nullable(columns.id()) },
    { indexes: { tenant: ['tenantId'], application: ['applicationId'] } },
  )
}
