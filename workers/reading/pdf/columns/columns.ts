/**
 * Turns rows into lines in reading order: finds columns and returns them one after the other.
 *
 * Pure. Decides where columns start and end. sides.ts decides whether two sides are columns, which are read downwards,
 * or cells (a title and its date), which are read across.
 */
import { bandsOf, isHeading, sectionsOf } from './bands.ts'
import { type Block, blocksOf, type Gutter, sidesOf, startsOf } from './gutters.ts'
import { bounds } from '../boxes.ts'
import { isFarBelow, type Row } from '../page-rows.ts'
import { areAligned, areColumns, textOf } from './sides.ts'
import { findTable, type Table, textOfRecord } from './tables.ts'

/** A line of text with the size of its letters. `opens` means that the line starts a new block. */
export type Line = { text: string; top: number; bottom: number; em: number; opens: boolean }

/** With more rows, columns are not searched for, because it would take long. A page in 3 pt type has 250 lines. */
const rowsMax = 2_000
/**
 * The maximum nesting depth of columns. A resume has two or three columns; deeper nesting is a table, which is read
 * across.
 */
const depthMax = 3

/** The minimum white space, in ems, above the first section of the text beside a side bar. */
const sectionEmsMin = 1

/**
 * The position of rows: the nesting depth of their columns, whether they are in a column of a list, and the gutter of
 * the list above them.
 */
type Place = { depth: number; inList: boolean; listAbove?: Gutter }
const page: Place = { depth: 0, inList: false }

/** Returns the lines in rows, which are given from top to bottom, in reading order. */
export function readRows(rows: Row[], place: Place = page): Line[] {
  const { depth } = place
  if (depth >= depthMax || rows.length >= rowsMax) return rows.map(across)
  const columns = findColumns(rows, place)
  const table = findTable(rows)
  // If the columns have more rows than the table, they are the columns of the page, and the table is ignored.
  if (table && (columns?.shared ?? 0) <= table.end - table.start) return readTable(rows, table, place)
  if (!columns) return rows.map(across)
  const { start, end, bands, isList, gutter } = columns
  const inside = { depth: depth + 1, inList: isList }
  const sides = bands.flatMap(({ left, right }) => [readRows(left, inside), readRows(right, inside)])
  const below = readRows(rows.slice(end), isList ? { ...place, listAbove: gutter } : place)
  return [...readRows(rows.slice(0, start), place), ...[...sides, below].flatMap(opening)]
}

/** Returns the lines in rows that include a table, with one line per table row. */
function readTable(rows: Row[], { start, end, records, columns }: Table, place: Place): Line[] {
  const lines = records.map((record): Line => {
    const { top, bottom } = bounds(record.flatMap(segmentsOf))
    return { text: textOfRecord(record, columns), top, bottom, em: record[0]!.em, opens: false }
  })
  return [...readRows(rows.slice(0, start), place), ...[lines, readRows(rows.slice(end), place)].flatMap(opening)]
}

function across(row: Row): Line {
  return { text: textOf(row), top: row.top, bottom: row.bottom, em: row.em, opens: false }
}

function opening(lines: Line[]): Line[] {
  return lines.map((line, index) => (index === 0 ? { ...line, opens: true } : line))
}

/**
 * Columns in the rows from `start` (inclusive) to `end` (exclusive). `bands` are the two sides, split where a margin
 * and the text beside it start at the same height. `shared` is the number of rows from the first to the last row with
 * text on both sides.
 */
type Columns = {
  start: number
  end: number
  bands: { left: Row[]; right: Row[] }[]
  isList: boolean
  shared: number
  gutter: Gutter
}

/** Returns the longest columns in these rows. */
function findColumns(rows: Row[], place: Place): Columns | null {
  let longest: Columns | null = null
  for (const block of blocksOf(rows).flatMap((block) => sectionsOf(rows, block))) {
    if (longest && block.end - block.start <= longest.shared) continue
    const columns = columnsOf(rows, block, place)
    if (columns && columns.shared > (longest?.shared ?? 0)) longest = columns
  }
  return longest
}

/** Returns the columns in a block; null if it must be read across. */
function columnsOf(rows: Row[], block: Block, { inList, listAbove }: Place): Columns | null {
  const { gutter } = block
  const shared = sharedRows(rows, block)
  if (!shared) return null
  const { start, end } = extend(rows, block, shared)
  const found = { start, end, shared: shared.end - shared.start, gutter }
  const bands = bandsOf(rows.slice(start, end), gutter)?.map((band) => sidesOf(band, gutter))
  // Bands are needed only if a label in the margin has several lines, or if there are columns beside a label.
  // Otherwise, reading across gives the same text.
  if (bands?.some(({ left, right }) => left.length > 1 || findColumns(right, page)))
    return { ...found, bands, isList: false }
  const { left, right } = sidesOf(rows.slice(shared.start, shared.end), gutter)
  const isNextList = listAbove !== undefined && listAbove.left < gutter.right && gutter.left < listAbove.right
  if (!areColumns(left, right, inList || isNextList)) return null
  return { ...found, bands: [sidesOf(rows.slice(start, end), gutter)], isList: areAligned(left, right) }
}

/**
 * Returns the part of a block from the first to the last row with text on both sides, without a footer. Returns null if
 * this is a single row.
 */
function sharedRows(rows: Row[], block: Block): Block | null {
  const within = rows.slice(block.start, block.end).map((row) => startsOf(row, block.gutter))
  const hasLeft = ({ left }: (typeof within)[number]): boolean => left !== undefined
  const hasRight = ({ right }: (typeof within)[number]): boolean => right !== undefined
  const start = block.start + Math.max(within.findIndex(hasLeft), within.findIndex(hasRight))
  let last = block.start + Math.min(within.findLastIndex(hasLeft), within.findLastIndex(hasRight))
  if (last <= start) return null
  const [above, foot] = [rows[last - 1]!, rows[last]!]
  const ends = within[last - block.start]!
  if (foot.em <= above.em && isFarBelow(foot, above) && hasLeft(ends) && hasRight(ends)) last -= 1
  return last > start ? { ...block, start, end: last + 1 } : null
}

/** Returns the range of the shared rows, extended by the rows above and below in which only one side has text. */
function extend(rows: Row[], block: Block, shared: Block): { start: number; end: number } {
  const { left, right } = sidesOf(rows.slice(shared.start, shared.end), block.gutter)
  const edges = { left: bounds(left.flatMap(segmentsOf)).right, right: bounds(right.flatMap(segmentsOf)).left }
  const isOneSided = (row: Row): boolean => {
    const { left, right } = startsOf(row, block.gutter)
    return (
      !(left && right) && (left ? row.segments.at(-1)!.right < edges.left + row.em : right!.left > edges.right - row.em)
    )
  }
  let { start, end } = shared
  while (start > block.start && isOneSided(rows[start - 1]!)) start--
  const size = Math.max(...left.map(sizeOf), ...right.map(sizeOf))
  start = belowHead(rows, { start, end: shared.start, gutter: block.gutter }, size)
  // Columns without headings belong to one section of the page. They end where the next section starts.
  const haveHeadings = right.some((row, index) => isHeading(row, right[index + 1]))
  const opensNext = (at: number): boolean => isHeading(rows[at]!, rows[at + 1]) || isFarBelow(rows[at]!, rows[at - 1]!)
  while (end < block.end && isOneSided(rows[end]!) && (haveHeadings || !opensNext(end))) end++
  return { start, end }
}

/**
 * Returns the row at which columns start. If the right side begins with a name that is larger than all text in the
 * columns, the name is in the page header. The columns then start below the last large gap or, if there is none, below
 * the widest gap.
 */
function belowHead(rows: Row[], { start, end, gutter }: Block, size: number): number {
  const name = rows.slice(start, end).findIndex((row) => startsOf(row, gutter).right && sizeOf(row) > size)
  if (name < 0) return start
  const isBelowGap = (at: number): boolean => at !== end - 1 && isFarBelow(rows[at]!, rows[at - 1]!)
  for (let at = end; at > start + name; at--) if (isBelowGap(at)) return at
  // The line below a name is a title or an address and belongs to it.
  return widestGap(rows, start + name + 2, end) ?? end
}

/** Returns the row with the most white space above it; null if no row has more than `sectionEmsMin` above it. */
function widestGap(rows: Row[], from: number, to: number): number | null {
  let [widest, found] = [sectionEmsMin, null as number | null]
  for (let at = from; at < to; at++) {
    const gap = (rows[at]!.top - rows[at - 1]!.bottom) / rows[at]!.em
    if (gap > widest) [widest, found] = [gap, at]
  }
  return found
}

const segmentsOf = (row: Row): Row['segments'] => row.segments
const sizeOf = (row: Row): number => Math.max(...row.segments.map(({ em }) => em))
