/**
 * Converts failures to the contract's error body, for the whole service.
 *
 * The client gets the catalogue's message; the cause is logged with the trace id.
 */
import type { ErrorBody } from '../../../generated/types.gen.ts'
import { invalid, ServiceError, toKebabCase } from '../../kit/errors.ts'
import { DatabaseUnavailable } from '../../platform/database/database.ts'
import type { Contract } from '../../platform/contract/contract.ts'

export type Problem = { status: number; headers: Record<string, string>; body: ErrorBody }

/** The statuses of Express errors that are sent unchanged. Any other 4xx status is replaced with 400. */
const requestStatuses = [400, 408, 413, 414, 415, 431]

/** Returns the response body for a request that failed with `error`. */
export function toProblem(contract: Contract, error: unknown, traceId: string): Problem {
  const { code, status: ownStatus, headers, details, retryAfterSeconds } = toServiceError(error)
  const { statuses, retryable, meaning, action } = contract.catalogue[code]
  const status = ownStatus ?? statuses[0] ?? 500
  const { unavailableSeconds } = contract.retries.retryAfter
  const waitSeconds = retryAfterSeconds ?? (code === 'SERVICE_UNAVAILABLE' ? unavailableSeconds : undefined)
  const body: ErrorBody = {
    type: `/errors/${toKebabCase(code)}`,
    code,
    status,
    message: `${meaning} ${action}`,
    retryable,
    traceId,
    ...(details ? { details } : {}),
  }
  return { status, headers: { ...headers, ...(waitSeconds ? { 'Retry-After': String(waitSeconds) } : {}) }, body }
}

/** Returns whether the error must be logged: defects and outages, not client errors. */
export function isOurs(error: unknown): boolean {
  const { code, cause } = toServiceError(error)
  return (
    code === 'INTERNAL_ERROR' ||
    (cause !== undefined && code !== 'VALIDATION_ERROR' && code !== 'MISSING_JOB_DESCRIPTION')
  )
}

/**
 * Converts an error to a ServiceError: an Express error keeps its status, a database outage is transient, and any other
 * error is a defect.
 */
function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof DatabaseUnavailable) return new ServiceError('SERVICE_UNAVAILABLE', { cause: error })
  const { status } = (error ?? {}) as { status?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return unreadable(requestStatuses.includes(status) ? status : 400)
  }
  return new ServiceError('INTERNAL_ERROR', { cause: error })
}

/** Returns the error for bytes that are not a valid HTTP request. */
export function unreadable(status: number): ServiceError {
  return invalid('', 'malformed', 'is not a valid HTTP request', status)
}
