/**
 * Turns rows into lines in reading order: finds columns and reads one after the other.
 *
 * Pure. Owns where columns begin and end; sides.ts decides whether two sides are columns, read downwards, or cells
 * (a title and its date), read across.
 */
import { bandsOf, isHeading, sectionsOf } from './bands.ts'
import { type Block, blocksOf, sidesOf, startsOf } from './gutters.ts'
import { bounds, type Row } from '../page-rows.ts'
import { areAligned, areColumns, textOf } from './sides.ts'

/** A line of the text; `opens` marks the start of a block that does not continue the line before. */
export type Line = { text: string; top: number; bottom: number; opens: boolean }

/** A page of 3 pt type has 250 lines; looking for columns among thousands finds none and takes long. */
const rowsMax = 2_000
/** A resume has two or three columns; deeper nesting is a table, which is better read across. */
const depthMax = 3
/** A foot, or the next section, stands this many ems below the columns. */
const farEms = 1.5

/** Where rows are read: `depth` columns deep, and whether the column around them is one of a list's. */
type Place = { depth: number; inList: boolean }

/** The lines of rows (given from top to bottom) in reading order. */
export function readRows(rows: Row[], place: Place = { depth: 0, inList: false }): Line[] {
  const { depth, inList } = place
  const columns = depth < depthMax && rows.length < rowsMax ? findColumns(rows, inList) : null
  if (!columns) return rows.map(across)
  const { start, end, bands, isList } = columns
  const inside = { depth: depth + 1, inList: isList }
  const sides = bands.flatMap(({ left, right }) => [readRows(left, inside), readRows(right, inside)])
  return [...readRows(rows.slice(0, start), place), ...[...sides, readRows(rows.slice(end), place)].flatMap(opening)]
}

function across(row: Row): Line {
  return { text: textOf(row), top: row.top, bottom: row.bottom, opens: false }
}

function opening(lines: Line[]): Line[] {
  return lines.map((line, index) => (index === 0 ? { ...line, opens: true } : line))
}

/**
 * The rows from `start` to before `end`. `bands`: the two sides, cut where a margin and the text beside it begin
 * together; `shared`: the number of rows between the first and the last that both sides reach.
 */
type Columns = { start: number; end: number; bands: { left: Row[]; right: Row[] }[]; isList: boolean; shared: number }

/** The longest columns among some rows. */
function findColumns(rows: Row[], inList: boolean): Columns | null {
  let longest: Columns | null = null
  for (const block of blocksOf(rows).flatMap((block) => sectionsOf(rows, block))) {
    if (longest && block.end - block.start <= longest.shared) continue
    const columns = columnsOf(rows, block, inList)
    if (columns && columns.shared > (longest?.shared ?? 0)) longest = columns
  }
  return longest
}

/** A block as columns; null when it is better read across. */
function columnsOf(rows: Row[], block: Block, inList: boolean): Columns | null {
  const { gutter } = block
  const shared = sharedRows(rows, block)
  if (!shared) return null
  const { start, end } = extend(rows, block, shared)
  const found = { start, end, shared: shared.end - shared.start }
  const bands = bandsOf(rows.slice(start, end), gutter)?.map((band) => sidesOf(band, gutter))
  // Where each heading has one line, and no columns beside it, its row is read across.
  if (bands?.some(({ left, right }) => left.length > 1 || findColumns(right, false)))
    return { ...found, bands, isList: false }
  const { left, right } = sidesOf(rows.slice(shared.start, shared.end), gutter)
  if (!areColumns(left, right, inList)) return null
  return { ...found, bands: [sidesOf(rows.slice(start, end), gutter)], isList: areAligned(left, right) }
}

/** The part of a block from the first to the last row that both sides reach, without a foot below; null for one row. */
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

/** Adds the rows above and below in which only one side goes on. */
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
  // A name above the right column, larger than all below it, heads the page.
  const size = Math.max(...left.map(sizeOf), ...right.map(sizeOf))
  if (rows.slice(start, shared.start).some((row) => startsOf(row, block.gutter).right && sizeOf(row) > size))
    start = shared.start
  // Columns without headings of their own belong to one section, and end with it.
  const haveHeadings = right.some((row, index) => isHeading(row, right[index + 1]))
  const opensNext = (at: number): boolean => isHeading(rows[at]!, rows[at + 1]) || isFarBelow(rows[at]!, rows[at - 1]!)
  while (end < block.end && isOneSided(rows[end]!) && (haveHeadings || !opensNext(end))) end++
  return { start, end }
}

function isFarBelow(row: Row, above: Row): boolean {
  return row.top - above.bottom > row.em * farEms
}

const segmentsOf = (row: Row): Row['segments'] => row.segments
const sizeOf = (row: Row): number => Math.max(...row.segments.map(({ em }) => em))
