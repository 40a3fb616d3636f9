/** Model checks: the result of `cli model check` for a model at a provider. The server reads it at the start. */
import { createHash } from 'node:crypto'
import { columns, defineTable, type Database } from '../platform/database/database.ts'

const shape = {
  /** SHA-256 of the provider's address and the model's name, in hexadecimal digits. */
  id: columns.identifier(64),
  checkedAt: columns.instant(),
  isFit: columns.integer(),
  /** One line for the operator. */
  judgement: columns.text(),
}
export const modelChecks = defineTable('model_checks', shape)

/** `baseUrl` is null for Groq's own address. */
export type CheckedModel = { baseUrl: string | null; model: string }
export type ModelCheck = { checkedAt: number; isFit: boolean; judgement: string }

const idOf = ({ baseUrl, model }: CheckedModel): string =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, model]))
    .digest('hex')

/** Stores the newest check of a model, replacing the previous one. */
export async function storeModelCheck(database: Database, checked: CheckedModel, check: ModelCheck): Promise<void> {
  const id = idOf(checked)
  const model = database.model(modelChecks)
  await database.transaction(async () => {
    await model.destroy({ where: { id } })
    await model.create({ id, ...check, isFit: check.isFit ? 1 : 0 })
  })
}

/** Returns a model's newest check, or null. */
export async function findModelCheck(database: Database, checked: CheckedModel): Promise<ModelCheck | null> {
  const row = await database.model(modelChecks).findOne({ where: { id: idOf(checked) } })
  return row && { checkedAt: row.checkedAt, judgement: row.judgement, isFit: row.isFit !== 0 }
}
