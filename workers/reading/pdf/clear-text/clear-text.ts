/**
 * Decides which transparent text a reader sees anyway, because the page shows the same letters in another way. Text is
 * transparent if its colour is, or if its render mode paints nothing.
 *
 * Browsers paint letters as outlines with transparent text on top, and scanners put transparent text over an image. A
 * transparent word is read, once, if the page shows the same letters at its position.
 */
import type { Box, Glyph } from '../boxes.ts'
import type { Word } from './letter-shapes.ts'

/** A transparent glyph, with the box of its outline and the text object that it belongs to. */
export type ClearGlyph = { glyph: Glyph; box: Box; object: number }
/** `repeated` means that the glyph is over an identical visible glyph and must not be read a second time. */
export type Fate = 'shown' | 'repeated' | 'hidden'

/** Letters that are this many ems apart, or more, belong to different words. */
const wordGapEms = 0.3

/**
 * Returns whether each transparent glyph is shown, repeated or hidden. `visible` are the other letters of the page.
 * `findSame` gets the transparent words and their text objects, and returns for each word whether the page shows its
 * letters. If it returns null, all words are treated as shown.
 */
export function findFates(
  clear: ClearGlyph[],
  visible: Glyph[],
  findSame: (words: Word[], objects: Set<number>) => boolean[] | null,
): Map<Glyph, Fate> {
  const words = wordsOf(clear)
  const same = findSame(
    words.map((word) => ({ letters: word.map(({ box }) => box), points: word[0]!.glyph.points })),
    new Set(clear.map(({ object }) => object)),
  )
  const rows = new GlyphRows(visible)
  const fates = new Map<Glyph, Fate>()
  for (const [index, word] of words.entries()) {
    const glyphs = word.map(({ glyph }) => glyph)
    const below = rows.within(glyphs)
    const isOver = below.length * 2 > glyphs.length
    const isShown = same === null || same[index]
    const isRepeated = isOver && (isShown || textOf(below) === textOf(glyphs))
    const fate = isRepeated ? 'repeated' : isShown && !isOver ? 'shown' : 'hidden'
    for (const glyph of glyphs) fates.set(glyph, fate)
    if (fate === 'shown') for (const glyph of glyphs) rows.add(glyph)
  }
  return fates
}

/**
 * Groups glyphs into words, in the order of the content stream. There, a line may be one text object, or each letter
 * may be one.
 */
function wordsOf(clear: ClearGlyph[]): ClearGlyph[][] {
  const words: ClearGlyph[][] = []
  let last: Glyph | null = null
  for (const letter of clear) {
    const { glyph } = letter
    if (glyph.text === ' ') last = null
    else {
      if (last && follows(last, glyph)) words.at(-1)!.push(letter)
      else words.push([letter])
      last = glyph
    }
  }
  return words
}

function follows(last: Glyph, { left, top, right, bottom, points }: Glyph): boolean {
  const gap = Math.max(left - last.right, last.left - right, top - last.bottom, last.top - bottom)
  return gap < points * wordGapEms && Math.abs(points - last.points) < 1
}

function textOf(glyphs: Glyph[]): string {
  return glyphs.map(({ text }) => text).join('')
}

/** How high a row of the index is, in points. */
const rowPoints = 16

/** An index of glyphs by their vertical position on the page. */
class GlyphRows {
  readonly #rows = new Map<number, Glyph[]>()

  constructor(glyphs: Glyph[]) {
    for (const glyph of glyphs) this.add(glyph)
  }

  add(glyph: Glyph): void {
    const row = Math.floor((glyph.top + glyph.bottom) / 2 / rowPoints)
    const known = this.#rows.get(row)
    if (known) known.push(glyph)
    else this.#rows.set(row, [glyph])
  }

  /** Returns the glyphs whose centre is in one of these boxes, without duplicates. */
  within(boxes: Glyph[]): Glyph[] {
    const found = new Set<Glyph>()
    for (const box of boxes) {
      for (let row = Math.floor(box.top / rowPoints); row <= Math.floor(box.bottom / rowPoints); row++)
        for (const glyph of this.#rows.get(row) ?? []) if (isWithin(glyph, box)) found.add(glyph)
    }
    return [...found]
  }
}

function isWithin({ left, top, right, bottom }: Glyph, box: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}
