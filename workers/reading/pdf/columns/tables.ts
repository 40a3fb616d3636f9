/**
 * Finds tables whose cells have several lines, and reads them row by row, cell by cell.
 *
 * Pure. Decides where a table row starts. If every cell has one line, reading across gives the same result.
 */
import { isHeading } from './bands.ts'
import { type Column, type Grid, gridsOf, isFirstAlone, isIn } from './grids.ts'
import type { Segment } from '../boxes.ts'
import { isFarBelow, type Row } from '../page-rows.ts'
import { isMonthTable } from './sides.ts'

/** A table has at least a heading and two entries. */
const recordsMin = 3
/** At least this many cells in a row share a base line, to within this many ems. Other cells may be taller. */
const [alignedMin, alignedEms] = [3, 0.25]
/** If a table has this many columns, a line that leaves one of them empty is still a separate table row. */
const sparseColumnsMin = 5
/**
 * Vertically centred cells do not share a base line, but their base lines are closer to each other than the lines of
 * one cell.
 */
const levelEms = 0.75
/** The lines of a cell are rarely more than this many ems apart. */
const pitchEmsMax = 1.5
/** The lines of a cell have at most this many ems of white space between them. */
const lineGapEmsMax = 0.5
/** A cell has at most this many lines. A longer block is a column of the page. */
const cellLinesMax = 6
/** Distances that differ by fewer ems count as equal. */
const equalEms = 0.1

/** A page's rows from `start` (inclusive) to `end` (exclusive), grouped into table rows. */
export type Table = { start: number; end: number; records: Row[][]; columns: Column[] }

/**
 * A page's rows from `start` (inclusive) to `end` (exclusive), which are less than two lines apart. `isFull` means that
 * nearly all columns have text.
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

/** Reads a grid as a table; null if too few of its lines fill the columns. */
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

/** Returns whether several cells share a base line. A side bar and the text beside it rarely do so repeatedly. */
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
 * Finds the level, between two full levels, that starts a table row: the one in which the fewest cells continue from
 * above. If several levels are equal, chooses the one with the widest gap above it, and then the last one.
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
 * Counts, for each row, the columns in which the lines above and below the row's upper edge are as close as the lines
 * of one cell.
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
