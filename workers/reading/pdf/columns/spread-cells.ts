/**
 * Moves parts of table cells to the row in which they must be read. Such parts are months that are printed below the
 * years of a period, and labels that are centred beside a group of rows.
 *
 * Pure. Changes only which row a segment is in.
 */
import { monthNamed } from '../../../language/month-names.ts'
import { bounds, type Segment } from '../boxes.ts'
import type { Row } from '../page-rows.ts'

/** Returns the rows with these parts moved. */
export function gatherCells(rows: Row[]): Row[] {
  return gatherLabels(gatherMonths(rows))
}

/** A year, or two with a dash: the first line of a period whose months are below it. */
const years = /^(?:19|20)\d\d(?:\s?[-–—]\s?(?:(?:19|20)\d\d|\p{L}{3,12}))?$/u
/** Months are at most this many ems below their years. */
const monthGapEms = 0.6

/** Moves months into the row of the years above them, such as "March June" below "2019 – 2024". */
function gatherMonths(rows: Row[]): Row[] {
  const gathered: Row[] = []
  for (const row of rows) {
    const above = gathered.at(-1)
    const [date] = above?.segments ?? []
    const rest = date && years.test(date.text) ? beyondMonths(date, row) : row.segments
    const months = row.segments.slice(0, row.segments.length - rest.length)
    if (months.length > 0) {
      const text = [date!, ...months].map((segment) => segment.text).join(' ')
      above!.segments = [{ ...date!, text }, ...above!.segments.slice(1)]
    }
    if (rest.length > 0) gathered.push({ ...row, segments: [...rest] })
  }
  return gathered
}

/** Returns a row without the months that it has directly below a date. */
function beyondMonths(date: Segment, { segments }: Row): Segment[] {
  const rest = segments.findIndex(({ left, top, text }) => {
    const isBelow = left < date.right && top - date.bottom < date.em * monthGapEms
    return !isBelow || !text.split(' ').every((word) => monthNamed(word) !== null)
  })
  return rest < 0 ? [] : segments.slice(rest)
}

/** The middle of a group and the middle of its label differ by less than this many ems. */
const centredEms = 0.4
/** The rows of a table have less than this many ems between them. */
const rowGapEms = 2
/**
 * If rows have at least this many cells next to a label, they are a table. Otherwise, they are text next to a margin.
 */
const cellsMin = 2

/**
 * Moves each label into the first row of its group. Otherwise a label that is centred in its cell, between two rows or
 * next to the middle one, would split its group.
 */
function gatherLabels(rows: Row[]): Row[] {
  for (const [at, row] of rows.entries()) {
    const label = row.segments[0]!
    const isBeside = (other: Row | undefined): boolean => other !== undefined && other.segments[0]!.left > label.right
    if (!isBeside(rows[at - 1]) || !isBeside(rows[at + 1])) continue
    const block = blockAround(rows, at)
    const groups = block && groupsOf(rows.slice(block.start, block.end), label)
    if (groups) return [...rows.slice(0, block.start), ...groups, ...gatherLabels(rows.slice(block.end))]
  }
  return rows
}

type Block = { start: number; end: number }

/**
 * Returns the rows around a label that are in its table: they are close to each other, and no text crosses the edge of
 * the label's column.
 */
function blockAround(rows: Row[], at: number): Block | null {
  const { left, right } = rows[at]!.segments[0]!
  const isIn = (segment: Segment): boolean => segment.left < right && segment.right > left
  const belongs = ({ segments: [first, second] }: Row): boolean =>
    first!.left > right || (isIn(first!) && (!second || second.left > Math.max(right, first!.right)))
  const isNear = (below: number): boolean => rows[below]!.top - rows[below - 1]!.bottom < rows[below]!.em * rowGapEms
  let [start, end] = [at, at + 1]
  while (start > 0 && belongs(rows[start - 1]!) && isNear(start)) start--
  while (end < rows.length && belongs(rows[end]!) && isNear(end)) end++
  // A title above the table is not one of its rows.
  while (start < at && rows[start]!.segments.length < cellsMin) start++
  const cells = rows.slice(start, end).map(({ segments }) => segments.filter((segment) => !isIn(segment)).length)
  const inTable = cells.filter((count) => count >= cellsMin).length
  return inTable * 2 >= cells.filter((count) => count > 0).length ? { start, end } : null
}

/**
 * Returns the rows with each label in the first row of its group; null if not all labels are in the middle of their
 * groups.
 */
function groupsOf(rows: Row[], { left, right }: Segment): Row[] | null {
  const isLabel = (segment: Segment): boolean => segment.left < right && segment.right > left
  const labels = rows.flatMap(({ segments }) => segments.filter(isLabel))
  const cells = rows.flatMap((row): Row[] => {
    const segments = row.segments.filter((segment) => !isLabel(segment))
    return segments.length > 0 ? [{ ...row, ...bounds(segments), segments }] : []
  })
  let [from, isTall] = [0, false]
  for (const label of labels) {
    const middle = (label.top + label.bottom) / 2
    const isMiddle = (row: Row, at: number): boolean =>
      at >= from && Math.abs((cells[from]!.top + row.bottom) / 2 - middle) < label.em * centredEms
    const last = cells.findIndex(isMiddle)
    if (last < 0) return null
    const [first, ...others] = cells[from]!.segments
    cells[from]!.segments = [{ ...label, top: first!.top, bottom: first!.bottom }, first!, ...others]
    isTall ||= last > from
    from = last + 1
  }
  return isTall && from === cells.length ? cells : null
}
