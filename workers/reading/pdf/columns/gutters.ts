/**
 * Finds gutters, which are vertical white stripes between the texts in some rows.
 *
 * Pure. Does not decide what the stripes separate; columns.ts does.
 */
import type { Segment } from '../boxes.ts'
import type { Row } from '../page-rows.ts'

/** From the end of the widest text on the left to the start of the widest text on the right. */
export type Gutter = { left: number; right: number }

/** Rows from `start` (inclusive) to `end` (exclusive) that leave a gutter free. */
export type Block = { start: number; end: number; gutter: Gutter }

/** A gutter shows as a gap of this many ems in two rows. Gaps between words and sentences are narrower. */
const gutterEmsMin = 1
/** Once a gutter is found, longer lines leave at least this much of it free. */
const narrowEmsMin = 0.35
/** Two rows with more gaps belong to a table. */
const gapsMax = 8

/** Returns each gutter that two consecutive rows leave free, with all rows above and below that also leave it free. */
export function blocksOf(rows: Row[]): Block[] {
  const blocks: Block[] = []
  for (const seed of rows.keys()) {
    const found = gaps(rows.slice(seed, seed + 2))
    if (found.length > gapsMax) continue
    for (const gap of found) {
      const isKnown = ({ start, end, gutter }: Block): boolean =>
        start <= seed && end >= seed + 2 && gutter.left >= gap.left && gutter.right <= gap.right
      if (!blocks.some(isKnown)) blocks.push(grow(rows, seed, gap))
    }
  }
  return blocks
}

/** Extends a gap down and up to the first row that covers it. */
function grow(rows: Row[], seed: number, gap: Gutter): Block {
  let gutter = gap
  let [start, end] = [seed, seed]
  for (let rest; end < rows.length && (rest = narrow(gutter, rows[end]!)); end++) gutter = rest
  for (let rest; start > 0 && (rest = narrow(gutter, rows[start - 1]!)); start--) gutter = rest
  return { start, end, gutter }
}

/** Returns the horizontal ranges between segments that none of the segments in these rows touches. */
function gaps(rows: Row[]): Gutter[] {
  const segments = rows.flatMap((row) => row.segments).sort((one, other) => one.left - other.left)
  const found: Gutter[] = []
  let reached = Infinity
  for (const { left, right, em } of segments) {
    if (left - reached >= em * gutterEmsMin) found.push({ left: reached, right: left })
    reached = Math.max(reached === Infinity ? right : reached, right)
  }
  return found
}

/** Returns the part of a gutter that a row leaves free; null if the part is too narrow. */
function narrow(gutter: Gutter, { segments, em }: Row): Gutter | null {
  let { left, right } = gutter
  for (const segment of segments) {
    if (segment.left + segment.right < left + right) left = Math.max(left, segment.right)
    else right = Math.min(right, segment.left)
  }
  return right - left >= em * narrowEmsMin ? { left, right } : null
}

/** Returns a row's first segments on the left and on the right of a gutter. */
export function startsOf({ segments }: Row, gutter: Gutter): { left?: Segment; right?: Segment } {
  const left = segments[0]!.right <= gutter.left ? segments[0] : undefined
  return { left, right: segments.find((segment) => segment.left >= gutter.right) }
}

/** Returns the rows on either side of a gutter. */
export function sidesOf(rows: Row[], gutter: Gutter): { left: Row[]; right: Row[] } {
  return {
    left: sideOf(rows, ({ right }) => right <= gutter.left),
    right: sideOf(rows, ({ left }) => left >= gutter.right),
  }
}

function sideOf(rows: Row[], isOn: (segment: Segment) => boolean): Row[] {
  return rows.flatMap((row) => {
    const segments = row.segments.filter(isOn)
    return segments.length > 0 ? [{ ...row, segments, em: segments[0]!.em }] : []
  })
}
