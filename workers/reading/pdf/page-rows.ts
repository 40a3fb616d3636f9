/**
 * Groups a page's glyphs into rows, which are segments next to each other at the same height.
 *
 * Pure. segments.ts joins letters into segments, and columns/columns.ts decides which segments belong to one column.
 */
import { bounds, type Glyph, type Segment, sharesHeight } from './boxes.ts'
import { spaceEms } from './words/gaps.ts'
import { toSegments } from './segments.ts'

/** Segments at the same height, from left to right. */
export type Row = { segments: Segment[]; top: number; bottom: number; em: number }

/**
 * Pieces of text that are painted separately form one segment if the gap between them is at most this many ems. Even
 * narrow gaps between columns are wider.
 */
const joinEms = 0.25
/** A row is set apart from the row above if the gap between the two is more than this many ems. */
const farEms = 1.5

/** The maximum number of segments in a row. Only a malicious page has more. */
const rowSegmentsMax = 200

/**
 * Groups glyphs into rows, from top to bottom. The glyphs must be upright and in content stream order. `fromRight`
 * means that the page is mirrored, because its lines run from right to left.
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

/** Returns whether a row is set apart from the row above, like a footer or the next section. */
export function isFarBelow(row: Row, above: Row): boolean {
  return row.top - above.bottom > row.em * farEms
}

/**
 * Returns whether a segment belongs to a row. It does not if it is above or below another segment of the row, like the
 * second of two lines beside a tall heading.
 */
function isBeside(segment: Segment, row: Row): boolean {
  return sharesHeight(row, segment) && !row.segments.some((other) => covers(other, segment))
}

function covers(one: Segment, other: Segment): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > Math.min(one.em, other.em) / 2
}
