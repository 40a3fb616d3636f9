/**
 * Finds tables whose cells have several lines, and returns their text row by row, cell by cell.
 *
 * Pure. A table in which every cell has one line is not searched for, because reading the page's rows across gives the
 * same text.
 */
import { isHeading } from './bands.ts'
import { type Column, type Grid, gridsOf, isFirstAlone, isIn } from './grids.ts'
import type { Segment } from '../boxes.ts'
import { isFarBelow, type Row } from '../page-rows.ts'
import { isMonthTable } from './sides.ts'

/** The minimum number of rows in a table: a heading and two entries. */
const recordsMin = 3
/**
 * In a table row, at least `alignedMin` cells have the same base line, with a tolerance of `alignedEms`. Other cells
 * may be taller.
 */
const [alignedMin, alignedEms] = [3, 0.25]
/** If a table has this many columns, a line that leaves one of them empty is still a separate table row. */
const sparseColumnsMin = 5
/**
 * Rows of the page are at the same level of a table if their middles differ by less than this many ems, because cells
 * may be centred vertically. The lines within a cell are further apart.
 */
const levelEms = 0.75
/** The lines of a cell are rarely more than this many ems apart. */
const pitchEmsMax = 1.5
/** The lines of a cell have at most this many ems of white space between them. */
const lineGapEmsMax = 0.5
/** A cell has at most this many lines. A longer block is a column of the page. */
const cellLinesMax = 6
/** Distances that differ by less than this many ems are treated as equal. */
const equalEms = 0.1

/**
 * A table in the page's rows from `start` (inclusive) to `end` (exclusive). `records` are its rows, each of which can
 * have several rows of the page.
 */
export type Table = { start: number; end: number; records: Row[][]; columns: Column[] }

/**
 * The rows of the page from `start` (inclusive) to `end` (exclusive) that are at nearly the same height. `isFull` means
 * that nearly all columns have text.
 */
type Level = { start: number; end: number; isFull: boolean; isLevelled: boolean }

/** Returns the first table with cells of several lines in these rows, which are given from top to bottom. */
export function findTable(rows: Row[]): Table | null {
  for (const grid of gridsOf(rows)) {
    const table = tableOf(rows, grid)
    if (table && hasWrappedCells(table) && !isOfMonths(rows.slice(table.start, table.end))) return table
  }
  return null
}

/** Returns whether rows are a table of months, in which a row without its year is a separate entry. */
function isOfMonths(rows: Row[]): boolean {
  const entries = rows.filter(({ segments }) => segments.length > 1)
  return isMonthTable(entries, [])
}

/** Returns the cells of a table row as one line, from left to right. */
export function textOfRecord(record: Row[], columns: Column[]): string {
  return columns.flatMap((column) => linesOf(record, column)).join(' ')
}

function linesOf(record: Row[], column: Column): string[] {
  return record.flatMap(({ segments }) => {
    const texts = segments.filter((segment) => isIn(column, segment)).map(({ text }) => text)
    return texts.length > 0 ? [texts.join(' ')] : []
  })
}

/** Returns the table in a grid; null if too few of its lines have text in nearly all columns. */
function tableOf(rows: Row[], grid: Grid): Table | null {
  const { columns } = grid
  const levels = levelsOf(rows, grid)
  const full = [...levels.keys()].filter((at) => levels[at]!.isFull)
  if (full.length < recordsMin || full.filter((at) => levels[at]!.isLevelled).length < full.length / 2) return null
  let [first, last] = [full[0]!, full.at(-1)!]
  while (first > 0 && opensTable(rows, levels[first]!.start - 1, columns)) first--
  while (last + 1 < levels.length && !endsTable(rows, levels[last]!.end, columns)) last++
  const openings = full.slice(1).map((at, index) => openingOf(rows, levels.slice(full[index], at + 1), columns).start)
  const starts = [levels[first]!.start, ...openings]
  const { end } = levels[last]!
  return {
    start: starts[0]!,
    end,
    records: starts.map((start, at) => rows.slice(start, starts[at + 1] ?? end)),
    columns,
  }
}

function levelsOf(rows: Row[], { start, end, columns }: Grid): Level[] {
  const needed = columns.length < sparseColumnsMin ? columns.length : columns.length - 1
  const levels: Level[] = []
  for (let from = start, to; from < end; from = to) {
    to = from + 1
    while (to < end && distance(rows[to - 1]!, rows[to]!) < levelEms * Math.max(rows[to - 1]!.em, rows[to]!.em)) to++
    const segments = rows.slice(from, to).flatMap((row) => row.segments)
    const filled = columns.filter((column) => segments.some((segment) => isIn(column, segment)))
    levels.push({ start: from, end: to, isFull: filled.length >= needed, isLevelled: shareBaseLine(segments) })
  }
  return levels
}

/**
 * Returns whether several cells have the same base line, which the lines of a side bar and the text beside it rarely
 * have.
 */
function shareBaseLine(segments: Segment[]): boolean {
  return segments.some(
    ({ bottom, em }) =>
      segments.filter((other) => Math.abs(other.bottom - bottom) < alignedEms * em).length >= alignedMin,
  )
}

/** Returns whether a row above the first full row belongs to that row. A table title is above the first column only. */
function opensTable(rows: Row[], at: number, columns: Column[]): boolean {
  return !isFirstAlone(rows[at]!, columns) && !isFarBelow(rows[at + 1]!, rows[at]!)
}

/** Returns whether a row below the last full row starts the text after the table. */
function endsTable(rows: Row[], at: number, columns: Column[]): boolean {
  const [above, row, next] = [rows[at - 1]!, rows[at]!, rows[at + 1]]
  const isApart = row.top - above.bottom > lineGapEmsMax * row.em
  return isFarBelow(row, above) || (isFirstAlone(row, columns) && (isApart || isHeading(row, next)))
}

/**
 * Returns the level at which the next table row starts. `levels` are a full level, those below it, and the next full
 * level. The row starts where the fewest cells continue from above. In a tie, it starts below the widest gap, or below
 * the last of several such gaps.
 */
function openingOf(rows: Row[], levels: Level[], columns: Column[]): Level {
  const from = levels[0]!.start
  const joints = jointsOf(rows.slice(from, levels.at(-1)!.end), columns)
  const openings = levels.slice(1).map((level) => {
    const [above, row] = [rows[level.start - 1]!, rows[level.start]!]
    return { level, joined: joints[level.start - from]!, gap: distance(above, row) / row.em }
  })
  const joined = Math.min(...openings.map((opening) => opening.joined))
  const apart = openings.filter((opening) => opening.joined === joined)
  const widest = Math.max(...apart.map(({ gap }) => gap))
  return apart.findLast(({ gap }) => gap >= widest - equalEms)!.level
}

/**
 * Returns, for each row, the number of columns in which a cell seems to continue from above the row: its next line is
 * as close as the lines of one cell are.
 */
function jointsOf(rows: Row[], columns: Column[]): number[] {
  const joints = rows.map(() => 0)
  for (const column of columns) {
    let last = -1
    for (const [at, row] of rows.entries()) {
      if (!row.segments.some((segment) => isIn(column, segment))) continue
      if (last >= 0 && distance(rows[last]!, row) <= pitchEmsMax * row.em)
        for (let cut = last + 1; cut <= at; cut++) joints[cut]! += 1
      last = at
    }
  }
  return joints
}

/**
 * Returns whether at least half of the rows and two of the columns have cells of several lines, and no cell has more
 * than `cellLinesMax`.
 */
function hasWrappedCells({ records, columns }: Table): boolean {
  const counts = records.map((record) => columns.map((column) => linesOf(record, column).length))
  const wrappedRows = counts.filter((lines) => lines.some((count) => count > 1))
  const wrappedColumns = columns.filter((_, at) => counts.some((lines) => lines[at]! > 1))
  const isLong = counts.some((lines) => lines.some((count) => count > cellLinesMax))
  return !isLong && wrappedColumns.length > 1 && wrappedRows.length >= records.length / 2
}

const distance = (above: Row, below: Row): number => (below.top + below.bottom - above.top - above.bottom) / 2
