/** Why a score's flags were raised, and on which pages; null on rows until now. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('scoring_jobs', { findings: nullable(columns.text()) })
}
