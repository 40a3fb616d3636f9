/**
 * Restores the order and form of letters that are painted with several glyphs.
 *
 * Pure. Such letters are ligatures, and syllables in Thai, Lao and Devanagari.
 */
import { isRightToLeft } from './bidi.ts'

type Piece = { text: string; left: number; right: number }

const lam = '\u0644'
const alefs = new Set(['\u0622', '\u0623', '\u0625', '\u0627'])

/**
 * Returns the same glyphs, with the letters of each right-to-left ligature in reading order. PDFium reverses them
 * together with their line.
 */
export function unturnLigatures<Glyph extends Piece>(glyphs: Glyph[]): Glyph[] {
  if (!glyphs.some(({ text }) => isRightToLeft(text))) return glyphs
  const ordered: Glyph[] = []
  for (let from = 0, to; from < glyphs.length; from = to) {
    const { left, right } = glyphs[from]!
    const isIn = ({ text, ...box }: Glyph): boolean =>
      isRightToLeft(text) && right > left && box.left === left && box.right === right
    to = from + 1
    if (isIn(glyphs[from]!)) while (to < glyphs.length && isIn(glyphs[to]!)) to++
    const letters = glyphs.slice(from, to)
    // If a font maps the ligature lam-alef to one character, PDFium splits it into letters that are already in reading
    // order.
    const isOrdered = letters.length === 2 && letters[0]!.text === lam && alefs.has(letters[1]!.text)
    ordered.push(...(isOrdered ? letters : letters.reverse()))
  }
  return ordered
}

/**
 * Matches a Thai or Lao vowel that is followed by a mark. The mark belongs to the letter before the vowel, because such
 * vowels have no marks.
 */
const markAfterVowel =
  /([\u0e30\u0e32\u0eb0\u0eb2])([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd]+)/g
/** The vowel AM is painted as a ring over the letter, optionally with a tone mark, followed by the vowel AA. */
const thaiAm = /\u0e4d([\u0e48-\u0e4b]?)\u0e32|([\u0e48-\u0e4b])\u0e4d\u0e32/g
const laoAm = /\u0ecd([\u0ec8-\u0ecb]?)\u0eb2|([\u0ec8-\u0ecb])\u0ecd\u0eb2/g

/** Returns the text with Thai, Lao and Devanagari syllables as they would be typed. */
export function composeSyllables(text: string): string {
  return composeDevanagari(text)
    .replace(markAfterVowel, '$2$1')
    .replace(thaiAm, '$1$2\u0e33')
    .replace(laoAm, '$1$2\u0eb3')
}

/** The Devanagari vowel I, which is painted before its letter; the letter RA; and the sign that joins letters. */
export const vowelBefore = 0x93f
const [ra, virama] = [0x930, 0x94d]

export const isDevanagari = (code: number): boolean => code >= 0x900 && code < 0x980

/**
 * Placeholders for two signs whose painted position differs from the typed one. The vowel I is drawn before its letter,
 * and RA over the letter that follows it in speech. `composeSyllables` replaces them.
 */
export const headVowel = '\uf8d0'
const headRa = '\uf8d1'

/**
 * The neighbours of a character. `at` returns the code point that is `step` characters after it, or 0 if another glyph
 * paints that code point.
 */
type Around = { at: (step: number) => number; isPartBefore: (step: number) => boolean }

/** Returns the text of a Devanagari character at this position; null if its glyph does not paint it here. */
export function isPainted(code: number, { at, isPartBefore }: Around): string | null {
  // A glyph that paints RA over a letter. The file also maps it to the letter below it at its first use, although other
  // letters are below it elsewhere.
  if (code === ra && at(-1) === 0 && at(1) === virama && at(2) !== 0 && at(3) === 0) return headRa
  if (code === virama && at(-1) === ra && at(-2) === 0 && at(1) !== 0 && at(2) === 0) return null
  if (at(-1) === virama && at(-2) === ra && at(-3) === 0 && at(1) === 0) return null
  // The file maps this glyph to a letter with its vowel, but here the vowel is not painted before the letter.
  if (code === vowelBefore && at(-1) !== 0 && at(1) === 0) {
    let first = 1
    while (at(-first - 1) !== 0) first++
    if (!isPartBefore(first + 1)) return null
  }
  return String.fromCodePoint(code)
}

const cluster = '(?:[\\u0915-\\u0939\\u0958-\\u095f]\\u093c?\\u094d)*[\\u0915-\\u0939\\u0958-\\u095f]\\u093c?'
const vowelAhead = new RegExp(`${headVowel}(${cluster})`, 'g')
const raBehind = new RegExp(`(${cluster}[\\u0900-\\u0903\\u093e-\\u094c]*)${headRa}`, 'g')

/** Returns Devanagari text with its syllables as they would be typed. */
function composeDevanagari(text: string): string {
  return text.replace(vowelAhead, '$1\u093f').replace(raBehind, '\u0930\u094d$1')
}
