/** Tenants: made by their first write. */
import type { Owner } from '../kit/caller.ts'
import { newId } from '../kit/ids.ts'
import type { Services } from '../platform/services.ts'
import { findTenantId, insertTenant } from '../tables/tenants.ts'

/** The tenant's own id of ours; inside a transaction, which makes the row where it is missing. */
export async function ensureTenant(services: Pick<Services, 'database' | 'clock'>, owner: Owner): Promise<string> {
  const known = await findTenantId(services.database, owner)
  if (known) return known
  const { partnerId, environment, tenant: externalId } = owner
  const now = services.clock.now()
  await insertTenant(services.database, {
    id: newId('tenant', now),
    partnerId,
    environment,
    externalId,
    createdAt: now,
  })
  const made = await findTenantId(services.database, owner)
  if (!made) throw new Error('a tenant vanished while it was made')
  return made
}
