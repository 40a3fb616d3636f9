/** Tenants: a partner's customers in one environment. The first write for a tenant creates its row. */
import { facts } from '../../generated/facts.gen.ts'
import type { Environment, Keeper, Owner } from '../kit/caller.ts'
import { newId } from '../kit/ids.ts'
import type { Clock } from '../kit/time.ts'
import { columns, defineTable, nullable, type Database } from '../platform/database/database.ts'
import { countOwned } from './kept-counts.ts'
import { checkNotHeld, lockPartner, partners } from './partners.ts'
import { takeQuota } from './quota-counts.ts'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  externalId: columns.identifier(facts.ExternalId.maxLength),
  createdAt: columns.instant(),
  /**
   * The time since which the tenant's partner is held for a move; null if it is not held. While it is held, nothing is
   * written for the tenant in this cell.
   */
  heldAt: nullable(columns.instant()),
}
export const tenants = defineTable(
  'tenants',
  shape,
  { unique: { owner: ['partnerId', 'environment', 'externalId'] } },
  { partnerId: partners },
)

/** Returns the option that restricts a model's query to rows of this tenant, for tables with the column `tenantId`. */
export function ofTenant({ partnerId, environment, tenant: externalId }: Owner) {
  return { association: tenants.name, attributes: [], where: { partnerId, environment, externalId } }
}

/** Returns SQL that joins a table (`alias`) with its owner's row. Bind the owner as $1, $2 and $3 with `ownerBinds`. */
export function ownedBy(alias: string): string {
  return `JOIN tenants t ON t.id = ${alias}.tenantId AND t.partnerId = $1 AND t.environment = $2 AND t.externalId = $3`
}

/** Returns the binds of `ownedBy`. */
export function ownerBinds(owner: Owner): [string, string, string] {
  return [owner.partnerId, owner.environment, owner.tenant]
}

export async function findTenantId(database: Database, owner: Owner): Promise<string | null> {
  return (await select(database, owner, ''))?.id ?? null
}

async function select(database: Database, owner: Owner, lock: string) {
  const [row] = await database.select<{ id: string; heldAt: number | null }>(
    `SELECT id, heldAt FROM tenants WHERE partnerId = $1 AND environment = $2 AND externalId = $3${lock}`,
    ownerBinds(owner),
  )
  return row ?? null
}

/**
 * Locks the tenant's row before a write, and returns its id; null if there is no such tenant. @throws
 * SERVICE_UNAVAILABLE while its partner is held for a move
 */
async function lockId(database: Database, owner: Owner, lock: string): Promise<string | null> {
  const row = await select(database, owner, lock)
  checkNotHeld(row)
  return row?.id ?? null
}

/**
 * Returns what `findTenantId` returns, and takes a shared lock, so that the tenant cannot be deleted until the
 * transaction ends.
 * @throws SERVICE_UNAVAILABLE while its partner is held for a move
 */
export async function holdTenant(database: Database, owner: Owner): Promise<string | null> {
  return lockId(database, owner, database.forShare)
}

/**
 * Detaches a tenant: gives it a name that no caller can send, so that no request finds it again. Waits for transactions
 * that lock the row. Returns our id, or null if the tenant does not exist.
 */
export async function detachTenant(database: Database, owner: Owner, name: string): Promise<string | null> {
  // The first read takes no lock, because a locking read would also wait for names that earlier deletions released.
  if ((await findTenantId(database, owner)) === null) return null
  const id = await lockId(database, owner, database.forUpdate)
  if (id !== null) await database.execute('UPDATE tenants SET externalId = $1 WHERE id = $2', [name, id])
  return id
}

/**
 * Returns our id of the tenant, and creates its row if it is missing. Inside a transaction, the tenant cannot be
 * deleted until the transaction ends. @throws VALIDATION_ERROR if its partner has reached its quota of tenants
 */
export async function ensureTenant(
  { database, clock }: { database: Database; clock: Clock },
  owner: Keeper,
): Promise<string> {
  const known = await holdTenant(database, owner)
  if (known) return known
  const { partnerId, environment, tenant: externalId } = owner
  // Each partner's inserts run one at a time: concurrent inserts of a name that a deletion has just released would
  // deadlock.
  await lockPartner(database, partnerId)
  const meanwhile = await holdTenant(database, owner)
  if (meanwhile) return meanwhile
  const createdAt = clock.now()
  const id = newId('tenant', createdAt)
  await takeQuota(database, owner, 'tenants', 1)
  const row = { id, partnerId, environment, externalId, createdAt, heldAt: null }
  await database.insert(tenants, [row])
  countOwned(database, 'tenants', [row])
  return id
}
