/**
 * Reads tables that were extracted column by column, so all labels come before all values: 'Name:', 'Height:', 'Jane
 * Doe', '1.70 m'.
 *
 * Pure.
 */
import { isAsianName } from './asian-names.ts'
import { isGivenName } from './known-names.ts'
import { isNever } from './name-word-forms.ts'

/** A block with fewer labels is not treated as a column. */
const labelsMin = 3
/** The maximum number of lines that are searched below a label. */
const rowsMax = 16
const cellUnits = 40
const labelEnd = /[:：]\s?-?\s*$/

/** Returns the values that may belong to the name's label in line `at`, the likeliest first. */
export function valuesOf(lines: string[], at: number): string[] {
  const isLabel = (line = ''): boolean => line.length <= cellUnits && labelEnd.test(line)
  const values = lines.slice(at + 1, at + 1 + rowsMax).filter((line) => !isLabel(line) && isNameCell(line))
  if (!isLabel(lines[at])) return values.length > 0 ? values.slice(0, 1) : apart(lines.slice(at + 1, at + 1 + rowsMax))
  let [first, end] = [at, at + 1]
  while (isLabel(lines[first - 1])) first -= 1
  while (isLabel(lines[end])) end += 1
  if (end - first < labelsMin) return []
  return [...values.slice(0, 1), ...lines.slice(end + at - first, end + at - first + 1)]
}

/** Returns whether a cell begins with a known name. */
function isNameCell(line: string): boolean {
  const words = line.trim().split(/[\s(（]+/)
  if (line.length > cellUnits || words.some(isNever)) return false
  return isAsianName(words[0]!) || (words.length > 1 && words.length < 5 && isGivenName(words[0]!))
}

/** Returns a given name alone in its cell, together with the family name in the next one. */
function apart(lines: string[]): string[] {
  const cells = lines.map((line) => line.trim())
  const at = cells.findIndex((cell) => /^\p{Lu}\p{L}+$/u.test(cell) && isGivenName(cell) && !isNever(cell))
  const family = /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?$/u.exec(cells[at + 1] ?? '')?.[0] ?? ''
  return at < 0 ? [] : [`${cells[at]} ${family}`.trim()]
}
