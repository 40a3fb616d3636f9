/**
 * Groups glyphs into words, segments and rows, the segments side by side at one height.
 *
 * Pure. Owns spaces and heights; columns/columns.ts decides which segments belong to one column.
 */

/** In points from the top left corner of the shown page, y downwards. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** One character. `points` is its size as shown, `angle` is in radians, counter-clockwise, 0 for upright text. */
export type Glyph = Box & { text: string; letter: boolean; points: number; angle: number }

/** Words in sequence at one height without a wide gap. */
export type Segment = Box & { text: string; em: number }

/** Segments at one height, from left to right. */
export type Row = { segments: Segment[]; top: number; bottom: number; em: number }

/**
 * A gap of this many ems is a space: letters are up to 0.08 apart, and the spaces that TeX shrinks or draws nearer to
 * an f are 0.13 (measured on 175 resumes of 33 sources).
 */
const spaceEms = 0.1
/** A gap of this many ems separates two columns, or a title from its date; a stretched space is narrower. */
const segmentGapEms = 1
/** What the content stream paints apart is one segment up to this gap; columns that nearly touch are wider apart. */
const joinEms = 0.25
/** A letter that is painted again this many ems beside itself, for bold type or at a seam of two pictures, counts once. */
const repeatedEms = 0.05
/** More than any line has. */
const cellsMax = 1e6
/** Glyphs share a height when they overlap by this part of the smaller height, as bold, small and raised ones do. */
const overlapMin = 0.5
/** Some fonts claim boxes two lines high; no letter needs more than this around the middle of its box. */
const heightEmsMax = 1.3

/** A row that begins something new stands this many ems below the one above. */
const farEms = 1.5

/** Generators paint these with a letter's box, over the letters that follow, where their fonts have no such character. */
const zeroWidth = new Set(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'])

/** No page has as many segments side by side; one that does is made to waste time. */
const rowSegmentsMax = 200

type Placed = Box & { text: string; letter: boolean; em: number; spaceBefore: boolean }

/** Groups glyphs into rows, from top to bottom. The glyphs are all upright and in the order of the content stream. */
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

/** Turns spaces into marks on the next glyph, whose position says more than the width of a space. */
function place(glyphs: Glyph[]): Placed[] {
  const placed: Placed[] = []
  let spaceBefore = false
  const seen = new Map<string, Set<number>>()
  for (const { text, letter, points, left, right, top, bottom } of glyphs) {
    if (text === ' ') {
      spaceBefore = true
      continue
    }
    if (zeroWidth.has(text) && right > left) continue
    const em = points > 0 ? points : bottom - top
    const middle = (top + bottom) / 2
    const half = Math.min(bottom - top, em * heightEmsMax) / 2
    const last = placed.at(-1)
    const inLigature = last !== undefined && sharesBox(last, { left, right })
    if (!inLigature && isRepeated(seen, { text, left, top }, em * repeatedEms)) continue
    placed.push({ text, letter, left, right, top: middle - half, bottom: middle + half, em, spaceBefore })
    spaceBefore = false
  }
  return placed
}

/** Whether a letter stands where `seen` has it already, which then has it in any case. */
function isRepeated(
  seen: Map<string, Set<number>>,
  { text, left, top }: Pick<Glyph, 'text' | 'left' | 'top'>,
  room: number,
): boolean {
  const cell = Math.round(top) * cellsMax + Math.round(left / room)
  const cells = seen.getOrInsertComputed(text, () => new Set())
  if (cells.has(cell) || cells.has(cell - 1) || cells.has(cell + 1)) return true
  cells.add(cell)
  return false
}

/** Groups the glyphs that the content stream paints one after the other at one height. */
function runs(placed: Placed[]): Placed[][] {
  const found: Placed[][] = []
  let last: Placed | null = null
  for (const glyph of placed) {
    const follows = last && sharesHeight(last, glyph) && (sharesBox(last, glyph) || isNear(last, glyph))
    if (follows) found.at(-1)!.push(glyph)
    else found.push([glyph])
    last = glyph
  }
  return found
}

/** The letters of a ligature do, which may be wider than an em. */
function sharesBox(one: Pick<Box, 'left' | 'right'>, other: Pick<Box, 'left' | 'right'>): boolean {
  return one.left === other.left && one.right === other.right
}

/** A larger step back begins another line or column. */
function isNear(last: Placed, { left, em }: Placed): boolean {
  const [gap, widest] = [left - last.right, Math.max(last.em, em)]
  return gap > -widest && gap < widest * segmentGapEms
}

function toSegment(run: Placed[]): Segment {
  const em = run[0]!.em
  const gaps = run.map((glyph, index) => (index === 0 ? 0 : glyph.left - run[index - 1]!.right))
  // The letters of a spaced-out heading are all apart; only a wider gap is a space.
  const isInWord = (index: number): boolean => index > 0 && run[index]!.letter && run[index - 1]!.letter
  const usual = Math.max(0, median(gaps.filter((_, index) => isInWord(index))))
  const parts = run.map(({ text, spaceBefore }, index) => {
    const space = index > 0 && (spaceBefore || gaps[index]! > usual + em * spaceEms)
    return space ? ` ${text}` : text
  })
  return { ...bounds(run), text: parts.join(''), em }
}

function median(values: number[]): number {
  return Float64Array.from(values).sort()[Math.floor(values.length / 2)] ?? 0
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

/** Whether a row stands apart from the one above, as a foot or the next section does. */
export function isFarBelow(row: Row, above: Row): boolean {
  return row.top - above.bottom > row.em * farEms
}

type Span = { top: number; bottom: number }

function sharesHeight(one: Span, other: Span): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared > overlapMin * Math.min(one.bottom - one.top, other.bottom - other.top)
}

/** Two lines beside a tall heading share its height, but one is above the other. */
function isBeside(segment: Segment, row: Row): boolean {
  return sharesHeight(row, segment) && !row.segments.some((other) => covers(other, segment))
}

function covers(one: Segment, other: Segment): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > Math.min(one.em, other.em) / 2
}
