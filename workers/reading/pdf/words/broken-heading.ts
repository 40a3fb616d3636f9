/**
 * Joins the lines of a page's largest heading. It is usually a name that was broken to fit a narrow column: 'Jane'
 * above 'Doe'.
 *
 * Pure.
 */
import type { Line } from '../columns/columns.ts'

/** The letters of the heading are at least this many times as large as the other letters of the page. */
const largerMin = 1.2
/** Rounding changes a size by at most this share. */
const sizeTolerance = 0.01
/** The lines of a heading are at most this many ems apart. */
const pitchMax = 1.5
/** A heading has at most this many lines, and each line at most this many words. */
const linesMax = 3
const wordsMax = 3

/** Returns the lines of a page, with the largest heading joined into one line. */
export function withWholeHeading(lines: Line[]): Line[] {
  const sizes = lines.map(({ em }) => em).sort((one, other) => one - other)
  const largest = sizes.at(-1) ?? 0
  if (largest < sizes[Math.floor(sizes.length / 2)]! * largerMin) return lines
  const first = lines.findIndex(({ em }) => em >= largest * (1 - sizeTolerance))
  const last = lines.findIndex((line, at) => at >= first && !continues(lines[at + 1], line))
  const heading = lines.slice(first, last + 1)
  if (heading.length < 2 || heading.length > linesMax || !heading.every(isShort)) return lines
  const text = heading.map((line) => line.text).join(' ')
  return [...lines.slice(0, first), { ...heading[0]!, bottom: lines[last]!.bottom, text }, ...lines.slice(last + 1)]
}

function continues(line: Line | undefined, above: Line): boolean {
  if (!line || line.opens || Math.abs(line.em - above.em) > above.em * sizeTolerance) return false
  return line.bottom > above.bottom && line.bottom - above.bottom < above.em * pitchMax
}

function isShort({ text }: Line): boolean {
  return !/[\d@:#&/|+]/.test(text) && text.split(' ').length <= wordsMax
}
