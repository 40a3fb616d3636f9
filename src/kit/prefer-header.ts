/** The `Prefer` header's `wait` (RFC 7240). */

/** DECISIONS: the longest wait that we honour; proxies give up after 30 s or more. */
const waitSecondsMax = 25

const token = "[\\w!#$%&'*+.^`|~-]+"
const word = `${token}|"(?:[^"\\\\]|\\\\.)*"`
const parameter = `${token}(?:\\s*=\\s*(?:${word}))?`
/** One list element, possibly empty, with its comma. Keep it unambiguous: ambiguity would make matching exponential. */
const element = new RegExp(`\\s*(?:(${token})(?:\\s*=\\s*(${word}))?(?:\\s*;(?:\\s*${parameter})?)*)?\\s*(?:,|$)`, 'gy')

/**
 * The seconds of a `Prefer` header's `wait`, or null if it has none that we honour. RFC 7240, section 2: names ignore
 * case, values may be quoted, other preferences may stand beside it, and the first of two equal names counts.
 */
export function readWait(prefer: string | undefined): number | null {
  const elements = [...(prefer ?? '').matchAll(element)]
  const isWhole = elements.reduce((length, [text]) => length + text.length, 0) === prefer?.length
  const wait = elements.find(([, name]) => name?.toLowerCase() === 'wait')?.[2]
  const digits = /^("?)(\d+)\1$/.exec(wait ?? '')?.[2]
  const seconds = Number(digits)
  return isWhole && digits !== undefined && seconds >= 1 && seconds <= waitSecondsMax ? seconds : null
}
