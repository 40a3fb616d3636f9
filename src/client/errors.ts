/** What the client throws. */

/** A fault of one field of a request. */
export type ErrorDetail = { field: string; code: string; message: string }

type Told = {
  code: string
  status: number | null
  retryable: boolean
  traceId?: string | null
  details?: ErrorDetail[] | null
  retryAfterSeconds?: number | null
}

/**
 * A call that failed. `code` is one of the service's (`/errors` of a server explains each; more may be added), or one of
 * the client's own: `CONNECTION_FAILED` where no whole answer came, `WAIT_ENDED` where a score took longer than
 * `waitForScore` was told to wait.
 */
export class ScreeningError extends Error {
  override readonly name = 'ScreeningError'
  readonly code: string
  /** The HTTP status; null where no answer came, and for a scoring job that failed. */
  readonly status: number | null
  /** Whether the same call may succeed later. The client has then already tried again, as often as it may. */
  readonly retryable: boolean
  /** Names the request in the service's log: give it to its operator. */
  readonly traceId: string | null
  /** One for each fault of the request; empty where the fault lies elsewhere. */
  readonly details: ErrorDetail[]
  /** How long the service asked to wait. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, told: Told, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = told.code
    this.status = told.status
    this.retryable = told.retryable
    this.traceId = told.traceId ?? null
    this.details = told.details ?? []
    this.retryAfterSeconds = told.retryAfterSeconds ?? null
  }
}

/** Statuses of proxies, which answer without our body, after which the same call may succeed. */
const passingStatuses = [429, 502, 503, 504]

/** The error that an answer tells of; `text` is its body, which may come from a proxy. */
export function errorOf({ status, headers }: Response, text: string): ScreeningError {
  const retryAfterSeconds = secondsOf(headers.get('Retry-After'))
  const traceId = headers.get('X-Trace-Id')
  const body = parsed(text)
  if (typeof body?.code === 'string') {
    const told = { code: body.code, retryable: body.retryable === true, details: body.details as ErrorDetail[] | null }
    return new ScreeningError(`${body.code}: ${body.message}`, { ...told, status, retryAfterSeconds, traceId })
  }
  const retryable = passingStatuses.includes(status)
  return new ScreeningError(`HTTP ${status}`, { code: 'UNKNOWN', status, retryable, retryAfterSeconds, traceId })
}

/** The error of a connection that gave no whole answer. */
export function connectionError(cause: unknown): ScreeningError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ScreeningError(`no answer: ${reason}`, { code: 'CONNECTION_FAILED', status: null, retryable: true }, cause)
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown> | null
  } catch {
    return null
  }
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function secondsOf(text: string | null): number | null {
  if (text === null) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
