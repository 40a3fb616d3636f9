/**
 * Checks whether a request is allowed, in the order that the contract promises: bucket, permission, tenant, tenant
 * window. The contract defines each operation's policy.
 */
import type { Request, RequestHandler } from 'express'
import type { Bucket } from '../../../../generated/types.gen.ts'
import { takeFromTenantWindow, takeRequest } from '../../../features/access/rate-limits.ts'
import { checkLivesHere } from '../../../features/cells/moving-partners.ts'
import { checkTenantIsOpen, mayBeClosed } from '../../../features/deletions/closed-tenants.ts'
import type { Caller } from '../../../kit/caller.ts'
import { invalid, missingPermission, ServiceError } from '../../../kit/errors.ts'
import type { Contract, Operation, Schema } from '../../../platform/contract/contract.ts'
import type { Services } from '../../../platform/services.ts'
import type { Owner, Refusal, UnsentBytes } from '../answers/unsent-bytes.ts'
import { isHealthCheck } from '../health.ts'
import { exchangeOf } from './exchange.ts'

/**
 * Returns the middleware. It throws RATE_LIMITED, FORBIDDEN, VALIDATION_ERROR for a bad tenant, TENANT_NOT_FOUND, or
 * SERVICE_UNAVAILABLE while the process has too many unread responses.
 */
export function admit(operation: Operation, services: Services, unsent: UnsentBytes): RequestHandler {
  const { scope, bucket, tenantWindow } = operation
  return async (request, response, next) => {
    const exchange = exchangeOf(response)
    const { caller } = exchange
    const unread = unsent.refusalFor(exchange.owner as Owner)
    if (!caller || !bucket) {
      // Health checks are always answered: a load balancer must see that the process is alive, even while other clients
      // read slowly.
      if (unread && !isHealthCheck(operation)) throw new ServiceError('SERVICE_UNAVAILABLE')
      return next()
    }
    const fault = unread ? unreadFault(services, bucket, unread) : faultOf(request, operation, services, caller)
    const tenant = scope === 'tenant' && !fault ? (request.headers['x-tenant-id'] as string) : null
    const window = tenantWindow ? tenant : null
    const mayBeGone = tenant !== null && mayBeClosed(services, { ...caller, tenant })
    const tell = (headers: Record<string, string>) => response.set(headers)
    // The bucket comes first, because it also limits requests that are refused for another reason. One command counts
    // the request against both the bucket and the window.
    await takeRequest(services, caller, bucket, mayBeGone ? null : window, tell)
    if (fault) throw fault
    await checkLivesHere(services, caller.partnerId)
    if (mayBeGone) {
      await checkTenantIsOpen(services, { ...caller, tenant })
      if (window !== null) await takeFromTenantWindow(services, caller, bucket, window, tell)
    }
    exchange.tenant = tenant
    next()
  }
}

/** Returns the error for a partner, or a whole process, with too many unread responses. */
export function unreadFault({ contract }: Pick<Services, 'contract'>, bucket: Bucket, refusal: Refusal): ServiceError {
  if (refusal === 'process') return new ServiceError('SERVICE_UNAVAILABLE')
  const mebibytes = contract.sizes.answer.unsentPartnerBytes / 2 ** 20
  const message = `${mebibytes} MiB of responses to this partner have not been read; read them, or close their connections`
  return new ServiceError('RATE_LIMITED', {
    retryAfterSeconds: contract.retries.retryAfter.unavailableSeconds,
    details: [{ field: bucket, code: 'unread_answers', message }],
  })
}

/** Returns the error for a missing permission, or else for an invalid tenant id; null if there is neither. */
function faultOf(
  { headers }: Request,
  { scope, permission }: Operation,
  { contract }: Services,
  caller: Caller,
): ServiceError | null {
  if (permission && !caller.permissions.has(permission)) return missingPermission(permission)
  return scope === 'tenant' ? faultOfTenant(headers['x-tenant-id'], contract) : null
}

function faultOfTenant(value: string | string[] | undefined, { externalId, document }: Contract): ServiceError | null {
  if (typeof value === 'string' && externalId.test(value)) return null
  const { maxLength, 'x-pattern-message': inWords } = document.components.schemas.ExternalId as Schema
  const missing = value === undefined || value === ''
  return invalid(
    'X-Tenant-Id',
    missing ? 'required' : 'pattern',
    missing ? 'is required; send your own id of the customer' : `${inWords}; it has at most ${maxLength} characters`,
  )
}
