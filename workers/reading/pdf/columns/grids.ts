/**
 * Finds rows whose texts are in columns, as in a table.
 *
 * Pure. tables.ts decides which rows of the page form one table row.
 */
import { isHeading, isSetOff } from './bands.ts'
import type { Segment } from '../boxes.ts'
import type { Row } from '../page-rows.ts'

/** A column's edges. `hasWords` means that it contains more than bullets or icons. */
export type Column = { left: number; right: number; hasWords: boolean }

/** Rows from `start` (inclusive) to `end` (exclusive) in which no text reaches from one column into the next. */
export type Grid = { start: number; end: number; columns: Column[] }

/**
 * The minimum and maximum number of columns in a table. Two columns are usually a margin and the text, or the columns
 * of the page. More than twelve are usually single words with wide spaces.
 */
const [columnsMin, columnsMax] = [3, 12]
/** The rows of a table have less than this many ems of white space between them. */
const rowGapEmsMax = 3

/**
 * Yields the grids in these rows, which are given from top to bottom. Each grid starts from the first row that is not
 * yet in a grid, and is extended up and down.
 */
export function* gridsOf(rows: Row[]): Generator<Grid> {
  for (let seed = 0; seed < rows.length; seed++) {
    const { length } = rows[seed]!.segments
    if (length < columnsMin || length > columnsMax) continue
    const grid = grow(rows, seed)
    if (grid.columns.filter(({ hasWords }) => hasWords).length >= columnsMin) yield grid
    seed = grid.end - 1
  }
}

/** Returns whether a segment is in a column. */
export function isIn(column: Column, { left, right }: Segment): boolean {
  return column.left < right && left < column.right
}

/** Returns whether a row has text only in the first column. */
export function isFirstAlone({ segments: [only, ...others] }: Row, columns: Column[]): boolean {
  return others.length === 0 && columns.every((column) => only!.left <= column.left || isIn(column, only!))
}

function grow(rows: Row[], seed: number): Grid {
  const columns: Column[] = []
  const isNear = (at: number): boolean => rows[at]!.top - rows[at - 1]!.bottom < rowGapEmsMax * rows[at]!.em
  const belongs = (at: number): boolean => fits(columns, rows[at]!) && !opensSection(rows, at, columns)
  let [start, end] = [seed, seed]
  do fit(columns, rows[end++]!)
  while (end < rows.length && isNear(end) && belongs(end))
  while (start > 0 && isNear(start) && belongs(start - 1)) fit(columns, rows[--start]!)
  return { start, end, columns: columns.sort((one, other) => one.left - other.left) }
}

function fits(columns: Column[], { segments }: Row): boolean {
  return segments.every((segment) => columns.filter((column) => isIn(column, segment)).length <= 1)
}

/** Widens the columns so that they include the segments of a matching row. */
function fit(columns: Column[], { segments }: Row): void {
  for (const segment of segments) {
    const { left, right, text } = segment
    const hasWords = /[\p{L}\p{N}]/u.test(text)
    const column = columns.find((column) => isIn(column, segment))
    if (column) {
      column.left = Math.min(column.left, left)
      column.right = Math.max(column.right, right)
      column.hasWords ||= hasWords
    } else columns.push({ left, right, hasWords })
  }
}

/** Returns whether a row is the heading for the rows below it. */
function opensSection(rows: Row[], at: number, columns: Column[]): boolean {
  if (at === 0 || at + 1 === rows.length) return false
  return isFirstAlone(rows[at]!, columns) && isHeading(rows[at]!, rows[at + 1]) && isSetOff(rows, at)
}
