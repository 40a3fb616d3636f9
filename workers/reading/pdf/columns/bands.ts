/**
 * Splits rows with two sides wherever something starts on both sides: a section of the page, or an entry with its date
 * in the margin.
 *
 * Pure. The sides are separated by a gutter, which the rows leave free.
 */
import { type Block, type Gutter, sidesOf, startsOf } from './gutters.ts'
import type { Segment } from '../boxes.ts'
import type { Row } from '../page-rows.ts'
import { areAligned, isDate, isLevel, textOf } from './sides.ts'

/**
 * A heading starts a section only if the other side has more than this many empty lines above the row that follows the
 * heading.
 */
const freeLines = 2
/** Lines in a margin that are at most this many ems apart belong to the same heading or date. */
const marginGapEms = 0.5
/**
 * The minimum share of the bands that start with a label in the margin. Some entries have no date, or have their own
 * heading.
 */
const marginalMin = 0.6
/** The words in a heading are at most this many ems apart. A title and its date are further apart. */
const headingGapEms = 2
/** Text is larger than other text if its size is at least this many times the other size. */
const largerMin = 1.05

/**
 * Splits rows whose left side is a margin into bands, one for each heading or date in the margin. Returns null if the
 * left side is not a margin. A margin contains only dates, or else most of its labels start at the same height as the
 * text beside them, and have one line or fewer lines than that text.
 */
export function bandsOf(block: Row[], gutter: Gutter): Row[][] | null {
  const bands: Row[][] = []
  let last: Segment | undefined
  for (const row of block) {
    const { left } = startsOf(row, gutter)
    const isNext = left && (!last || left.top - last.bottom > Math.max(left.em, last.em) * marginGapEms)
    last = left ?? last
    if (bands.length === 0 || isNext) bands.push([])
    bands.at(-1)!.push(row)
  }
  if (bands.length < 2) return null
  const marginal = bands.filter((band) => isMarginal(band, gutter))
  return marginal.length >= bands.length * marginalMin || isDateMargin(block, gutter) ? bands : null
}

function isMarginal(band: Row[], gutter: Gutter): boolean {
  // The first row may be a heading with nothing on the other side, so the second row is tried too.
  if (!band.slice(0, 2).some((row) => isLevel(startsOf(row, gutter)))) return false
  const { left, right } = sidesOf(band, gutter)
  // If the left side has as many lines as the right side, the lines are table cells.
  return left.length === 1 || left.length < right.length
}

/**
 * Returns whether the left side is a margin that contains only dates. Its line spacing may differ from that of the
 * text.
 */
function isDateMargin(block: Row[], gutter: Gutter): boolean {
  const { left, right } = sidesOf(block, gutter)
  return left.length < right.length && left.every(isDate) && !areAligned(left, right)
}

/**
 * Returns a block's sections. A section starts at a heading that is alone in its row. Above the heading, the other side
 * must be empty for some lines; below it, both sides continue on the same level.
 */
export function sectionsOf(rows: Row[], { start, end, gutter }: Block): Block[] {
  const cuts = [start]
  const ends = { left: Infinity, right: Infinity }
  for (let at = start + 1; at + 1 < end; at++) {
    const above = startsOf(rows[at - 1]!, gutter)
    ends.left = above.left?.bottom ?? ends.left
    ends.right = above.right?.bottom ?? ends.right
    const { left, right } = startsOf(rows[at]!, gutter)
    const next = rows[at + 1]!
    if ((left && right) || next.top - (left ? ends.right : ends.left) <= freeLines * next.em) continue
    if (rows[at]!.top <= rows[at - 1]!.bottom) continue
    // On the right side, capitals may be a place or a name, so only larger type is a heading.
    const heads = left ? isHeading(rows[at]!, next) || isSetOff(rows, at) : rows[at]!.em > next.em * largerMin
    if (heads && isLevel(startsOf(next, gutter)) && !opensRight(rows.slice(at + 1, end), gutter)) cuts.push(at)
  }
  return cuts.map((from, index) => ({ start: from, end: cuts[index + 1] ?? end, gutter }))
}

/** Returns whether the right side starts with its own heading, like the sections in a side bar. */
function opensRight(rows: Row[], gutter: Gutter): boolean {
  const [first, second] = sidesOf(rows, gutter).right
  return second !== undefined && first!.segments[0]!.em > Math.max(second.em, rows[0]!.em) * largerMin
}

/** Returns whether a row is in larger type than the next row, or in capitals. */
export function isHeading(row: Row, next: Row | undefined): boolean {
  const text = textOf(row)
  return next !== undefined && (row.em > next.em || (text === text.toUpperCase() && text !== text.toLowerCase()))
}

/** Returns whether a row is closer to the row below than to the row above, and is not a title with its date. */
export function isSetOff(rows: Row[], at: number): boolean {
  const [above, row, below] = [rows[at - 1]!, rows[at]!, rows[at + 1]!]
  const { segments, em } = row
  const isOne = segments.every(
    ({ left }, index) => index === 0 || left - segments[index - 1]!.right < em * headingGapEms,
  )
  return isOne && row.top - above.bottom > Math.max(em * marginGapEms, below.top - row.bottom)
}
