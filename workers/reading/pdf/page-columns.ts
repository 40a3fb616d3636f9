/**
 * Turns rows into lines in reading order: finds columns and reads one after the other.
 *
 * Pure. Owns where columns begin and end; page-sides.ts decides whether two sides are columns, read downwards, or cells
 * (a title and its date), read across.
 */
import type { Row, Segment } from './page-rows.ts'
import { areColumns, bandsOf, restartOf, textOf } from './page-sides.ts'

/** A line of the text; `opens` marks the start of a block that does not continue the line before. */
export type Line = { text: string; top: number; bottom: number; opens: boolean }

/** A gutter is at least this wide, in ems; gaps between words and sentences are narrower. */
const gutterEmsMin = 1
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
    for (const { left, right } of columns.bands)
      lines.push(...opening(readRows(left, depth + 1)), ...opening(readRows(right, depth + 1)))
    at = columns.end
  }
  const rest = rows.slice(at).map(across)
  return lines.concat(at > 0 ? opening(rest) : rest)
}

function across(row: Row): Line {
  return { text: textOf(row), top: row.top, bottom: row.bottom, opens: false }
}

function opening(lines: Line[]): Line[] {
  return lines.map((line, index) => (index === 0 ? { ...line, opens: true } : line))
}

type Gutter = { left: number; right: number }
/** `bands`: the two sides, cut where a margin and the text beside it begin together. */
type Columns = { bands: { left: Row[]; right: Row[] }[]; start: number; end: number }

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
  const { start, gutter } = longest
  const split = (block: Row[]): { left: Row[]; right: Row[] } => ({
    left: sideOf(block, ({ right }) => right <= gutter.left),
    right: sideOf(block, ({ left }) => left >= gutter.right),
  })
  const block = rows.slice(start, longest.end)
  const sides = split(block)
  const bands = bandsOf(block, split)
  if (bands) return { bands: bands.map(split), start, end: longest.end }
  if (!areColumns(sides.left, sides.right)) return null
  const end = start + (restartOf(block, split) ?? block.length)
  return { bands: [split(rows.slice(start, end))], start, end }
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
