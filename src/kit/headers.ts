/** Headers whose values have their own grammar: `Prefer` from our callers, `Retry-After` from hosts that we call. */
import { DAY, SECOND } from './time.ts'

// ── Prefer (RFC 7240) ───────────────────────────────────────────────────────────────────────────

const token = "[\\w!#$%&'*+.^`|~-]+"
const word = `${token}|"(?:[^"\\\\]|\\\\.)*"`
const parameter = `${token}(?:\\s*=\\s*(?:${word}))?`
/**
 * Matches one element of the list, possibly empty, with its comma. Keep the expression unambiguous, because otherwise
 * matching may take exponential time.
 */
const element = new RegExp(`\\s*(?:(${token})(?:\\s*=\\s*(${word}))?(?:\\s*;(?:\\s*${parameter})?)*)?\\s*(?:,|$)`, 'gy')

/**
 * Returns the number of seconds in a `Prefer` header's `wait`; null if it is missing, or not between 1 and
 * `secondsMax`. RFC 7240, section 2: names are case-insensitive, values may be quoted, other preferences may be
 * present, and if a name appears twice, the first one applies.
 */
export function readWait(prefer: string | undefined, secondsMax: number): number | null {
  if (prefer === undefined) return null
  const elements = [...prefer.matchAll(element)]
  const isWhole = elements.reduce((length, [text]) => length + text.length, 0) === prefer.length
  const wait = elements.find(([, name]) => name?.toLowerCase() === 'wait')?.[2]
  const digits = /^("?)(\d+)\1$/.exec(wait ?? '')?.[2]
  const seconds = Number(digits)
  return isWhole && digits !== undefined && seconds >= 1 && seconds <= secondsMax ? seconds : null
}

// ── Retry-After (RFC 9110, section 10.2.3) ──────────────────────────────────────────────────────

/**
 * The maximum wait. A longer wait is probably a mistake of the host, and would delay a job or a delivery for too long.
 */
const retryAfterMsMax = DAY

/**
 * Returns the wait in milliseconds from `now`, at most a day; null if the header is missing, or is neither a number of
 * seconds nor a date.
 *
 * A date comes from another machine's wall clock, so it is compared with this machine's wall clock. If either clock is
 * wrong, the wait may be too short or too long. If it is too short, our own backoff still applies. It is never longer
 * than a day. Seconds do not depend on clocks.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : parseHttpDate(text) - now
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), retryAfterMsMax)
}

/**
 * Returns the date in epoch ms; NaN unless the string begins with the name of a day, because Date.parse also accepts
 * `1.5`.
 */
function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN
}
