/** Caches which tenants have an open deletion, and refuses requests for them. */
import { createHmac } from 'node:crypto'
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import type { Services } from '../../platform/services.ts'
import { findDeletionOf, listTenantTargets, type DeletionRequestRow } from '../../tables/deletion-requests.ts'

type Needs = Pick<Services, 'contract' | 'database' | 'closedTenants' | 'secretKeys'>

/**
 * Returns whether the cache contains the tenant. Its deletion may already be closed; `checkTenantIsOpen` checks that.
 */
export function mayBeClosed(services: Needs, owner: Owner): boolean {
  const { closedTenants } = services
  return closedTenants.size > 0 && targetsOfTenant(services, owner).some((target) => closedTenants.has(target))
}

/**
 * Refuses requests for a tenant that is being deleted. If the cache contains the tenant, the database is queried. The
 * cache may be a second old. If it does not contain a deleted tenant yet, a request creates that tenant again.
 * @throws TENANT_NOT_FOUND while the tenant's deletion is open
 */
export async function checkTenantIsOpen(services: Needs, owner: Owner): Promise<void> {
  if (services.closedTenants.size === 0) return
  const { deletionSeconds } = services.contract.retries.retryAfter
  for (const target of targetsOfTenant(services, owner)) {
    if (!services.closedTenants.has(target)) continue
    const found = await findDeletionOf(services.database, target)
    if (found && isOpen(found)) throw new ServiceError('TENANT_NOT_FOUND', { retryAfterSeconds: deletionSeconds })
  }
}

/** Adds to the cache the open deletions that other processes accepted, and removes closed ones. */
export async function renewClosedTenants({
  database,
  closedTenants,
}: Pick<Services, 'database' | 'closedTenants'>): Promise<void> {
  const before = [...closedTenants]
  const open = new Set(await listTenantTargets(database))
  for (const target of open) closedTenants.add(target)
  // Keeps the targets that were added while the query ran, because its result may not contain them.
  for (const target of before) if (!open.has(target)) closedTenants.delete(target)
}

/** Returns whether a deletion request is neither completed nor failed. */
export function isOpen({ dueAt }: DeletionRequestRow): boolean {
  return dueAt !== null
}

/**
 * The hashes that identify the deletions of one tenant or application. The first is under the newest key. The others
 * are under older keys, because older requests were stored under them.
 */
export type Targets = readonly [string, ...string[]]

/**
 * Returns the hashes for a tenant or application, by the caller's ids. They are keyed hashes, because the ids may
 * contain people's names, and a person who reads the table must not be able to guess them.
 */
export function targetsOf(
  { secretKeys: [newest, ...others] }: Pick<Services, 'secretKeys'>,
  { partnerId, environment }: PartnerOwner,
  names: string[],
): Targets {
  const text = JSON.stringify([partnerId, environment, ...names])
  const under = (key: Buffer) => createHmac('sha256', key).update(text).digest('hex')
  return [under(newest), ...others.map(under)]
}

/** Returns the targets for deleting a whole tenant. */
export function targetsOfTenant(services: Pick<Services, 'secretKeys'>, owner: Owner): Targets {
  return targetsOf(services, owner, [owner.tenant])
}
