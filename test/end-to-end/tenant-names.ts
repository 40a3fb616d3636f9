/** Lists the tables whose rows belong to tenants, and decides whether a statement is restricted to a tenant. */
import type { AnyTable } from '../support/row-copies.ts'

/** Returns each table in which every row belongs to one tenant, with its column for the tenant. */
export function tenantTables(tables: AnyTable[]): Map<string, string> {
  const owned = tables.filter(({ columns }) => columns.tenantId?.allowNull === false)
  return new Map([['tenants', 'id'], ...owned.map(({ name }) => [name, 'tenantId'] as const)])
}

type Reference = { table: string; column: string; name: string }

/** Returns the tables in `ofTenants` that the statement uses without a restriction to one tenant. */
export function tablesWithoutTenant(sql: string, ofTenants: ReadonlyMap<string, string>): string[] {
  const references = [...sql.matchAll(/(?:\b|_)(?:FROM|JOIN|UPDATE|INTO) `?(\w+)`?(?: (?:AS )?([a-z]\w*)\b)?/g)]
    .map(([, table = '', alias]) => ({ table, name: alias ? `\\b${alias}\\.` : '(?<![.\\w])' }))
    .flatMap((each) => (ofTenants.has(each.table) ? [{ ...each, column: ofTenants.get(each.table) as string }] : []))
  const isAnchored = references.some((reference) => names(sql, reference))
  return references
    .filter((reference) => !names(sql, reference) && !(isAnchored && follows(sql, reference)))
    .map(({ table }) => table)
}

/**
 * Returns whether the statement names the tenant itself: an INSERT sets the tenant's column, and other statements
 * compare it with a bind or with a column of `k`, a table of keys that is also a bind. In `tenants`, the external id
 * may be compared instead.
 */
function names(sql: string, { table, column, name }: Reference): boolean {
  const isInsert = new RegExp(`^INSERT (?:IGNORE )?INTO \`?${table}\`? \\([^)]*\\b${column}\\b`).test(sql)
  const known = table === 'tenants' ? `(${column}|externalId)` : column
  return isInsert || new RegExp(`${name}${known} (= (\\$|'|k\\.)|IN \\((\\$|'))`).test(sql)
}

/** Returns whether the statement joins this table's tenant column to the tenant's id in another table. */
function follows(sql: string, { column, name }: Reference): boolean {
  return new RegExp(
    `${name}${column} = \\w+\\.(tenantId|id)\\b|\\b(\\w+\\.tenantId|t\\.id) = ${name}${column}\\b`,
  ).test(sql)
}
