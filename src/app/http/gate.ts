/**
 * Admission of a request, in the promised order: key, bucket, permission, tenant, tenant window. The contract holds
 * each operation's policy.
 */
import type { Request, Response } from 'express'
import type { Authenticator } from '../../features/access/authentication.ts'
import { checkTenantIsOpen, mayBeClosed } from '../../features/deletions/closed-tenants.ts'
import { isSpent, takeFromTenantWindow, takeRequest } from '../../features/access/rate-limits.ts'
import type { Bucket } from '../../../generated/types.gen.ts'
import type { Caller } from '../../kit/caller.ts'
import { invalid, missingPermission, ServiceError } from '../../kit/errors.ts'
import type { Contract, Operation, Schema } from '../../platform/contract/contract.ts'
import type { Services } from '../../platform/services.ts'
import type { Refusal } from './answers/unsent-bytes.ts'
import { exchangeOf } from './exchange.ts'
import { setHeaders } from './response-head.ts'

export type Admitted = { caller: Caller | null; tenant: string | null }

/**
 * A request on its way in. `admitted` ends once it may be answered, and rejects where it is refused; null for whom nothing
 * is counted. Unless it `mayBegin`, nothing is done for it before that.
 */
export type Admission = Admitted & { admitted: Promise<void> | null; mayBegin: boolean }

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

const healthChecks = ['/livez', '/readyz']

/**
 * Who makes this request; null on public operations.
 * @throws VALIDATION_ERROR for a repeated header, UNAUTHORIZED
 */
export function identify(
  request: Request,
  response: Response,
  { scope }: Operation,
  authenticate: Authenticator['authenticate'],
): Caller | null | Promise<Caller> {
  checkSingleHeaders(request)
  if (scope === 'public') return null
  return authenticate(request.headers.authorization, exchangeOf(response).address)
}

/**
 * Checks that the caller may make this request; from here on every answer carries the bucket's state. A lookup may begin
 * while it is counted: it changes nothing, and its caller waits for the slower of the two and not for both. `unread`: why
 * no answer may be made now, see `UnsentBytes.refusalFor`.
 *
 * `admitted` rejects with RATE_LIMITED, FORBIDDEN, VALIDATION_ERROR for a bad tenant, TENANT_NOT_FOUND.
 */
export function admit(
  request: Request,
  response: Response,
  operation: Operation,
  services: Services,
  caller: Caller | null,
  unread: Refusal | null,
): Admission {
  const { scope, bucket, tenantWindow, isLookup } = operation
  if (!caller || !bucket) {
    // A balancer whose readers are slow must still see that the process is alive.
    if (unread && !healthChecks.includes(operation.path)) throw new ServiceError('SERVICE_UNAVAILABLE')
    return { caller: null, tenant: null, admitted: null, mayBegin: true }
  }
  const tell = (headers: Record<string, string>) => setHeaders(response, headers)
  const fault = unread ? unreadFault(services, bucket, unread) : faultOf(request, operation, services, caller)
  const tenant = scope === 'tenant' && !fault ? (request.headers['x-tenant-id'] as string) : null
  const window = tenantWindow ? tenant : null
  const mayBeGone = tenant !== null && mayBeClosed(services, { ...caller, tenant })
  // Where the bucket refuses, the database shall not work for those who go on asking.
  const mayBegin = isLookup && !fault && !mayBeGone && !isSpent(services, caller, bucket)
  // The bucket comes first: it also limits what is refused for another reason. Bucket and window take one command.
  const counted = takeRequest(services, caller, bucket, mayBeGone ? null : window, tell)
  const checkRest = async () => {
    await counted
    if (fault) throw fault
    if (!mayBeGone) return
    await checkTenantIsOpen(services, { ...caller, tenant })
    if (window !== null) await takeFromTenantWindow(services, caller, bucket, window, tell)
  }
  return { caller, tenant, admitted: fault || mayBeGone ? checkRest() : counted, mayBegin }
}

/** Refuses a request because answers wait to be read: those of its partner, or too many of all. */
export function unreadFault({ contract }: Pick<Services, 'contract'>, bucket: Bucket, refusal: Refusal): ServiceError {
  if (refusal === 'process') return new ServiceError('SERVICE_UNAVAILABLE')
  const mebibytes = contract.sizes.answer.unsentPartnerBytes / 2 ** 20
  const message = `${mebibytes} MiB of responses to this partner have not been read; read them, or close their connections`
  return new ServiceError('RATE_LIMITED', {
    retryAfterSeconds: contract.retries.retryAfter.unavailableSeconds,
    details: [{ field: bucket, code: 'unread_answers', message }],
  })
}

/** What is wrong with the request once its key is known: a missing permission, then the name of its tenant. */
function faultOf(
  { headers }: Request,
  { scope, permission }: Operation,
  { contract }: Services,
  caller: Caller,
): ServiceError | null {
  if (permission && !caller.permissions.has(permission)) return missingPermission(permission)
  return scope === 'tenant' ? faultOfTenant(headers['x-tenant-id'], contract) : null
}

function checkSingleHeaders({ rawHeaders, headers }: Request): void {
  // Node files each name once, so most requests need no closer look.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    if (seen.has(name) && singleHeaders.includes(name))
      throw invalid(rawHeaders[index] as string, 'repeated', 'must be sent only once')
    seen.add(name)
  }
}

function faultOfTenant(value: string | string[] | undefined, { externalId, document }: Contract): ServiceError | null {
  if (typeof value === 'string' && externalId.test(value)) return null
  const { maxLength, 'x-pattern-message': inWords } = document.components.schemas.ExternalId as Schema
  const missing = value === undefined || value === ''
  return invalid(
    'X-Tenant-Id',
    missing ? 'required' : 'pattern',
    missing ? 'is required: the id of the tenant' : `${inWords}, and have at most ${maxLength} characters`,
  )
}
