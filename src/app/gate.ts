/**
 * A request's way in, in the promised order: key, permission, tenant. The operation's policy is the contract's.
 */
import type { Request } from 'express'
import type { createAuthenticator } from '../features/api-keys.ts'
import type { Caller } from '../kit/caller.ts'
import { invalid, ServiceError } from '../kit/errors.ts'
import type { Contract, Operation } from '../platform/contract.ts'

export type Admitted = { caller: Caller | null; tenant: string | null }

/** Headers that decide who and what; sent twice they are refused, never joined or dropped. */
const singleHeaders = [
  'authorization',
  'x-tenant-id',
  'idempotency-key',
  'if-match',
  'content-type',
  'content-length',
  'host',
]

/** @throws VALIDATION_ERROR for a repeated header or a bad tenant, UNAUTHORIZED, FORBIDDEN */
export async function admit(
  request: Request,
  operation: Operation,
  { externalId }: Pick<Contract, 'externalId'>,
  authenticate: ReturnType<typeof createAuthenticator>,
): Promise<Admitted> {
  checkSingleHeaders(request.rawHeaders)
  if (operation.scope === 'public') return { caller: null, tenant: null }
  const caller = await authenticate(request.headers.authorization)
  if (operation.permission && !caller.permissions.has(operation.permission)) {
    const message = `the key needs the permission ${operation.permission}`
    throw new ServiceError('FORBIDDEN', { details: [{ field: 'Authorization', code: 'missing_permission', message }] })
  }
  return {
    caller,
    tenant: operation.scope === 'tenant' ? readTenant(request.headers['x-tenant-id'], externalId) : null,
  }
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
