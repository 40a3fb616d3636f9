/**
 * Detects text that is not language. If a font in a PDF has no character map or a wrong one, the extracted letters
 * differ from those that a reader sees on the page.
 *
 * Accepts text in case of doubt. The only letters that it examines are Latin and Cyrillic ones. The limits were
 * measured; see DECISIONS.md.
 */
import { isMark, LetterPairs, latinLetter } from '../language/letter-pairs.ts'

/** The maximum length that is examined. A few pages are enough to decide. */
const looksAtUnits = 20_000

/**
 * A window has `windowPairs` letter pairs, about three lines of text. The last window of a text is not examined if it
 * has fewer than `windowPairsMin`.
 */
const [windowPairs, windowPairsMin] = [200, 40]
/**
 * If the mean of a window is below this, the window is not language: random letters have a mean of 0, and resumes have
 * 0.7 or more.
 */
const usualMin = 0.1
/** Shorter words are not judged, nor are short abbreviations in capitals. */
const wordLettersMin = 4
const capitalsLettersMin = 6

/**
 * The maximum share of a text that is not language. A readable resume can contain a formula, a key or a heading in a
 * broken font.
 */
const strangeShareMax = 0.25
/** With fewer such letter pairs, the text is accepted: they are decoration. */
const strangeMin = 40
/**
 * In a text with several scripts, it is possible that only the font for Latin letters is broken. It is taken to be
 * broken if more than this share of the Latin letter pairs, and at least `latinMin` of them, are not language. A key or
 * an address in a Chinese resume has fewer pairs.
 */
const latinShareMax = 0.75
const latinMin = 120
/**
 * The maximum share of the visible characters that are symbols within words. It is used only if these symbols outnumber
 * the letter pairs that are language.
 */
const signsShareMax = 0.1

/** The text that PDF readers write for a glyph without a character. */
const glyphNumber = /\(cid:\d+\)/g
const isSign = Uint8Array.from({ length: 128 }, (_, code) => Number('!#$%&()*+;?'.includes(String.fromCharCode(code))))

/**
 * Returns whether so much of a text is not language that scoring it would be misleading. Returns false if a text is too
 * short to judge.
 */
export function isIllegible(text: string): boolean {
  const looked = text.slice(0, looksAtUnits)
  const numbered = looked.includes('(cid:') ? (looked.match(glyphNumber)?.length ?? 0) : 0
  const { visible, broken, inner, foreign } = charactersOf(looked)
  const words = wordsOf(looked)
  const cyrillic = strangeCyrillic(looked)
  const strange = words.strange + broken + numbered + cyrillic
  const known = words.usual + foreign - cyrillic
  if (strange >= strangeMin && strange > strangeShareMax * (strange + known)) return true
  if (words.strange >= latinMin && words.strange > latinShareMax * (words.strange + words.usual)) return true
  return visible >= strangeMin && inner > Math.max(signsShareMax * visible, known)
}

/** `inner`: symbols between two other visible characters. `foreign`: characters in other scripts. */
type Characters = { visible: number; broken: number; inner: number; foreign: number }

function charactersOf(text: string): Characters {
  let [visible, broken, inner, foreign] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x20) continue
    visible++
    if (code < 0x7f) {
      if (isSign[code] && text.charCodeAt(at - 1) > 0x20 && text.charCodeAt(at + 1) > 0x20) inner++
    } else if (isBroken(code)) broken++
    else if (code >= 0x370 && latinLetter(code) < 0 && !(code >= 0x2000 && code < 0x2c00)) foreign++
  }
  return { visible, broken, inner, foreign }
}

/** Returns whether a character is a control, private-use or replacement character. */
function isBroken(code: number): boolean {
  return (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code < 0xf900) || code === 0xfffd
}

/** These letters make up three quarters of Russian, and 0.59 or more of every other language in Cyrillic script. */
const usualCyrillic = /[аеиноырстлвікуя]/giu
const usualCyrillicMin = 0.54
const cyrillicMin = 200

/**
 * Returns the number of Cyrillic letters if their frequencies match no language, as with a wrong character map;
 * otherwise 0.
 */
function strangeCyrillic(text: string): number {
  const letters = text.match(/[\u0410-\u052f]/g)?.length ?? 0
  if (letters < cyrillicMin) return 0
  return (text.match(usualCyrillic)?.length ?? 0) < letters * usualCyrillicMin ? letters : 0
}

const accented = /^[\u00c0-\u00ff]+$/

/** Returns the numbers of letter pairs in windows that are not language (`strange`) and in the others (`usual`). */
function wordsOf(text: string): { strange: number; usual: number } {
  const pairs = new LetterPairs(windowPairs)
  let [strange, usual] = [0, 0]
  const judge = () => {
    const size = pairs.size
    if (pairs.take() < usualMin) strange += size
    else usual += size
  }
  for (let at = 0; at < text.length; at++) {
    if (latinLetter(text.charCodeAt(at)) < 0) continue
    const start = at
    let hasSmall = false
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (latinLetter(code) < 0 && !isMark(code)) break
      // A capital begins a new word, because product names are often composed of capitalised words.
      if (hasSmall && code >= 0x41 && code <= 0x5a) break
      hasSmall ||= (code & 0x20) !== 0
    }
    const end = at
    if (end < text.length && latinLetter(text.charCodeAt(end)) >= 0) at--
    if (end - start < (hasSmall ? wordLettersMin : capitalsLettersMin) || text.startsWith('://', end)) continue
    // If a font has no character map, the letters of another script may be extracted as accented Latin letters.
    if (accented.test(text.slice(start, end))) {
      strange += end - start - 1
      continue
    }
    pairs.add(text, start, end)
    if (pairs.size >= windowPairs) judge()
  }
  if (pairs.size >= windowPairsMin) judge()
  return { strange, usual }
}
