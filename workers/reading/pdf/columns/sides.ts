/**
 * Classifies the two sides of a gutter: columns, read downwards, or cells, read across.
 *
 * Pure. Knows rows and their words, not where the gutter came from.
 */
import { bounds, type Segment } from '../boxes.ts'
import type { Row } from '../page-rows.ts'

/** With fewer lines, a side is a cell or a caption, not a column. */
const columnLinesMin = 3
/**
 * Cells are level with the other cells of their row. In columns with different line spacing, this share of the lines is
 * rarely level.
 */
const alignedMin = 0.8
/** The same, if one side has several cells in each of its rows. */
const tableAlignedMin = 0.6
/**
 * If the lines of two columns are level, both have about the same number of lines. Dates and labels have fewer lines
 * than the text next to them.
 */
const lineRatioMin = 0.6
/** A side with shorter lines is not prose but a list of words, which counts as a column only if it is long. */
const proseLetters = 20
const longListLines = 8
/** A side with a year in this share of its lines, or groups of lines, is the date column of a list. */
const datedMax = 0.5
/** Lines of a group: a place, a date and a duration. Groups are half an em apart. */
const groupLinesMax = 3
const groupGapEms = 0.5
/** Ratings repeat a few values: there are at most this many distinct values per rating. */
const ratedMax = 0.5
/** In prose, this share of lines continues in lower case; few lists do. */
const wrappedMin = 0.3
/** A line of prose that continues below leaves at most this part of its column free, for a long word. */
const fullLineMin = 0.7
/** A name is in type this many times as large as the contact details beside it. */
const headlineMin = 1.5
/** In a form, this share of rows has a colon after the label or before the value. */
const colonsMin = 0.5
/** Lines start or end at one edge if their edges are within this many ems. */
const flushEms = 0.5
/** A date without a year, such as a month or "Current", is a short word. */
const shortLetters = 8

/** The words of a row, from left to right. */
export function textOf({ segments }: Row): string {
  return segments.map(({ text }) => text).join(' ')
}

/**
 * Whether two sides, each from top to bottom, are columns. `inList`: inside a column of a list, whose next columns are
 * columns too.
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

/** Cells that contain only a year of the common or the Japanese calendar, or only a month. */
const yearCell = /^(?:(?:19|20)\d\d|(?:昭和|平成|令和|[SHR])\s?(?:\d{1,2}|元))\s?[年년.]?$/
const monthCell = /^(?:0?[1-9]|1[0-2])\s?[月월.]?$/
/**
 * In a table of months, at least two rows and at least half of all rows start with a month, or with a year and a month.
 * Headings and closing words do not.
 */
const [monthTableMin, monthRowsMin] = [2, 0.5]

/**
 * Whether two sides are rows of Japanese and Korean resumes: a year, a month and an event, with centred or
 * right-aligned words. A year equal to that of the row above may be left out.
 */
export function isMonthTable(left: Row[], right: Row[]): boolean {
  const byTop = new Map(right.map((row) => [row.top, row]))
  const dated = left.filter(({ segments: [first, second], top }) => {
    const next = second ?? byTop.get(top)?.segments[0]
    return monthCell.test(first!.text) || (yearCell.test(first!.text) && monthCell.test(next?.text ?? ''))
  })
  return dated.length >= monthTableMin && dated.length >= left.length * monthRowsMin
}

/** Whether one side is a name with a title, and the other side contact details that have their own lines. */
function isHeadline(left: Row[], right: Row[]): boolean {
  const size = (rows: Row[]): number => Math.max(...rows.map(({ em }) => em))
  const ratio = size(left) / size(right)
  return Math.max(ratio, 1 / ratio) >= headlineMin && countAligned(left, right) < Math.min(left.length, right.length)
}

/** Whether a side consists of bullets or icons: most rows contain neither a letter nor a digit. */
function areMarks(rows: Row[]): boolean {
  return rows.filter((row) => /[\p{L}\p{N}]/u.test(textOf(row))).length < rows.length / 2
}

/** Whether the sides are labels and values, separated by colons. */
function isForm(left: Row[], right: Row[]): boolean {
  const labels = left.filter((row) => textOf(row).endsWith(':'))
  const values = right.filter((row) => textOf(row).startsWith(':'))
  return labels.length + values.length >= Math.min(left.length, right.length) * colonsMin
}

/** Whether the right side contains skill ratings: the same words or marks repeated, each in the row of a skill. */
function isRated(left: Row[], right: Row[]): boolean {
  const ratings = new Set(right.map(textOf))
  return areBeside(left, right) && ratings.size <= right.length * ratedMax
}

/** Whether each line on the right is in the row of a line on the left. */
function areBeside(left: Row[], right: Row[]): boolean {
  const rows = new Set(left.map(({ top }) => top))
  return right.every(({ top }) => rows.has(top))
}

/**
 * Whether the left side has rows of a date and other cells, most of them level with the last cell on the right. A cell
 * of several lines is centred in its row, so not all are level.
 */
function isTableOfDates(left: Row[], right: Row[]): boolean {
  const areRows = left.every(({ segments }) => segments.length > 1 && segments.length === left[0]!.segments.length)
  return areRows && isDated(left) && countAligned(left, right) >= left.length * tableAlignedMin
}

/** Whether most lines of the shorter side are on base lines of the other. */
export function areAligned(left: Row[], right: Row[]): boolean {
  return countAligned(left, right) >= Math.min(left.length, right.length) * alignedMin
}

function countAligned(left: Row[], right: Row[]): number {
  const byTop = new Map(right.map((row) => [row.top, row]))
  return left.filter((row) => isLevel({ left: row.segments[0], right: byTop.get(row.top)?.segments[0] })).length
}

/** Whether a row starts on both sides on the same base line, to within a quarter of its size. */
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

/** Whether a row contains only a date. */
export function isDate(row: Row): boolean {
  const text = textOf(row)
  return text.length <= shortLetters || !/\p{L}/u.test(text) || /^.{0,12}\b(?:19|20)\d\d\b/.test(text)
}

/** Whether lines of different lengths end at one edge, like dates and places at the edge of a page. */
function isFlushRight(rows: Row[]): boolean {
  const room = rows[0]!.em * flushEms
  const lefts = rows.map(({ segments }) => segments[0]!.left)
  const rights = rows.map(({ segments }) => segments.at(-1)!.right)
  return Math.max(...rights) - Math.min(...rights) < room && Math.max(...lefts) - Math.min(...lefts) > 2 * room
}

/** Whether lines break within sentences: many lines start in lower case below a nearly full line. */
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
