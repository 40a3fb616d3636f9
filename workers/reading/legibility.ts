/**
 * Decides whether a text is language at all. A font that has no character map, or a shifted one, yields letters that a
 * reader does not see on the page.
 *
 * In case of doubt, a text is accepted. Judges only Latin and Cyrillic script. The limits were measured; see
 * DECISIONS.md.
 */
import { isMark, LetterPairs, latinLetter } from '../language/letter-pairs.ts'

/** Whether a text is language shows within a few pages. */
const looksAtUnits = 20_000

/** How many letter pairs are judged together, which is about three lines, and how many there must be at least. */
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
 * The share of a text that may be something else than language, such as a formula, a key or a heading in a broken font.
 */
const strangeShareMax = 0.25
/** Less than this is decoration. */
const strangeMin = 40
/**
 * In a text with several scripts, the font for Latin letters alone may be broken. Then nearly all Latin letter pairs
 * are not language, and there are at least this many. A key or an address in a Chinese resume is shorter.
 */
const latinShareMax = 0.75
const latinMin = 120
/**
 * How large a share of all characters the symbols within words may be, if they outnumber the letters that are language.
 */
const signsShareMax = 0.1

/** What PDF readers write for a glyph without a character. */
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

/** Returns the number of Cyrillic letters if no language has their frequencies, as in a shifted font; otherwise 0. */
function strangeCyrillic(text: string): number {
  const letters = text.match(/[\u0410-\u052f]/g)?.length ?? 0
  if (letters < cyrillicMin) return 0
  return (text.match(usualCyrillic)?.length ?? 0) < letters * usualCyrillicMin ? letters : 0
}

const accented = /^[\u00c0-\u00ff]+$/

/** Counts letter pairs, separately for windows that are not language and for the others. */
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
    // With a font that has no character map, a word may consist of accented letters, from the code page of another
    // script.
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
