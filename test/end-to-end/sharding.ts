/**
 * The tables that a cluster would shard by tenant, and the statements that contain the shard: `load/ops/SHARDING.md`.
 */
import type { AnyTable } from '../support/row-copies.ts'

/** Each sharded table with the column that contains the shard: tables in which every row belongs to one tenant. */
export function shardedTables(tables: AnyTable[]): Map<string, string> {
  const owned = tables.filter(({ columns }) => columns.tenantId?.allowNull === false)
  return new Map([['tenants', 'id'], ...owned.map(({ name }) => [name, 'tenantId'] as const)])
}

type Reference = { table: string; column: string; name: string }

/**
 * Returns the sharded tables that the statement reads or changes without the tenant's id, so that all shards must
 * search.
 */
export function tablesWithoutTenant(sql: string, sharded: ReadonlyMap<string, string>): string[] {
  const references = [...sql.matchAll(/(?:\b|_)(?:FROM|JOIN|UPDATE|INTO) `?(\w+)`?(?: (?:AS )?([a-z]\w*)\b)?/g)]
    .map(([, table = '', alias]) => ({ table, name: alias ? `\\b${alias}\\.` : '(?<![.\\w])' }))
    .flatMap((each) => (sharded.has(each.table) ? [{ ...each, column: sharded.get(each.table) as string }] : []))
  const isAnchored = references.some((reference) => names(sql, reference))
  return references
    .filter((reference) => !names(sql, reference) && !(isAnchored && follows(sql, reference)))
    .map(({ table }) => table)
}

/**
 * By a bind, or a key `k` of binds. A tenant can also be identified by its own name, for which a lookup index has the
 * id.
 */
function names(sql: string, { table, column, name }: Reference): boolean {
  const isInsert = new RegExp(`^INSERT (?:IGNORE )?INTO \`?${table}\`? \\([^)]*\\b${column}\\b`).test(sql)
  const known = table === 'tenants' ? `(${column}|externalId)` : column
  return isInsert || new RegExp(`${name}${known} (= (\\$|'|k\\.)|IN \\((\\$|'))`).test(sql)
}

/** By the tenant's id of another table in the statement. */
function follows(sql: string, { column, name }: Reference): boolean {
  return new RegExp(
    `${name}${column} = \\w+\\.(tenantId|id)\\b|\\b(\\w+\\.tenantId|t\\.id) = ${name}${column}\\b`,
  ).test(sql)
}
