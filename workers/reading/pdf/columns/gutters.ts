/**
 * Finds gutters, which are vertical white stripes between the texts in some rows.
 *
 * Pure. columns.ts decides what the stripes separate.
 */
import type { Segment } from '../boxes.ts'
import type { Row } from '../page-rows.ts'

/** A stripe, from the end of the widest text on its left to the start of the widest text on its right. */
export type Gutter = { left: number; right: number }

/** Rows from `start` (inclusive) to `end` (exclusive) that leave a gutter free. */
export type Block = { start: number; end: number; gutter: Gutter }

/**
 * The minimum width, in ems, of a gap in two rows that is taken to be a gutter. Gaps between words and sentences are
 * narrower.
 */
const gutterEmsMin = 1
/** The minimum width, in ems, that other rows leave free. Their lines may be longer and make the gutter narrower. */
const narrowEmsMin = 0.35
/** The maximum number of gaps in two rows. Rows with more belong to a table. */
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

/** Returns the block around a row: extends it down and up to the first row that covers the gap. */
function grow(rows: Row[], seed: number, gap: Gutter): Block {
  let gutter = gap
  let [start, end] = [seed, seed]
  for (let rest; end < rows.length && (rest = narrow(gutter, rows[end]!)); end++) gutter = rest
  for (let rest; start > 0 && (rest = narrow(gutter, rows[start - 1]!)); start--) gutter = rest
  return { start, end, gutter }
}

/** Returns the horizontal ranges that are free in all of these rows. */
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

/** Returns the first segment of a row on each side of a gutter. */
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
