/** The `Prefer` header's `wait` (RFC 7240). */

/** decisions: the longest wait that is obeyed; proxies give up at 30 s and later. */
const waitSecondsMax = 25

const token = "[\\w!#$%&'*+.^`|~-]+"
const word = `${token}|"(?:[^"\\\\]|\\\\.)*"`
const parameter = `${token}(?:\\s*=\\s*(?:${word}))?`
/** One element of the list, which may be empty, with its comma. What could be read in two ways would take for ever. */
const element = new RegExp(`\\s*(?:(${token})(?:\\s*=\\s*(${word}))?(?:\\s*;(?:\\s*${parameter})?)*)?\\s*(?:,|$)`, 'gy')

/**
 * The seconds of a `Prefer` header's `wait`, or null where it has none that is obeyed. RFC 7240, section 2: names
 * without case, values also quoted, further preferences beside it; of one that is named twice the first counts.
 */
export function readWait(prefer: string | undefined): number | null {
  const elements = [...(prefer ?? '').matchAll(element)]
  const isWhole = elements.reduce((length, [text]) => length + text.length, 0) === prefer?.length
  const wait = elements.find(([, name]) => name?.toLowerCase() === 'wait')?.[2]
  const digits = /^("?)(\d+)\1$/.exec(wait ?? '')?.[2]
  const seconds = Number(digits)
  return isWhole && digits !== undefined && seconds >= 1 && seconds <= waitSecondsMax ? seconds : null
}
