/**
 * The position of a stretch of text in its line.
 *
 * Pure.
 */
import type { Mention } from './mentions.ts'

/**
 * Returns whether the segment of the line around the mention contains only separators and symbols besides it. Amounts
 * and version numbers have words around them.
 */
export function standsAlone(text: string, { start, end }: Mention): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 40), start), text.slice(end, end + 40)]
  return /(?:^|[|•·,;/\n])[^\p{L}\p{N}\n]*$/u.test(before) && /^[^\p{L}\p{N}\n]*(?:$|[|•·,;/\n])/u.test(after)
}

/** Returns the line that contains an offset. */
export function lineAround(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end)
}
