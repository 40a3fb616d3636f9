/**
 * Normalises a text. Characters in unusual widths and styles are converted to the form that patterns and tables use.
 * Words that are split by a hyphen at the end of a line are joined.
 *
 * Changes letters, decimal digits, punctuation and spaces, as NFKC does. Signs that NFKC would convert to letters or
 * digits are unchanged: "TypeScript™", "10²", "3½". Every offset can be mapped to the original text.
 */
import { joinedHyphen, lineHyphen } from './line-hyphens.ts'
import type { Span } from './sentences.ts'

/** `original` returns the slice of the original text that corresponds to a span of `text`. */
export type PlainText = { text: string; original: (span: Span) => string }

/** Matches a text that needs no change. Most texts match, and this check is fast. */
const plainOnly =
  /^[\0-\u009f\u00a1-\u00a9\u00ab-\u00b1\u00b6-\u00b9\u00bb-\u0131\u0134-\u02af\u0370-\u1dff\u200b-\u200f\u2010\u2012-\u2023\u2027-\u202e\u2030-\u2056\u2190-\u245f\u2500-\u2fff\u3001-\u3029\u3041-\u30fe\u4e00-\ud7ff]*$/
/**
 * Characters that have a plainer form. There are three groups. The first matches runs of characters that each become
 * one unit, so that their offsets do not change. The second matches runs of half-width Hangul and kana, which combine
 * with their neighbours. The third matches other letters and digits, one at a time.
 */
const styled =
  /[\u00a0\u2000-\u200a\u2011\u202f\u205f\u3000\uff01-\uff5e]+|[\uff66-\uff9f\uffa0-\uffdc]+|[\ufb00-\ufb06\uff5f-\uff65\uffe0-\uffee\u2e9f-\u2fdf\uf900-\ufaff\u2100-\u214f\u{1d400}-\u{1d7ff}]/gu
const styledOrHyphen = new RegExp(`${lineHyphen.source}|${styled.source}`, 'gu')
/** Letter-like symbols. Only those that are letters in another style are converted: ℂ and ℎ, but not ™ and №. */
const isLetterLike = /^[\u2100-\u214f]$/u

/** Returns the normalised text. */
export function plainLetters(given: string): PlainText {
  const hyphens = given.search(lineHyphen) >= 0
  if (!hyphens && plainOnly.test(given)) return { text: given, original: ({ start, end }) => given.slice(start, end) }
  const edges: { at: number; shift: number }[] = []
  let [text, copied] = ['', 0]
  for (const { index, 0: characters } of given.matchAll(hyphens ? styledOrHyphen : styled)) {
    const plain = characters.endsWith('\n') ? joinedHyphen(given, index) : plainOf(characters)
    if (plain === characters) continue
    text += given.slice(copied, index)
    copied = index + characters.length
    text += plain
    if (plain.length !== characters.length) edges.push({ at: text.length, shift: copied - text.length })
  }
  text += given.slice(copied)
  return { text, original: ({ start, end }) => given.slice(placeOf(edges, start), placeOf(edges, end)) }
}

function plainOf(characters: string): string {
  const plain = characters.normalize('NFKC')
  if (!isLetterLike.test(characters)) return plain
  return /^\p{L}$/u.test(plain) && /^\p{L}$/u.test(characters) ? plain : characters
}

/** Returns the offset in the original text for an offset in the normalised text. */
function placeOf(edges: { at: number; shift: number }[], offset: number): number {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (edges[middle]!.at <= offset) low = middle + 1
    else high = middle
  }
  return offset + (edges[low - 1]?.shift ?? 0)
}
