/** Queries rows for many keys in one statement, with `Database.keyTable`. */
import type { Database } from './database.ts'

/**
 * The values of a key, in the order of the key table's columns. The contract's patterns ensure that they are
 * well-formed Unicode.
 */
export type Key = readonly (string | null)[]

/** Returns the value to bind for a key table. */
export function keyBind(keys: readonly Key[]): string {
  return JSON.stringify(keys)
}

/**
 * Returns, for each key and in the same order, the row that `sql` finds, or null. Duplicate keys are queried once. Keys
 * are always sorted, so that two batches that lock rows cannot deadlock.
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
