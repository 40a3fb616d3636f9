/** Tenants: a partner's customers in one environment; made by their first write, by their own id. */
import type { Environment, Owner } from '../kit/caller.ts'
import { columns, defineTable, type Database, type RowOf } from '../platform/database.ts'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  externalId: columns.identifier(128),
  createdAt: columns.instant(),
}
export const tenants = defineTable('tenants', shape)
export type TenantRow = RowOf<typeof shape>

/** Joins a tenant's table `alias` to its owner, who is bound as $1, $2, $3: see `ownerBinds`. */
export function ownedBy(alias: string): string {
  return `JOIN tenants t ON t.id = ${alias}.tenantId AND t.partnerId = $1 AND t.environment = $2 AND t.externalId = $3`
}

export function ownerBinds(owner: Owner): [string, string, string] {
  return [owner.partnerId, owner.environment, owner.tenant]
}

export async function findTenantId(database: Database, owner: Owner): Promise<string | null> {
  const [row] = await database.select<{ id: string }>(
    'SELECT id FROM tenants WHERE partnerId = $1 AND environment = $2 AND externalId = $3',
    ownerBinds(owner),
  )
  return row?.id ?? null
}

/** Leaves a tenant that another writer made first as it is. */
export async function insertTenant(database: Database, row: TenantRow): Promise<void> {
  await database.insert(tenants, [row], { keepExisting: true })
}
