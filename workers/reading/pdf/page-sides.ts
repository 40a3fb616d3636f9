/**
 * Judges the two sides of a gutter: columns, read downwards, or cells, read across.
 *
 * Pure. Knows rows and their words, not where the gutter came from.
 */
import { bounds, type Row } from './page-rows.ts'

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
/** Ratings say the same few things again and again: at most this share of them is different. */
const ratedMax = 0.5
/** Prose goes on in small letters in this share of its lines; so do few lists. */
const wrappedMin = 0.3
/** A line of prose that goes on below leaves at most the rest of its column free, for a long word. */
const fullLineMin = 0.7
/** A heading and the space above it leave this many lines of the other side free. */
const restartLines = 2

/** The words of a row, from left to right. */
export function textOf({ segments }: Row): string {
  return segments.map(({ text }) => text).join(' ')
}

type Sides = { left: Row[]; right: Row[] }

/** Whether two sides, each from top to bottom, are columns. */
export function areColumns(left: Row[], right: Row[]): boolean {
  const few = Math.min(left.length, right.length)
  if (few < columnLinesMin || isRated(left, right)) return false
  if (countAligned(left, right) < few * alignedMin) return true
  if (isDated(left) || isDated(right)) return false
  if (isWrapped(left) && isWrapped(right)) return true
  if (few < lineRatioMin * Math.max(left.length, right.length)) return false
  return few >= longListLines || (isProse(left) && isProse(right))
}

/** Ratings of skills at their side: the same words or marks again and again, each in the row of a skill. */
function isRated(left: Row[], right: Row[]): boolean {
  const rows = new Set(left.map(({ top }) => top))
  const ratings = new Set(right.map(textOf))
  return right.every(({ top }) => rows.has(top)) && ratings.size <= right.length * ratedMax
}

/** Counts the lines that have a partner on the other side on the same base line, to an eighth of their size. */
function countAligned(left: Row[], right: Row[]): number {
  const byTop = new Map(right.map((row) => [row.top, row]))
  return left.filter((row) => {
    const other = byTop.get(row.top)
    return other !== undefined && isLevel(row, other)
  }).length
}

function isLevel(left: Row, right: Row): boolean {
  const [one, other] = [left.segments[0]!, right.segments[0]!]
  return Math.abs(one.bottom - other.bottom) < one.em / 8
}

function isDated(rows: Row[]): boolean {
  return rows.filter((row) => /\b(?:19|20)\d\d\b/.test(textOf(row))).length >= rows.length * datedMax
}

/** Whether lines break within sentences: many go on in small letters below a line that is nearly full. */
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

/** What of some rows stands on either side of the gutter. */
type Split = (rows: Row[]) => Sides

/**
 * The bands of a block whose left side is a margin: cut where its headings or dates begin together with the text that
 * they stand beside, which is longer. Null when it is no margin, and when its lines may as well be read across.
 */
export function bandsOf(block: Row[], split: Split): Row[][] | null {
  const bands: Row[][] = []
  let isInMargin = false
  for (const row of block) {
    const wasInMargin = isInMargin
    isInMargin = split([row]).left.length > 0
    if (bands.length === 0 || (isInMargin && !wasInMargin)) bands.push([])
    bands.at(-1)!.push(row)
  }
  const isMargin = bands.length > 1 && bands.every((band) => isMarginal(band, split))
  return isMargin && bands.some((band) => split(band).left.length > 1) ? bands : null
}

function isMarginal(band: Row[], split: Split): boolean {
  const [whole, first] = [split(band), split(band.slice(0, 1))]
  const begins = first.left[0] && first.right[0] && isLevel(first.left[0], first.right[0])
  // As many labels as lines beside them are cells.
  return begins === true && (whole.left.length === 1 || whole.left.length < whole.right.length)
}

/**
 * Where in a block the next section begins: a heading stands alone on the left, the right side has been empty for
 * some lines, and both sides go on level below it. Null when none begins.
 */
export function restartOf(block: Row[], split: Split): number | null {
  let rightEnd = Infinity
  for (let at = 1; at + 2 < block.length; at++) {
    const [above, heading, next] = [block[at - 1]!, block[at]!, block[at + 1]!]
    rightEnd = split([above]).right[0]?.bottom ?? rightEnd
    if (split([heading]).right.length > 0 || !isHeading(heading, next)) continue
    const isFree = heading.top > above.bottom && next.top - rightEnd > restartLines * next.em
    if (isFree && goesOnLevel(block.slice(at + 1, at + 3), split)) return at
  }
  return null
}

function goesOnLevel(rows: Row[], split: Split): boolean {
  return rows.every((row) => {
    const { left, right } = split([row])
    return left[0] !== undefined && right[0] !== undefined && isLevel(left[0], right[0])
  })
}

function isHeading(row: Row, next: Row): boolean {
  const text = textOf(row)
  return row.em > next.em || (text === text.toUpperCase() && text !== text.toLowerCase())
}
