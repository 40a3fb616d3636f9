/** What an engine reported with a verdict, for the scores that reuse it; null on rows until now. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('verdicts', { findings: nullable(columns.text()) })
}
