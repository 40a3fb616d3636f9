/**
 * Groups glyphs into segments, which are words in sequence at the same height without a wide gap.
 *
 * Pure. Handles letters and spaces; page-rows.ts puts segments into rows.
 */
import { type Box, bounds, type Glyph, type Segment, sharesHeight } from './boxes.ts'
import { spaceEms, usualGap, wideGap } from './words/gaps.ts'
import { overhangBetween, overhangsOf, type Overhangs } from './words/overhang.ts'
import { inReadingOrder, isRightToLeft } from './scripts/bidi.ts'
import { unturnLigatures } from './scripts/syllables.ts'

/** A gap of this many ems separates two segments, such as a title and its date. A stretched space is narrower. */
const segmentGapEms = 1
/** The minimum width of a space in joined scripts, in ems. It is larger because their letters have wider gaps. */
const joinedSpaceEms = 0.2
/**
 * A letter that is painted again within this many ems, for bold type or at the seam between two images, is read only
 * once.
 */
const repeatedEms = 0.05
/** The maximum number of letters in a line, which is far more than any line has. */
const cellsMax = 1e6
/**
 * The maximum height of a letter. A higher box is reduced around its middle, because some fonts report boxes of two
 * lines.
 */
const heightEmsMax = 1.3

/** Characters without width. If a font lacks one, its box has a width and overlaps the following letters. */
const zeroWidth = new Set(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'])

/** Characters that change the forms of neighbouring letters. */
const joiners = new Set(['\u200c', '\u200d'])

/** `spaceBefore` is the middle of the space before the glyph in the content stream; null if there is none. */
type Placed = Box & { text: string; letter: boolean; em: number; spaceBefore: number | null }

/**
 * Groups glyphs into segments. The glyphs must be upright and in content stream order. For `fromRight`, see `toRows`.
 */
export function toSegments(glyphs: Glyph[], fromRight: boolean): Segment[] {
  const all = joinTurned(runs(place(unturnLigatures(glyphs)), fromRight), fromRight)
  const overhangs = overhangsOf(all)
  return all.map((run) =>
    run.some(({ text }) => isRightToLeft(text)) || fromRight
      ? toTurnedSegment(run, fromRight)
      : toSegment(run, overhangs),
  )
}

/** Turns each space into a property of the next glyph, because its position is more reliable than its width. */
function place(glyphs: Glyph[]): Placed[] {
  const placed: Placed[] = []
  const marks: Mark[] = []
  let spaceBefore: number | null = null
  const seen = new Map<string, Set<number>>()
  for (const { text, letter, mark, points, left, right, top, bottom } of glyphs) {
    if (text === ' ') {
      spaceBefore = (left + right) / 2
      continue
    }
    const em = points > 0 ? points : bottom - top
    const middle = (top + bottom) / 2
    const half = Math.min(bottom - top, em * heightEmsMax) / 2
    const last = placed.at(-1)
    if (joiners.has(text) && last && spaceBefore === null) {
      last.text += text
      continue
    }
    if (zeroWidth.has(text) && right > left) continue
    if (mark || text === '') {
      const mark = { text, left, right, top, bottom, at: placed.length }
      if (last && spaceBefore === null && (isOver(mark, last) || (isBehind(mark, last) && touches(last, mark)))) {
        last.text += text
        last.right = Math.max(last.right, right)
      } else if (text !== '') marks.push(mark)
      continue
    }
    const inLigature = last !== undefined && sharesBox(last, { left, right })
    if (!inLigature && isRepeated(seen, { text, left, top }, em * repeatedEms)) continue
    placed.push({ text, letter, left, right, top: middle - half, bottom: middle + half, em, spaceBefore })
    spaceBefore = null
  }
  attach(marks, placed)
  return placed
}

/** A mark that is not next to its letter in the content stream. `at` is the number of letters before it. */
type Mark = Box & { text: string; at: number }

/** The maximum distance to a mark's letter. Some programs paint all marks of a line before or after its letters. */
const lettersMax = 200

function isOver(mark: Box, { left, right }: Placed): boolean {
  return left <= (mark.left + mark.right) / 2 && (mark.left + mark.right) / 2 <= right
}

/**
 * Returns whether a mark starts to the right of the letter's middle, as a vowel beside its letter does. A mark without
 * text can be anywhere.
 */
function isBehind({ text, left }: Mark, letter: Placed): boolean {
  return text === '' || left >= middleOf(letter)
}

function touches(letter: Placed, mark: Box): boolean {
  const gap = Math.max(mark.left - letter.right, letter.left - mark.right)
  return gap < letter.em * spaceEms && sharesHeight(letter, mark)
}

/** Attaches marks to the letters over or under which they are painted, and drops marks that have no letter. */
function attach(marks: Mark[], placed: Placed[]): void {
  for (const mark of marks) {
    const middle = (mark.left + mark.right) / 2
    let [nearest, distance] = [null as Placed | null, Infinity]
    for (const letter of placed.slice(Math.max(0, mark.at - lettersMax), mark.at + lettersMax)) {
      const apart = Math.max(0, letter.left - middle, middle - letter.right)
      if (apart < distance && touches(letter, mark)) [nearest, distance] = [letter, apart]
    }
    if (nearest) nearest.text += mark.text
  }
}

/** Returns whether `seen` contains the same letter at this position. If not, adds the letter. */
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

/** Groups glyphs that the content stream paints consecutively at the same height. */
function runs(placed: Placed[], fromRight: boolean): Placed[][] {
  const found: Placed[][] = []
  let last: Placed | null = null
  for (const glyph of placed) {
    const follows = last && sharesHeight(last, glyph) && (sharesBox(last, glyph) || isNear(last, glyph, fromRight))
    if (follows) found.at(-1)!.push(glyph)
    else found.push([glyph])
    last = glyph
  }
  return found
}

/** Returns whether two letters have the same box, as the letters of a ligature do. */
function sharesBox(one: Pick<Box, 'left' | 'right'>, other: Pick<Box, 'left' | 'right'>): boolean {
  return one.left === other.left && one.right === other.right
}

/**
 * Returns whether a glyph continues the line of the previous one. A large step back starts a new line or column, except
 * among right-to-left letters.
 */
function isNear(last: Placed, glyph: Placed, fromRight: boolean): boolean {
  const widest = Math.max(last.em, glyph.em)
  const isWithin = (gap: number): boolean => gap > -widest && gap < widest * segmentGapEms
  if (isWithin(glyph.left - last.right)) return true
  const isTurned = fromRight || isRightToLeft(last.text) || isRightToLeft(glyph.text)
  return isTurned && isWithin(last.left - glyph.right)
}

/** Joins consecutive runs of one line that alternate between right-to-left and left-to-right letters. */
function joinTurned(all: Placed[][], fromRight: boolean): Placed[][] {
  const joined: { run: Placed[]; box: Box; isTurned: boolean }[] = []
  for (const run of all) {
    const box = bounds(run)
    const isTurned = fromRight || run.some(({ text }) => isRightToLeft(text))
    const last = joined.at(-1)
    if (last && (last.isTurned || isTurned) && sharesHeight(last.box, box) && isBesideBox(last.box, box, run[0]!.em)) {
      last.run.push(...run)
      last.box = bounds([last.box, box])
      last.isTurned ||= isTurned
    } else joined.push({ run: [...run], box, isTurned })
  }
  return joined.map(({ run }) => run)
}

function isBesideBox(one: Box, other: Box, em: number): boolean {
  const gap = Math.max(other.left - one.right, one.left - other.right)
  return gap > -em && gap < em * segmentGapEms
}

function toSegment(run: Placed[], overhangs: Overhangs): Segment {
  const em = run[0]!.em
  const gaps = run.map((glyph, index) => {
    const last = run[index - 1]
    return last ? glyph.left - last.right + overhangBetween(last, glyph, overhangs) : 0
  })
  const wide = wideGap(run, gaps)
  const parts = run.map(({ text, spaceBefore }, index) => {
    const space = index > 0 && (spaceBefore !== null || gaps[index]! > wide(index))
    return space ? ` ${text}` : text
  })
  return { ...bounds(run), text: parts.join(''), em }
}

/** Returns a line with right-to-left letters as a segment, with its text in reading order. */
function toTurnedSegment(run: Placed[], fromRight: boolean): Segment {
  const em = run[0]!.em
  const ordered = inPlace(run, fromRight)
  const spaces = run.flatMap(({ spaceBefore }) => spaceBefore ?? []).sort((one, other) => one - other)
  const gaps = ordered.map((glyph, index) => (index === 0 ? 0 : glyph.left - ordered[index - 1]!.right))
  const wide = usualGap(ordered, gaps) + em * (spaces.length > 0 ? segmentGapEms / 2 : joinedSpaceEms)
  let next = 0
  const pieces = ordered.flatMap((glyph, index) => {
    const before = next
    while (next < spaces.length && spaces[next]! <= middleOf(glyph)) next++
    return index > 0 && (next > before || gaps[index]! > wide) ? [' ', glyph.text] : [glyph.text]
  })
  // A right-to-left page is mirrored.
  const painted = fromRight ? pieces.reverse() : pieces
  return { ...bounds(run), text: inReadingOrder(painted, startsRight(run, painted, fromRight)), em }
}

/**
 * Returns a line's letters as painted, from left to right. Overlapping letters keep the order of the content stream.
 */
function inPlace(run: Placed[], fromRight: boolean): Placed[] {
  let last: { glyph: Placed; middle: number } | null = null
  const placed = run.map((glyph) => {
    let middle = middleOf(glyph)
    if (last && isRightToLeft(glyph.text) && isRightToLeft(last.glyph.text)) {
      const shared = Math.min(glyph.right, last.glyph.right) - Math.max(glyph.left, last.glyph.left)
      const isOver = shared * 2 > Math.min(glyph.right - glyph.left, last.glyph.right - last.glyph.left)
      if (isOver) middle = fromRight ? Math.max(middle, last.middle) : Math.min(middle, last.middle)
    }
    last = { glyph, middle }
    return last
  })
  // If two letters are at the same position, the one that is read first is painted on the right.
  if (!fromRight) placed.reverse()
  return placed.sort((one, other) => one.middle - other.middle).map(({ glyph }) => glyph)
}

const middleOf = ({ left, right }: Placed): number => (left + right) / 2

/** Returns whether a line belongs to a right-to-left paragraph. A line with only Latin letters does not. */
function startsRight(run: Placed[], painted: string[], fromRight: boolean): boolean {
  const letters = run.filter(({ letter }) => letter)
  const from = letters.filter(({ text }) => isRightToLeft(text)).length
  if (from > 0) return fromRight || from * 2 > letters.length
  return fromRight && (letters.length === 0 || /^[.,;:!?)\]]/.test(painted[0]!))
}
