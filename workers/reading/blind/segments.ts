/**
 * Examines the line around a stretch of text.
 *
 * Pure.
 */
import type { Mention } from './mentions.ts'

/**
 * Returns whether a mention is between two separators, with nothing but symbols next to it. A phone number often is,
 * whereas amounts and version numbers have words next to them.
 */
export function standsAlone(text: string, { start, end }: Mention): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 40), start), text.slice(end, end + 40)]
  return isBegun.test(before) && isEnded.test(after)
}

/** A separator, or a symbol between spaces, as an icon font leaves in the text: 'Graz { 24. 07. 2002'. */
const mark = '[|•·,;/\\n]| [^\\p{L}\\p{N}\\s–—-] '
const isBegun = new RegExp(`(?:^|${mark})[^\\p{L}\\p{N}\\n]*$`, 'u')
const isEnded = new RegExp(`^[^\\p{L}\\p{N}\\n]*(?:$|${mark})`, 'u')

/** Returns the line that contains an offset. */
export function lineAround(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end)
}
