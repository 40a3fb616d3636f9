/**
 * Groups glyphs into segments: words in sequence at one height without a wide gap.
 *
 * Pure. Owns letters and spaces; page-rows.ts sets segments side by side.
 */
import { type Box, bounds, type Glyph, type Segment, sharesHeight } from './boxes.ts'
import { spaceEms, usualGap, wideGap } from './words/gaps.ts'
import { overhangBetween, overhangsOf, type Overhangs } from './words/overhang.ts'
import { inReadingOrder, isRightToLeft } from './scripts/bidi.ts'
import { unturnLigatures } from './scripts/syllables.ts'

/** A gap of this many ems separates two columns, or a title from its date; a stretched space is narrower. */
const segmentGapEms = 1
/** Letters of scripts that join are further apart than others, and their files paint spaces as a rule. */
const joinedSpaceEms = 0.2
/** A letter that is painted again this many ems beside itself, for bold type or at a seam of two pictures, counts once. */
const repeatedEms = 0.05
/** More than any line has. */
const cellsMax = 1e6
/** Some fonts claim boxes two lines high; no letter needs more than this around the middle of its box. */
const heightEmsMax = 1.3

/** Generators paint these with a letter's box, over the letters that follow, where their fonts have no such character. */
const zeroWidth = new Set(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'])

/** Those that change the forms of the letters beside them. */
const joiners = new Set(['\u200c', '\u200d'])

/** `spaceBefore`: the middle of the space that the content stream has before it. */
type Placed = Box & { text: string; letter: boolean; em: number; spaceBefore: number | null }

/** The segments of glyphs, which are upright and in the order of the content stream. `fromRight`: see `toRows`. */
export function toSegments(glyphs: Glyph[], fromRight: boolean): Segment[] {
  const all = joinTurned(runs(place(unturnLigatures(glyphs)), fromRight), fromRight)
  const overhangs = overhangsOf(all)
  return all.map((run) =>
    run.some(({ text }) => isRightToLeft(text)) || fromRight
      ? toTurnedSegment(run, fromRight)
      : toSegment(run, overhangs),
  )
}

/** Turns spaces into marks on the next glyph, whose position says more than the width of a space. */
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

/** A mark that the content stream has not beside its letter; `at`: the number of letters before it. */
type Mark = Box & { text: string; at: number }

/** Looked at for the letter of a mark: all marks of a line may be painted before or after its letters. */
const lettersMax = 200

function isOver(mark: Box, { left, right }: Placed): boolean {
  return left <= (mark.left + mark.right) / 2 && (mark.left + mark.right) / 2 <= right
}

/** A vowel beside its letter is a mark too, and a part of a letter without text stands anywhere. */
function isBehind({ text, left }: Mark, letter: Placed): boolean {
  return text === '' || left >= middleOf(letter)
}

function touches(letter: Placed, mark: Box): boolean {
  const gap = Math.max(mark.left - letter.right, letter.left - mark.right)
  return gap < letter.em * spaceEms && sharesHeight(letter, mark)
}

/** Gives marks to the letters over or under which they are painted; those of no letter are left out. */
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

/** The letters of a ligature do, which may be wider than an em. */
function sharesBox(one: Pick<Box, 'left' | 'right'>, other: Pick<Box, 'left' | 'right'>): boolean {
  return one.left === other.left && one.right === other.right
}

/** A larger step back begins another line or column, except among letters that run to the left. */
function isNear(last: Placed, glyph: Placed, fromRight: boolean): boolean {
  const widest = Math.max(last.em, glyph.em)
  const isWithin = (gap: number): boolean => gap > -widest && gap < widest * segmentGapEms
  if (isWithin(glyph.left - last.right)) return true
  const isTurned = fromRight || isRightToLeft(last.text) || isRightToLeft(glyph.text)
  return isTurned && isWithin(last.left - glyph.right)
}

/** Joins runs in sequence that are one line, between whose directions the content stream steps to and fro. */
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

/** A line with letters that run from the right: as painted, from left to right, and then in the order of reading. */
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
  // A page that runs from the right is mirrored.
  const painted = fromRight ? pieces.reverse() : pieces
  return { ...bounds(run), text: inReadingOrder(painted, startsRight(run, painted, fromRight)), em }
}

/**
 * The letters of a line as they are painted, from left to right. Those that lie over one another are left in the order of
 * the content stream, which PDFium makes that of reading.
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
  if (!fromRight) placed.reverse() // of two at one place, the one that is read first is painted to the right
  return placed.sort((one, other) => one.middle - other.middle).map(({ glyph }) => glyph)
}

const middleOf = ({ left, right }: Placed): number => (left + right) / 2

/** Whether a line belongs to a paragraph that runs from the right; without such letters, one of Latin letters does not. */
function startsRight(run: Placed[], painted: string[], fromRight: boolean): boolean {
  const letters = run.filter(({ letter }) => letter)
  const from = letters.filter(({ text }) => isRightToLeft(text)).length
  if (from > 0) return fromRight || from * 2 > letters.length
  return fromRight && (letters.length === 0 || /^[.,;:!?)\]]/.test(painted[0]!))
}
