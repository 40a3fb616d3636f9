/** Tenants: made by their first write. */
import type { Owner } from '../kit/caller.ts'
import { newId } from '../kit/ids.ts'
import type { Services } from '../platform/services.ts'
import { lockPartner } from '../tables/partners.ts'
import { holdTenant, insertTenant } from '../tables/tenants.ts'

/**
 * The tenant's own id of ours; inside a transaction, which makes the row where it is missing, and until whose end nobody
 * deletes the tenant.
 */
export async function ensureTenant(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
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
  await insertTenant(database, { id, partnerId, environment, externalId, createdAt })
  return id
}
