/**
 * Detects right-to-left text, and restores its reading order from the painted order.
 *
 * Pure. Applies the Unicode bidirectional algorithm (UAX #9) to the painted order. The algorithm is almost its own
 * inverse, so the result is the reading order.
 */
import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/**
 * Returns whether a text is in Hebrew, Arabic, Syriac, Thaana or N'Ko, including the presentation forms that old files
 * use.
 */
export function isRightToLeft(text: string): boolean {
  const code = text.charCodeAt(0)
  if (code < 0x5be) return false
  return code < 0x900 ? !isDigit(code) : (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)
}

/** Returns whether a character is an Arabic or Persian digit. These run from left to right. */
function isDigit(code: number): boolean {
  return (code >= 0x660 && code <= 0x66c) || (code >= 0x6f0 && code <= 0x6f9)
}

/**
 * The minimum share of right-to-left letters on a right-to-left page. The rest are names and terms in other scripts.
 */
const rightToLeftMin = 0.4

/** Returns whether the lines and columns of a page with these letters run from right to left. */
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
 * Returns a line's text in reading order. `pieces` are its letters and spaces as painted, from left to right. The order
 * of the characters within a piece is not changed. `fromRight` means that the line belongs to a right-to-left
 * paragraph.
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
 * Moves a number to the right of a Latin word behind that word. The number could also be meant before the word, but
 * "Python 3" is more likely. `placed` is in order from right to left.
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

/** Presentation forms of letters, and the character that stretches a word to the width of the column (tatweel). */
const presentationForms = /[\ufb1d-\ufdff\ufe70-\ufefc\u0640]/g
const plainForm = (letter: string): string => (letter === '\u0640' ? '' : letter.normalize('NFKC').trim())

const [opening, closing] = ['([{«', ')]}»']

/**
 * Corrects brackets. Some fonts map a bracket to the painted character, others to the typed one, which is its mirror
 * image. The form with more matching pairs is correct.
 */
function pairBrackets(text: string): string {
  const brackets = text.match(/[()[\]{}«»]/g)
  if (!brackets) return text
  const mirror = (letter: string): string => closing[opening.indexOf(letter)] ?? opening[closing.indexOf(letter)]!
  const mirrored = brackets.map(mirror)
  const [asNamed, asMirrored] = [strayBrackets(brackets), strayBrackets(mirrored)]
  if (asNamed === 0 || (asNamed <= asMirrored && brackets.length % 2 > 0)) return text
  if (asMirrored === 0) return text.replace(/[()[\]{}«»]/g, mirror)
  // Both brackets of a pair are extracted as the same character, because the font maps their common glyph only once.
  let isOpen = true
  return text.replace(/[()[\]{}«»]/g, (bracket) => {
    isOpen = !isOpen
    const kind = Math.max(opening.indexOf(bracket), closing.indexOf(bracket))
    return (isOpen ? closing : opening)[kind]!
  })
}

/** Counts brackets without a match. */
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
