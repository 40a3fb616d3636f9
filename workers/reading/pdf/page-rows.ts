/**
 * Glyphs to rows: words, stretches of words, and what stands side by side on one height.
 *
 * Pure. Owns spaces and heights; which stretches belong to one column is page-columns.ts.
 */

/** Points from the shown page's top left corner, y downwards. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** One character; `points` is its size as shown, `angle` in radians, counter-clockwise, 0 for upright text. */
export type Glyph = Box & { text: string; points: number; angle: number }

/** Words that follow each other on one height without a wide gap. */
export type Segment = Box & { text: string; em: number }

/** Segments on one height, from left to right. */
export type Row = { segments: Segment[]; top: number; bottom: number; em: number }

/** A gap of this many ems is a space: letters stand up to 0.1 apart, the narrowest justified space is 0.2. */
const spaceEms = 0.17
/** A gap of this many ems parts two columns, or a title from its date; a stretched space stays below. */
const segmentGapEms = 1
/** Glyphs share a height when this part of the lower one's height overlaps: bold, small and raised ones do. */
const overlapMin = 0.5
/** Some fonts claim boxes of two lines' height; around its middle, no letter needs more than this. */
const heightEmsMax = 1.3

/** No page has as many stretches side by side; one that has is made to cost time. */
const rowSegmentsMax = 200

type Placed = Box & { text: string; em: number; spaceBefore: boolean }

/** Rows from top to bottom of glyphs that are all upright, given in the content stream's order. */
export function toRows(glyphs: Glyph[]): Row[] {
  const segments = runs(place(glyphs)).map(toSegment)
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

/** Spaces become marks on the next glyph: where the next glyph stands says more than a space's width. */
function place(glyphs: Glyph[]): Placed[] {
  const placed: Placed[] = []
  let spaceBefore = false
  for (const { text, points, left, right, top, bottom } of glyphs) {
    if (text === ' ') {
      spaceBefore = true
      continue
    }
    const em = points > 0 ? points : bottom - top
    const middle = (top + bottom) / 2
    const half = Math.min(bottom - top, em * heightEmsMax) / 2
    placed.push({ text, left, right, top: middle - half, bottom: middle + half, em, spaceBefore })
    spaceBefore = false
  }
  return placed
}

/** Glyphs that the content stream paints one after the other, along one height. */
function runs(placed: Placed[]): Placed[][] {
  const found: Placed[][] = []
  let last: Placed | null = null
  for (const glyph of placed) {
    const follows = last && sharesHeight(last, glyph) && isNear(glyph.left - last.right, Math.max(last.em, glyph.em))
    if (follows) found.at(-1)!.push(glyph)
    else found.push([glyph])
    last = glyph
  }
  return found
}

/** The letters of a ligature share its box, up to an em wide; further back, another line or column begins. */
function isNear(gap: number, em: number): boolean {
  return gap > -em && gap < em * segmentGapEms
}

function toSegment(run: Placed[]): Segment {
  const em = run[0]!.em
  const gaps = run.map((glyph, index) => (index === 0 ? 0 : glyph.left - run[index - 1]!.right))
  // Letters of a spaced-out heading all stand apart; only what is wider than that is a space.
  const isInWord = (index: number): boolean => index > 0 && isLetter(run[index]!) && isLetter(run[index - 1]!)
  const usual = Math.max(0, median(gaps.filter((_, index) => isInWord(index))))
  const parts = run.map(({ text, spaceBefore }, index) => {
    const space = index > 0 && (spaceBefore || gaps[index]! > usual + em * spaceEms)
    return space ? ` ${text}` : text
  })
  return { ...bounds(run), text: parts.join(''), em }
}

function isLetter({ text }: Placed): boolean {
  return /\p{L}/u.test(text)
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function mergeNear(segments: Segment[]): Segment[] {
  const merged: Segment[] = []
  for (const segment of segments.sort((one, other) => one.left - other.left)) {
    const last = merged.at(-1)
    const em = Math.max(last?.em ?? 0, segment.em)
    if (!last || segment.left - last.right >= em * segmentGapEms) {
      merged.push(segment)
      continue
    }
    const space = segment.left - last.right > em * spaceEms ? ' ' : ''
    merged[merged.length - 1] = { ...bounds([last, segment]), text: last.text + space + segment.text, em: last.em }
  }
  return merged
}

/** The smallest box around boxes. */
export function bounds(boxes: Box[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { left, top, right, bottom } of boxes) {
    box.left = Math.min(box.left, left)
    box.top = Math.min(box.top, top)
    box.right = Math.max(box.right, right)
    box.bottom = Math.max(box.bottom, bottom)
  }
  return box
}

type Span = { top: number; bottom: number }

function sharesHeight(one: Span, other: Span): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared > overlapMin * Math.min(one.bottom - one.top, other.bottom - other.top)
}

/** Two lines beside a tall heading share its height, but stand above each other. */
function isBeside(segment: Segment, row: Row): boolean {
  return sharesHeight(row, segment) && !row.segments.some((other) => covers(other, segment))
}

function covers(one: Segment, other: Segment): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > Math.min(one.em, other.em) / 2
}
