/** Tenants whose deletion is open: what this process knows of them, and the requests that it turns away. */
import { createHmac } from 'node:crypto'
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import type { Services } from '../../platform/services.ts'
import { findDeletionOf, listTenantTargets, type DeletionRequestRow } from '../../tables/deletion-requests.ts'

/** A deletion is looked at every two seconds, and most are over then. */
const openSeconds = 2

/**
 * What a process knows of open deletions may be a second old either way: a tenant that it does not know of starts anew,
 * and one that it knows of is looked up.
 * @throws TENANT_NOT_FOUND while the tenant's deletion is open
 */
export async function checkTenantIsOpen(services: Services, owner: Owner): Promise<void> {
  if (services.closedTenants.size === 0) return
  const target = targetOfTenant(services, owner)
  if (!services.closedTenants.has(target)) return
  const found = await findDeletionOf(services.database, target)
  if (found && isOpen(found)) throw new ServiceError('TENANT_NOT_FOUND', { retryAfterSeconds: openSeconds })
}

/** Learns of open deletions that other processes took, and forgets those that are over. */
export async function renewClosedTenants({
  database,
  closedTenants,
}: Pick<Services, 'database' | 'closedTenants'>): Promise<void> {
  const before = [...closedTenants]
  const open = new Set(await listTenantTargets(database))
  for (const target of open) closedTenants.add(target)
  // Not one that was added during the look, which may have missed it.
  for (const target of before) if (!open.has(target)) closedTenants.delete(target)
}

/** Whether a deletion request still has work to do. */
export function isOpen({ dueAt }: DeletionRequestRow): boolean {
  return dueAt !== null
}

/** Keyed, so that nobody who reads the table can try names until one fits: they may be personal. */
export function targetOf({ secretKey }: Services, { partnerId, environment }: PartnerOwner, names: string[]): string {
  return createHmac('sha256', secretKey)
    .update(JSON.stringify([partnerId, environment, ...names]))
    .digest('hex')
}

export function targetOfTenant(services: Services, owner: Owner): string {
  return targetOf(services, owner, [owner.tenant])
}
