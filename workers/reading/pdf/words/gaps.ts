/**
 * Measures the gaps between a line's letters and digits, and decides which gaps separate words.
 *
 * Pure. `gaps` contains, for each glyph, the gap to the previous one; the first value is ignored.
 */

/**
 * A gap of at least this many ems is a space. Gaps between letters are at most 0.08 ems. The narrowest spaces are 0.13
 * ems, in documents from TeX, if they are shrunk or next to an f (measured on 175 resumes from 33 sources).
 */
export const spaceEms = 0.1
/** The narrowest space character of most fonts. */
const fontSpaceEms = 0.2

/** `spaceBefore` is null if the content stream has no space before the glyph. */
type Spaced = { text: string; letter: boolean; em: number; spaceBefore: number | null }

/**
 * Returns the usual gap between the letters of a word. In a letter-spaced heading, it is wide, and only a wider gap is
 * a space.
 */
export function usualGap(run: Spaced[], gaps: number[]): number {
  return usualOf(run, gaps, ({ letter }) => letter) ?? 0
}

/**
 * Returns a function that takes a glyph's index and returns the width above which the gap before that glyph is a space.
 */
export function wideGap(run: Spaced[], gaps: number[]): (index: number) => number {
  const room = run[0]!.em * spaceEms
  const ofLetters = usualGap(run, gaps) + room
  const ofDigits = usualGapOfDigits(run, gaps)
  if (ofDigits === null) return () => ofLetters
  return (index) => (isDigit(run[index]!) || isDigit(run[index - 1]!) ? ofDigits + room : ofLetters)
}

/**
 * Returns the usual gap between two adjacent digits, which may be wider than between the letters of the same line; null
 * if no digits are adjacent. Returns 0 if each digit is a number of its own: the line has no painted spaces, and the
 * digits, unlike the letters, are as far apart as words.
 */
function usualGapOfDigits(run: Spaced[], gaps: number[]): number | null {
  const usual = usualOf(run, gaps, isDigit)
  const wide = run[0]!.em * fontSpaceEms
  const areNumbers =
    usual !== null &&
    usual > wide &&
    usualGap(run, gaps) <= wide &&
    run.every(({ spaceBefore }) => spaceBefore === null)
  return areNumbers ? 0 : usual
}

const isDigit = ({ text }: Spaced): boolean => /^\p{Nd}/u.test(text)

/**
 * Returns the median gap between two glyphs of this kind, counting negative gaps as zero; null if no two are adjacent.
 */
function usualOf(run: Spaced[], gaps: number[], isOfKind: (glyph: Spaced) => boolean): number | null {
  const between = gaps.filter((_, index) => index > 0 && isOfKind(run[index]!) && isOfKind(run[index - 1]!))
  if (between.length === 0) return null
  return Math.max(0, Float64Array.from(between).sort()[Math.floor(between.length / 2)]!)
}
