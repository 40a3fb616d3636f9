/** Headers whose values have a grammar of their own: `Prefer` of our callers, `Retry-After` of hosts that we call. */
import { DAY, SECOND } from './time.ts'

// ── Prefer (RFC 7240) ───────────────────────────────────────────────────────────────────────────

const token = "[\\w!#$%&'*+.^`|~-]+"
const word = `${token}|"(?:[^"\\\\]|\\\\.)*"`
const parameter = `${token}(?:\\s*=\\s*(?:${word}))?`
/** One list element, possibly empty, with its comma. Keep it unambiguous: ambiguity would make matching exponential. */
const element = new RegExp(`\\s*(?:(${token})(?:\\s*=\\s*(${word}))?(?:\\s*;(?:\\s*${parameter})?)*)?\\s*(?:,|$)`, 'gy')

/**
 * The seconds of a `Prefer` header's `wait`, or null if it has none from 1 to `secondsMax`. RFC 7240, section 2: names ignore
 * case, values may be quoted, other preferences may stand beside it, and the first of two equal names counts.
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

/** A longer wait is a mistake of the host, and would park a job or a delivery for good. */
const retryAfterMsMax = DAY

/**
 * Milliseconds from `now`, 0 to a day; null if the header is missing or in neither form of RFC 9110, section 10.2.3.
 *
 * A date is another machine's wall clock, so only this machine's can be set against it. One that is wrong makes the wait
 * shorter, where our own backoff still holds, or longer, by the error and to a day at most. Seconds do not depend on it.
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
