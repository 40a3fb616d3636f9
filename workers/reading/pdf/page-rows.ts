/**
 * Groups a page's glyphs into rows: segments side by side at one height.
 *
 * Pure. Owns heights; segments.ts owns letters and spaces, and columns/columns.ts which segments belong to one column.
 */
import { bounds, type Glyph, type Segment, sharesHeight } from './boxes.ts'
import { spaceEms } from './words/gaps.ts'
import { toSegments } from './segments.ts'

/** Segments at one height, from left to right. */
export type Row = { segments: Segment[]; top: number; bottom: number; em: number }

/** What the content stream paints apart is one segment up to this gap; columns that nearly touch are wider apart. */
const joinEms = 0.25
/** A row that begins something new stands this many ems below the one above. */
const farEms = 1.5

/** No page has as many segments side by side; one that does is made to waste time. */
const rowSegmentsMax = 200

/**
 * Groups glyphs into rows, from top to bottom. The glyphs are all upright and in the order of the content stream.
 * `fromRight`: they are those of a mirrored page, whose lines run from right to left.
 */
export function toRows(glyphs: Glyph[], fromRight: boolean): Row[] {
  const segments = toSegments(glyphs, fromRight)
  segments.sort((one, other) => one.top + one.bottom - other.top - other.bottom)
  const rows: Row[] = []
  for (const segment of segments) {
    const row = rows.at(-1)
    if (row && row.segments.length < rowSegmentsMax && isBeside(segment, row)) {
      row.segments.push(segment)
    } else {
      rows.push({ segments: [segment], top: segment.top, bottom: segment.bottom, em: segment.em })
    }
  }
  return rows.map((row) => ({ ...row, segments: mergeNear(row.segments) }))
}

function mergeNear(segments: Segment[]): Segment[] {
  const merged: Segment[] = []
  for (const segment of segments.sort((one, other) => one.left - other.left)) {
    const last = merged.at(-1)
    const em = Math.max(last?.em ?? 0, segment.em)
    if (!last || segment.left - last.right >= em * joinEms) {
      merged.push(segment)
      continue
    }
    const space = segment.left - last.right > em * spaceEms ? ' ' : ''
    merged[merged.length - 1] = { ...bounds([last, segment]), text: last.text + space + segment.text, em: last.em }
  }
  return merged
}

/** Whether a row stands apart from the one above, as a foot or the next section does. */
export function isFarBelow(row: Row, above: Row): boolean {
  return row.top - above.bottom > row.em * farEms
}

/** Two lines beside a tall heading share its height, but one is above the other. */
function isBeside(segment: Segment, row: Row): boolean {
  return sharesHeight(row, segment) && !row.segments.some((other) => covers(other, segment))
}

function covers(one: Segment, other: Segment): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > Math.min(one.em, other.em) / 2
}
