/**
 * Admission of a request, in the promised order: key, bucket, permission, tenant, tenant window. The contract holds
 * each operation's policy.
 */
import type { Request, Response } from 'express'
import type { Authenticator } from '../../features/access/authentication.ts'
import { checkTenantIsOpen } from '../../features/deletions/closed-tenants.ts'
import { takeFromBucket, takeFromTenantWindow } from '../../features/access/rate-limits.ts'
import type { Caller } from '../../kit/caller.ts'
import { invalid, ServiceError } from '../../kit/errors.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Services } from '../../platform/services.ts'

export type Admitted = { caller: Caller | null; tenant: string | null }

/** Headers that decide who may do what: a repeated one is refused, never joined or dropped. */
const singleHeaders = [
  'authorization',
  'x-tenant-id',
  'idempotency-key',
  'if-match',
  'content-type',
  'content-length',
  'host',
]

/**
 * Checks that the caller may make this request. From the key on, every answer carries the bucket's state.
 * @throws VALIDATION_ERROR for a repeated header or a bad tenant, UNAUTHORIZED, RATE_LIMITED, FORBIDDEN,
 * TENANT_NOT_FOUND
 */
export async function admit(
  request: Request,
  response: Response,
  operation: Operation,
  services: Services,
  authenticate: Authenticator['authenticate'],
): Promise<Admitted> {
  checkSingleHeaders(request.rawHeaders)
  const { scope, bucket, permission, tenantWindow } = operation
  if (scope === 'public') return { caller: null, tenant: null }
  const caller = await authenticate(request.headers.authorization, request.ip ?? '')
  if (bucket) await takeFromBucket(services, caller, bucket, (headers) => void response.set(headers))
  if (permission && !caller.permissions.has(permission)) {
    const message = `the key needs the permission ${permission}`
    throw new ServiceError('FORBIDDEN', { details: [{ field: 'Authorization', code: 'missing_permission', message }] })
  }
  if (scope === 'partner') return { caller, tenant: null }
  const tenant = readTenant(request.headers['x-tenant-id'], services.contract.externalId)
  await checkTenantIsOpen(services, { ...caller, tenant })
  if (bucket && tenantWindow) await takeFromTenantWindow(services, caller, tenant, bucket)
  return { caller, tenant }
}

function checkSingleHeaders(rawHeaders: string[]): void {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    if (seen.has(name) && singleHeaders.includes(name))
      throw invalid(rawHeaders[index] as string, 'repeated', 'must be sent once')
    seen.add(name)
  }
}

function readTenant(value: string | string[] | undefined, externalId: RegExp): string {
  if (typeof value === 'string' && externalId.test(value)) return value
  const missing = value === undefined || value === ''
  throw invalid(
    'X-Tenant-Id',
    missing ? 'required' : 'pattern',
    missing ? 'must name the tenant' : 'must be 1 to 128 of A-Z a-z 0-9 . _ : ~ @ + = -',
  )
}
