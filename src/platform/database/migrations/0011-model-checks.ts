/** What `cli model check` found of a model. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns }) => {
  await createTable('model_checks', {
    id: columns.identifier(64),
    checkedAt: columns.instant(),
    isFit: columns.integer(),
    judgement: columns.text(),
  })
}
