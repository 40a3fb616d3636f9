/**
 * The only error type that crosses module boundaries. It has a code from the contract's error catalogue, and a cause
 * for the log.
 *
 * Status, retryable and the public text come from the contract and are not repeated here.
 */
import type { DetailCode, ErrorCode, ErrorDetail } from '../../generated/types.gen.ts'

export type { DetailCode, ErrorCode, ErrorDetail }

export type ServiceErrorOptions = {
  /** The cause, which is logged with the trace id and never shown. */
  cause?: unknown
  details?: ErrorDetail[]
  /** Only for codes with several statuses (VALIDATION_ERROR: 413, 415, …). */
  status?: number
  retryAfterSeconds?: number
  /** Further headers of the response, for example `Allow`. */
  headers?: Record<string, string>
  /** The page that a browser gets instead of the error body. */
  page?: ErrorPage
}

export type ErrorPage = { html: string; headers: Record<string, string> }

/** Throw this for every failure that a caller sees. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Record<string, string>
  readonly page: ErrorPage | undefined

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(code, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.details = options.details
    this.status = options.status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
    this.page = options.page
  }
}

/** Returns a code as it is spelled in the names of error pages and fixtures: `rate-limited` for `RATE_LIMITED`. */
export function toKebabCase(code: ErrorCode): string {
  return code.toLowerCase().replaceAll('_', '-')
}

/** Returns a VALIDATION_ERROR about one field. */
export function invalid(field: string, code: DetailCode, message: string, status = 400): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { status, details: [{ field, code, message }] })
}

/** Returns the error for a permission that the key does not have. */
export function missingPermission(permission: string): ServiceError {
  const message = `the key does not have the permission ${permission}`
  return new ServiceError('FORBIDDEN', { details: [{ field: 'Authorization', code: 'missing_permission', message }] })
}
