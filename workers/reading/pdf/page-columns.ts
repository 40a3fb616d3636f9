/**
 * Turns rows into lines in reading order: finds columns and reads one after the other.
 *
 * Pure. Owns the one hard question: whether two segments at one height are columns, read downwards, or cells (a title
 * and its date), read across.
 */
import type { Row, Segment } from './page-rows.ts'

/** A line of the text; `opens` marks the start of a block that does not continue the line before. */
export type Line = { text: string; top: number; bottom: number; opens: boolean }

/** A gutter is at least this wide, in ems; gaps between words and sentences are narrower. */
const gutterEmsMin = 1
/** Fewer lines on one side make a cell or a caption, not a column. */
const columnLinesMin = 3
/** Cells share the height of their row; columns with their own spacing rarely do for so many lines. */
const alignedMin = 0.8
/** Columns on a common grid are about equally long; dates and labels are rarer than the text beside them. */
const lineRatioMin = 0.6
/** A side with shorter lines than this is not prose but a list of words, which only its length makes a column. */
const proseLetters = 20
const longListLines = 8
/** A side with a year in this many lines is the date column of a list. */
const datedMax = 0.5
/** Two rows with more gaps belong to a table. */
const gapsMax = 8
/** A page of 3 pt type has 250 lines; looking for columns among thousands finds none and takes long. */
const rowsMax = 2_000
/** A resume has two or three columns; deeper nesting is a table, which is better read across. */
const depthMax = 3

/** The lines of rows (given from top to bottom) in reading order. */
export function readRows(rows: Row[], depth = 0): Line[] {
  const lines: Line[] = []
  let at = 0
  const seeds = depth < depthMax && rows.length < rowsMax ? rows.length : 0
  for (let seed = 0; seed < seeds; seed++) {
    if (seed < at) continue
    const columns = findColumns(rows, at, seed)
    if (!columns) continue
    lines.push(...rows.slice(at, columns.start).map(across))
    lines.push(...opening(readRows(columns.left, depth + 1)), ...opening(readRows(columns.right, depth + 1)))
    at = columns.end
  }
  const rest = rows.slice(at).map(across)
  return lines.concat(at > 0 ? opening(rest) : rest)
}

function across({ segments, top, bottom }: Row): Line {
  return { text: segments.map(({ text }) => text).join(' '), top, bottom, opens: false }
}

function opening(lines: Line[]): Line[] {
  return lines.map((line, index) => (index === 0 ? { ...line, opens: true } : line))
}

type Gutter = { left: number; right: number }
type Columns = { left: Row[]; right: Row[]; start: number; end: number }

/**
 * The columns around row `seed`, not reaching above row `from`. Each gutter that two rows leave free is followed up and
 * down to the first row that covers it; the longest one counts.
 */
function findColumns(rows: Row[], from: number, seed: number): Columns | null {
  let longest: { start: number; end: number; gutter: Gutter } | null = null
  const seen = gaps(rows.slice(seed, seed + 2))
  if (seen.length > gapsMax) return null
  for (const gap of seen) {
    let gutter = gap
    let [start, end] = [seed, seed]
    for (let narrowed; end < rows.length && (narrowed = narrow(gutter, rows[end]!)); end++) gutter = narrowed
    for (let narrowed; start > from && (narrowed = narrow(gutter, rows[start - 1]!)); start--) gutter = narrowed
    if (!longest || end - start > longest.end - longest.start) longest = { start, end, gutter }
  }
  if (!longest) return null
  const { start, end, gutter } = longest
  const block = rows.slice(start, end)
  const left = sideOf(block, ({ right }) => right <= gutter.left)
  const right = sideOf(block, ({ left }) => left >= gutter.right)
  return areColumns(left, right) ? { left, right, start, end } : null
}

/** The stretches between segments that no segment of these rows touches. */
function gaps(rows: Row[]): Gutter[] {
  const segments = rows.flatMap((row) => row.segments).sort((one, other) => one.left - other.left)
  const found: Gutter[] = []
  let reached = Infinity
  for (const { left, right, em } of segments) {
    if (left - reached >= em * gutterEmsMin) found.push({ left: reached, right: left })
    reached = Math.max(reached === Infinity ? right : reached, right)
  }
  return found
}

/** What a row leaves of a gutter; null when that is too little. */
function narrow(gutter: Gutter, { segments, em }: Row): Gutter | null {
  let { left, right } = gutter
  for (const segment of segments) {
    if (segment.left + segment.right < left + right) left = Math.max(left, segment.right)
    else right = Math.min(right, segment.left)
  }
  return right - left >= em * gutterEmsMin ? { left, right } : null
}

function sideOf(rows: Row[], isOn: (segment: Segment) => boolean): Row[] {
  return rows.map((row) => ({ ...row, segments: row.segments.filter(isOn) })).filter((row) => row.segments.length > 0)
}

function areColumns(left: Row[], right: Row[]): boolean {
  const few = Math.min(left.length, right.length)
  if (few < columnLinesMin) return false
  if (countAligned(left, right) < few * alignedMin) return true
  if (few < lineRatioMin * Math.max(left.length, right.length) || isDated(left) || isDated(right)) return false
  return few >= longListLines || (isProse(left) && isProse(right))
}

/** Counts the lines that have a partner on the other side on the same base line, to an eighth of their size. */
function countAligned(left: Row[], right: Row[]): number {
  const isClose = (one: Segment, other: Segment): boolean => Math.abs(one.bottom - other.bottom) < one.em / 8
  const byTop = new Map(right.map((row) => [row.top, row]))
  return left.filter((row) => {
    const other = byTop.get(row.top)
    return other !== undefined && isClose(row.segments[0]!, other.segments[0]!)
  }).length
}

function isDated(rows: Row[]): boolean {
  return rows.filter((row) => /\b(?:19|20)\d\d\b/.test(across(row).text)).length >= rows.length * datedMax
}

function isProse(rows: Row[]): boolean {
  return rows.reduce((letters, row) => letters + across(row).text.length, 0) >= rows.length * proseLetters
}
