/**
 * Explains why a file could not be fetched: the error code, the cause for the caller, and whether a retry may succeed.
 */
import type { FailureReason } from '../../../generated/types.gen.ts'
import { parseRetryAfter } from '../../kit/headers.ts'
import type { PutOff } from '../concurrency/rooms.ts'
import { BlockedAddress, codeOf, type CallEnd } from './connections.ts'
import { UndecodableBody } from './content-coding.ts'

export type FetchFailure = {
  ok: false
  code: 'RESUME_FETCH_FAILED' | 'RESUME_URL_BLOCKED' | 'RESUME_TOO_LARGE'
  /**
   * Whether a retry may succeed: true after network or TLS faults, after a deadline, and for 5xx, 202, 408, 425 and
   * 429.
   */
  retryable: boolean
  /** For the log; contains no part of a URL. */
  message: string
  /** For the caller. */
  reason?: FailureReason
  /** The host's status, with the reason `http_status`. */
  httpStatus?: number
  /** The host's `Retry-After`, not capped; only with a retryable status. */
  retryAfterMs?: number
  /**
   * Set if there was no free place for the host, or for a host to which it redirects. The file is fetched when its turn
   * comes.
   */
  putOff?: PutOff
}

/** Transient statuses below 500: accepted but not ready, request timeout, too early, too many requests. */
const retryableStatuses = new Set([202, 408, 425, 429])

const endings: Record<CallEnd, string> = {
  'too long': 'the resume host did not respond in time',
  cancelled: 'the fetch was cancelled',
}

/** Returns the failure for a response that is not a file. */
export function refuseStatus(httpStatus: number, retryAfter: string): FetchFailure {
  const retryable = httpStatus >= 500 || retryableStatuses.has(httpStatus)
  const message = `the resume host responded with status ${httpStatus}`
  const refusal = failure(message, retryable, { reason: 'http_status', httpStatus })
  const retryAfterMs = retryable ? parseRetryAfter(retryAfter, Date.now()) : null
  return retryAfterMs === null ? refusal : { ...refusal, retryAfterMs }
}

/** Returns the failure for an error that ended a fetch. */
export function explain(error: unknown, signal: AbortSignal): FetchFailure {
  if (signal.aborted) {
    const end = signal.reason as CallEnd
    return failure(endings[end], true, end === 'too long' ? { reason: 'timeout' } : {})
  }
  if (error instanceof BlockedAddress)
    return failure(`the URL is refused: ${error.message}`, false, { code: 'RESUME_URL_BLOCKED', reason: 'not_public' })
  if (error instanceof UndecodableBody)
    return failure(`the file cannot be decompressed: ${error.message}`, false, { reason: 'content_encoding' })
  return failure(`the connection to the resume host failed (${codeOf(error)})`, true, { reason: reasonOf(error) })
}

function reasonOf(error: unknown): FailureReason {
  const { syscall = '', name = '' } = error as NodeJS.ErrnoException
  const code = codeOf(error)
  // Distinguishes a name server that refuses a query from a host that refuses a connection, because both have the same
  // code.
  if (/^(query|getaddrinfo)/.test(syscall) || /^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_)/.test(code)) return 'dns'
  if (code === 'ECONNREFUSED') return 'connection_refused'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (/^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_)/.test(code))
    return 'tls'
  if (/^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES_)/.test(code) || name === 'HTTPParserError') return 'invalid_answer'
  return 'connection_failed'
}

/** Returns a failure; the default code is RESUME_FETCH_FAILED. */
export function failure(
  message: string,
  retryable: boolean,
  more: Partial<Pick<FetchFailure, 'code' | 'reason' | 'httpStatus'>> = {},
): FetchFailure {
  return { ok: false, code: 'RESUME_FETCH_FAILED', retryable, message, ...more }
}

/** Returns the failure for a file that exceeds the size limit of a resume. */
export function tooLarge(bytesMax: number): FetchFailure {
  const message = `the file is larger than ${bytesMax} bytes`
  return failure(message, false, { code: 'RESUME_TOO_LARGE', reason: 'too_large' })
}
