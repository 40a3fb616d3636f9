/**
 * Classifies the two sides of a gutter: columns, read downwards, or cells, read across.
 *
 * Pure. Decides by the rows on both sides and their words.
 */
import { bounds, type Segment } from '../boxes.ts'
import type { Row } from '../page-rows.ts'

/** A side with fewer lines is a cell or a caption, not a column. */
const columnLinesMin = 3
/**
 * If at least this share of the lines is level with a line on the other side, the sides are cells. In two columns with
 * different line spacing, lines are rarely level.
 */
const alignedMin = 0.8
/** The same minimum share for a table with several cells per row on one side. */
const tableAlignedMin = 0.6
/**
 * If the lines of two columns are level, the shorter column has at least this share of the lines of the longer one.
 * Dates and labels have fewer lines than the text next to them.
 */
const lineRatioMin = 0.6
/**
 * A side whose lines have fewer letters is a list of words. Such a list is a column only if it has at least
 * `longListLines` lines.
 */
const proseLetters = 20
const longListLines = 8
/**
 * A side is the date column of a list if at least this share of its lines, or of its groups of lines, contains a year.
 */
const datedMax = 0.5
/**
 * The maximum number of lines in a group, such as a place, a date and a duration. Groups are at least `groupGapEms`
 * apart.
 */
const groupLinesMax = 3
const groupGapEms = 0.5
/** Ratings repeat a few values. The number of different values is at most this share of the number of ratings. */
const ratedMax = 0.5
/** In prose, at least this share of the lines starts in lower case, because it continues a sentence. */
const wrappedMin = 0.3
/**
 * A line of prose that continues in the next line fills at least this share of its column. A long word may not fit into
 * the rest.
 */
const fullLineMin = 0.7
/** The type of a name is at least this many times as large as that of the contact details beside it. */
const headlineMin = 1.5
/** In a form, at least this share of the rows has a colon after the label or before the value. */
const colonsMin = 0.5
/** Lines start or end at the same edge if their edges are within this many ems. */
const flushEms = 0.5
/** A date without a year, such as a month or "Current", is a word of at most this length. */
const shortLetters = 8

/** Returns the words in a row, from left to right. */
export function textOf({ segments }: Row): string {
  return segments.map(({ text }) => text).join(' ')
}

/**
 * Returns whether two sides, each given from top to bottom, are columns. `inList` means that they are inside a column
 * of a list. Sides with short lines are then columns, too.
 */
export function areColumns(left: Row[], right: Row[], inList: boolean): boolean {
  const few = Math.min(left.length, right.length)
  if (isMonthTable(left, right)) return false
  if (few < columnLinesMin) return few > 0 && isHeadline(left, right)
  if (areMarks(left) || areMarks(right) || isForm(left, right) || isRated(left, right)) return false
  if (isFlushRight(right) && areBeside(left, right)) return false
  if (!areAligned(left, right) && !isTableOfDates(left, right)) return true
  if (isDated(left) || isDated(right)) return false
  if (isWrapped(left) && isWrapped(right)) return true
  if (few < lineRatioMin * Math.max(left.length, right.length)) return false
  return inList || few >= longListLines || (isProse(left) && isProse(right))
}

/** Cells that contain only a year, in the common or the Japanese calendar, or only a month. */
const yearCell = /^(?:(?:19|20)\d\d|(?:昭和|平成|令和|[SHR])\s?(?:\d{1,2}|元))\s?[年년.]?$/
const monthCell = /^(?:0?[1-9]|1[0-2])\s?[月월.]?$/
/**
 * In a table of months, at least `monthTableMin` rows, and at least the share `monthRowsMin` of all rows, start with a
 * month, or with a year and a month. Headings and closing words do not.
 */
const [monthTableMin, monthRowsMin] = [2, 0.5]

/**
 * Returns whether two sides are a table in a Japanese or Korean resume: each row has a year, a month and an event. A
 * year that is the same as in the row above may be left out.
 */
export function isMonthTable(left: Row[], right: Row[]): boolean {
  const byTop = new Map(right.map((row) => [row.top, row]))
  const dated = left.filter(({ segments: [first, second], top }) => {
    const next = second ?? byTop.get(top)?.segments[0]
    return monthCell.test(first!.text) || (yearCell.test(first!.text) && monthCell.test(next?.text ?? ''))
  })
  return dated.length >= monthTableMin && dated.length >= left.length * monthRowsMin
}

/** Returns whether one side is a name with a title, and the other side has contact details on their own lines. */
function isHeadline(left: Row[], right: Row[]): boolean {
  const size = (rows: Row[]): number => Math.max(...rows.map(({ em }) => em))
  const ratio = size(left) / size(right)
  return Math.max(ratio, 1 / ratio) >= headlineMin && countAligned(left, right) < Math.min(left.length, right.length)
}

/** Returns whether a side consists of bullets or icons: most rows contain neither a letter nor a digit. */
function areMarks(rows: Row[]): boolean {
  return rows.filter((row) => /[\p{L}\p{N}]/u.test(textOf(row))).length < rows.length / 2
}

/** Returns whether the sides are labels and values, separated by colons. */
function isForm(left: Row[], right: Row[]): boolean {
  const labels = left.filter((row) => textOf(row).endsWith(':'))
  const values = right.filter((row) => textOf(row).startsWith(':'))
  return labels.length + values.length >= Math.min(left.length, right.length) * colonsMin
}

/**
 * Returns whether the right side contains skill ratings, which repeat the same words or marks, each in the row of a
 * skill.
 */
function isRated(left: Row[], right: Row[]): boolean {
  const ratings = new Set(right.map(textOf))
  return areBeside(left, right) && ratings.size <= right.length * ratedMax
}

/** Returns whether each line on the right is in the same row as a line on the left. */
function areBeside(left: Row[], right: Row[]): boolean {
  const rows = new Set(left.map(({ top }) => top))
  return right.every(({ top }) => rows.has(top))
}

/**
 * Returns whether the left side consists of rows with a date and other cells, and most rows are level with a cell on
 * the right. Not all are, because a cell with several lines is centred in its row.
 */
function isTableOfDates(left: Row[], right: Row[]): boolean {
  const areRows = left.every(({ segments }) => segments.length > 1 && segments.length === left[0]!.segments.length)
  return areRows && isDated(left) && countAligned(left, right) >= left.length * tableAlignedMin
}

/** Returns whether most lines on the side with fewer lines share a base line with a line on the other side. */
export function areAligned(left: Row[], right: Row[]): boolean {
  return countAligned(left, right) >= Math.min(left.length, right.length) * alignedMin
}

function countAligned(left: Row[], right: Row[]): number {
  const byTop = new Map(right.map((row) => [row.top, row]))
  return left.filter((row) => isLevel({ left: row.segments[0], right: byTop.get(row.top)?.segments[0] })).length
}

/** Returns whether a row starts on the same base line on both sides, to within a quarter of its size. */
export function isLevel({ left, right }: { left?: Segment | undefined; right?: Segment | undefined }): boolean {
  return left !== undefined && right !== undefined && Math.abs(left.bottom - right.bottom) < left.em / 4
}

function isDated(rows: Row[]): boolean {
  const groups: string[] = []
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1]
    if (above && row.top - above.bottom < row.em * groupGapEms) groups[groups.length - 1] += ` ${textOf(row)}`
    else groups.push(textOf(row))
  }
  const areGroups = groups.length > 1 && rows.length <= groups.length * groupLinesMax
  const texts = areGroups ? groups : rows.map(textOf)
  return texts.filter((text) => /\b(?:19|20)\d\d\b/.test(text)).length >= texts.length * datedMax
}

/** Returns whether a row is probably only a date: it is short, has no letters, or begins with a year or a date. */
export function isDate(row: Row): boolean {
  const text = textOf(row)
  return text.length <= shortLetters || !/\p{L}/u.test(text) || /^.{0,12}\b(?:19|20)\d\d\b/.test(text)
}

/** Returns whether lines of different lengths end at the same edge, like dates and places at the edge of a page. */
function isFlushRight(rows: Row[]): boolean {
  const room = rows[0]!.em * flushEms
  const lefts = rows.map(({ segments }) => segments[0]!.left)
  const rights = rows.map(({ segments }) => segments.at(-1)!.right)
  return Math.max(...rights) - Math.min(...rights) < room && Math.max(...lefts) - Math.min(...lefts) > 2 * room
}

/** Returns whether lines break within sentences: many lines start in lower case below a nearly full line. */
function isWrapped(rows: Row[]): boolean {
  const { left, right } = bounds(rows.flatMap(({ segments }) => segments))
  const full = left + (right - left) * fullLineMin
  const goesOn = rows.slice(1).filter((row, index) => {
    const above = rows[index]!
    return /^\p{Ll}/u.test(textOf(row)) && /[\p{L},-]$/u.test(textOf(above)) && above.segments.at(-1)!.right > full
  })
  return isProse(rows) && goesOn.length >= Math.max(2, rows.length * wrappedMin)
}

function isProse(rows: Row[]): boolean {
  return rows.reduce((letters, row) => letters + textOf(row).length, 0) >= rows.length * proseLetters
}
