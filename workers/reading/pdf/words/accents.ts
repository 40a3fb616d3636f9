/**
 * Joins letters with the accents that are painted separately over them, as in TeX's older fonts.
 *
 * Pure. An accent that is not over a letter is left unchanged.
 */
import type { Box, Glyph } from '../boxes.ts'

/** Spacing accents and their combining forms (Unicode, blocks 0080, 02B0 and 0300). */
const combining = new Map(
  Object.entries({
    ...{ '`': '\u0300', '´': '\u0301', ˆ: '\u0302', '˜': '\u0303', '¯': '\u0304', '˘': '\u0306', '˙': '\u0307' },
    ...{ '¨': '\u0308', '˚': '\u030a', '˝': '\u030b', ˇ: '\u030c', '¸': '\u0327', '˛': '\u0328' },
  }),
)

/** Returns the same glyphs in order, with each accent joined to the letter below it. */
export function joinAccents(glyphs: Glyph[]): Glyph[] {
  if (!glyphs.some(({ text }) => combining.has(text))) return glyphs
  const joined: Glyph[] = []
  let accent: Glyph | null = null
  for (const glyph of glyphs) {
    const last = joined.at(-1)
    if (accent && standsOver(accent, glyph)) {
      joined[joined.length - 1] = accented(glyph, accent)
      accent = null
    } else if (last && combining.has(glyph.text) && standsOver(glyph, last)) {
      joined[joined.length - 1] = accented(last, glyph)
    } else {
      accent = combining.has(glyph.text) ? glyph : null
      joined.push(glyph)
    }
  }
  return joinRaised(joined)
}

/**
 * The maximum distance, in glyphs, between an accent and its letter. TeX paints the accents of capitals after the whole
 * line.
 */
const lettersMax = 200

/** Joins the remaining accents with letters further away in the content stream. */
function joinRaised(glyphs: Glyph[]): Glyph[] {
  const joined: (Glyph | null)[] = [...glyphs]
  for (const [at, accent] of glyphs.entries()) {
    if (!combining.has(accent.text)) continue
    const from = Math.max(0, at - lettersMax)
    const near = joined.slice(from, at + lettersMax)
    const letter = near.findIndex((glyph) => glyph && standsOver(accent, glyph) && isOne(accented(glyph, accent)))
    if (letter < 0) continue
    joined[from + letter] = accented(near[letter]!, accent)
    joined[at] = null
  }
  return joined.filter((glyph) => glyph !== null)
}

const isOne = ({ text }: Glyph): boolean => [...text].length === 1

/** Returns whether the middle of an accent is over a letter in its line. */
function standsOver(accent: Box, letter: Glyph): boolean {
  const within = (from: number, middle: number, to: number): boolean => from < middle && middle < to
  return (
    letter.letter &&
    within(letter.left, (accent.left + accent.right) / 2, letter.right) &&
    within(letter.top, (accent.top + accent.bottom) / 2, letter.bottom)
  )
}

function accented(letter: Glyph, accent: Glyph): Glyph {
  // TeX sets accents over a dotless i.
  const base = letter.text === 'ı' ? 'i' : letter.text
  return { ...letter, text: (base + combining.get(accent.text)!).normalize('NFC') }
}
