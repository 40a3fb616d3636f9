/** Statements that serve many callers by a table of their keys: see `Database.keyTable`. */
import type { Database } from './database.ts'

/** The texts of a key, in the order of its table's columns; well-formed, as the contract's patterns see to. */
export type Key = readonly (string | null)[]

/** The bind of a key table. */
export function keyBind(keys: readonly Key[]): string {
  return JSON.stringify(keys)
}

/**
 * The row, or null, that `sql` finds for each key, in their order. Equal keys are asked for once, and all callers ask in
 * one order, so that two groups that lock what they find cannot deadlock.
 * @param sql selects `k.n`, where `k` is the key table
 */
export async function selectByKey<Row extends object>(
  database: Database,
  keys: readonly Key[],
  sql: string,
): Promise<(Row | null)[]> {
  const texts = keys.map((key) => JSON.stringify(key))
  const asked = [...new Set(texts)].sort()
  const rows = await database.select<Row & { n: number }>(sql, [`[${asked.join()}]`])
  const found = new Map<string, Row>()
  for (const row of rows) found.set(asked[row.n - 1] as string, row)
  return texts.map((text) => found.get(text) ?? null)
}
