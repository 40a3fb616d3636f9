/** Tenants: a partner's customers in one environment; made by their first write, by their own id. */
import type { Environment, Owner } from '../kit/caller.ts'
import { newId } from '../kit/ids.ts'
import type { Clock } from '../kit/time.ts'
import { columns, defineTable, type Database, type RowOf } from '../platform/database/database.ts'
import { lockPartner } from './partners.ts'

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
  return selectId(database, owner, '')
}

async function selectId(database: Database, owner: Owner, lock: string): Promise<string | null> {
  const [row] = await database.select<{ id: string }>(
    `SELECT id FROM tenants WHERE partnerId = $1 AND environment = $2 AND externalId = $3${lock}`,
    ownerBinds(owner),
  )
  return row?.id ?? null
}

/** The same as `findTenantId`, and until the transaction ends nobody deletes the tenant; many may hold it at once. */
export async function holdTenant(database: Database, owner: Owner): Promise<string | null> {
  return selectId(database, owner, database.forShare)
}

/**
 * Gives the tenant a name that no caller can send, so that nothing finds it any more; waits for those who hold it. Its
 * id, or null where there is no such tenant.
 */
export async function detachTenant(database: Database, owner: Owner, name: string): Promise<string | null> {
  // A look that locks would wait also for names that were given up before.
  if ((await findTenantId(database, owner)) === null) return null
  const id = await selectId(database, owner, database.forUpdate)
  if (id !== null) await database.execute('UPDATE tenants SET externalId = $1 WHERE id = $2', [name, id])
  return id
}

/**
 * The tenant's own id of ours; inside a transaction, which makes the row where it is missing, and until whose end nobody
 * deletes the tenant.
 */
export async function ensureTenant(
  { database, clock }: { database: Database; clock: Clock },
  owner: Owner,
): Promise<string> {
  const known = await holdTenant(database, owner)
  if (known) return known
  const { partnerId, environment, tenant: externalId } = owner
  // One maker at a time: many that insert a name which a deletion has just given up would wait for each other.
  await lockPartner(database, partnerId)
  const meanwhile = await holdTenant(database, owner)
  if (meanwhile) return meanwhile
  const createdAt = clock.now()
  const id = newId('tenant', createdAt)
  await database.insert(tenants, [{ id, partnerId, environment, externalId, createdAt }])
  return id
}
