/**
 * Text that runs from right to left: where it does, and the order in which it is read, from the order in which it is
 * painted.
 *
 * Pure. The levels are those of the Unicode bidirectional algorithm (UAX #9), which nearly undoes itself: run over the
 * painted order, it gives the order of reading.
 */
import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/** Letters of Hebrew, Arabic, Syriac, Thaana and N'Ko, and the forms that old files have for letters in their places. */
export function isRightToLeft(text: string): boolean {
  const code = text.charCodeAt(0)
  if (code < 0x5be) return false
  return code < 0x900 ? !isDigit(code) : (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)
}

/** The digits of Arabic and Persian run to the right. */
function isDigit(code: number): boolean {
  return (code >= 0x660 && code <= 0x66c) || (code >= 0x6f0 && code <= 0x6f9)
}

/** Of the letters of a page that runs from the right, this share does: the rest are names and terms of other scripts. */
const rightToLeftMin = 0.4

/** Whether a page of these letters runs from right to left, with its columns. */
export function runsFromRight(glyphs: { text: string; letter: boolean }[]): boolean {
  let [all, from] = [0, 0]
  for (const { text, letter } of glyphs) {
    if (!letter) continue
    all++
    if (isRightToLeft(text)) from++
  }
  return from > all * rightToLeftMin
}

/**
 * The text of a line in the order of reading. `pieces`: its letters and spaces, from left to right as painted; one that
 * has several characters keeps their order. `fromRight`: the line belongs to a paragraph that runs from the right.
 */
export function inReadingOrder(pieces: string[], fromRight: boolean): string {
  const painted = fromRight ? pieces.toReversed() : pieces
  const text = painted.join('')
  const { levels } = bidi.getEmbeddingLevels(text, fromRight ? 'rtl' : 'ltr')
  let at = 0
  const placed = painted.map((piece) => {
    const level = levels[at]!
    at += piece.length
    return { piece, level }
  })
  if (fromRight) joinNumbers(placed)
  const turned = turnRuns(placed, 2)
  const ordered = fromRight ? turned : turnRuns(turned, 1)
  return pairBrackets(ordered.map(({ piece }) => piece.replace(presentationForms, plainForm)).join(''))
}

type Placed = { piece: string; level: number }

/**
 * A number to the right of a Latin word is painted there by either order; "Python 3" is likelier than a number before a
 * word. `placed`: from right to left.
 */
function joinNumbers(placed: Placed[]): void {
  for (const [index, one] of placed.entries()) {
    const [before, after] = [placed[index - 1], placed[index + 1]]
    if (one.piece === ' ' && before && after && /\d/.test(before.piece) && /\p{Script=Latin}/u.test(after.piece))
      one.level = Math.max(one.level, 2)
  }
}

/** Reverses each run of pieces at this level or above (UAX #9, rule L2). */
function turnRuns(placed: Placed[], levelMin: number): Placed[] {
  const turned: Placed[] = []
  let run: Placed[] = []
  for (const one of placed) {
    if (one.level >= levelMin) run.push(one)
    else {
      turned.push(...run.reverse(), one)
      run = []
    }
  }
  return [...turned, ...run.reverse()]
}

/** Forms of letters by their places in a word, and the line that stretches a word to the width of a column. */
const presentationForms = /[\ufb1d-\ufdff\ufe70-\ufefc\u0640]/g
const plainForm = (letter: string): string => (letter === '\u0640' ? '' : letter.normalize('NFKC').trim())

const [opening, closing] = ['([{«', ')]}»']

/** Fonts name either the bracket that is painted or the one that was typed: the pairs tell which. */
function pairBrackets(text: string): string {
  const brackets = text.match(/[()[\]{}«»]/g)
  if (!brackets) return text
  const mirror = (letter: string): string => closing[opening.indexOf(letter)] ?? opening[closing.indexOf(letter)]!
  const mirrored = brackets.map(mirror)
  const [asNamed, asMirrored] = [strayBrackets(brackets), strayBrackets(mirrored)]
  if (asNamed === 0 || (asNamed <= asMirrored && brackets.length % 2 > 0)) return text
  if (asMirrored === 0) return text.replace(/[()[\]{}«»]/g, mirror)
  // One name for both: a font tells its characters once for each glyph.
  let isOpen = true
  return text.replace(/[()[\]{}«»]/g, (bracket) => {
    isOpen = !isOpen
    const kind = Math.max(opening.indexOf(bracket), closing.indexOf(bracket))
    return (isOpen ? closing : opening)[kind]!
  })
}

/** Brackets that pair with no other. */
function strayBrackets(brackets: string[]): number {
  const open: string[] = []
  let stray = 0
  for (const bracket of brackets) {
    const at = closing.indexOf(bracket)
    if (at < 0) open.push(bracket)
    else if (open.at(-1) === opening[at]) open.pop()
    else stray++
  }
  return stray + open.length
}
