/** The `Retry-After` header of hosts that we call. */
import { DAY, SECOND } from './time.ts'

/** A longer wait is a mistake of the host, and would park a job or a delivery for good. */
const retryAfterMsMax = DAY

/**
 * Milliseconds from `now`, 0 to a day; null if the header is missing or in neither form of RFC 9110, section 10.2.3.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : parseHttpDate(text) - now
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), retryAfterMsMax)
}

/** NaN unless the text begins with a day's name: Date.parse also accepts `1.5`. */
function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN
}
