/**
 * Finds a quote in a text.
 *
 * Pure. Returns passages of the text itself, which recruiters see instead of the engine's copy. The copy may therefore
 * differ in punctuation and spaces, but not in its words.
 */
import { resumeSectionOf } from '../language/headings.ts'
import { fold, type Folded } from './folding.ts'
import { denies } from './negation.ts'
import { matches, prefixesIn } from './occurrences.ts'
import { isOnlyAnOrder } from './prompt-injection.ts'
import { joinsWords, splitsWord, withMarks, wordsOf, type Stretch } from './word-edges.ts'

export type { Stretch }

/** The reasons why a quote is refused. */
export type Refusal = 'NOT_FOUND' | 'TOO_LONG' | 'TOO_SHORT' | 'HEADING' | 'ORDER'

/**
 * The passages of which a quote consists, in the quote's order. `isDenied` means that the words around each of them
 * deny it.
 */
export type Lookup = { passages: Stretch[]; isDenied: boolean } | { refusal: Refusal }

/** A text in which quotes are looked up. It is folded on the first lookup. */
export type QuotedText = {
  /** The original text, which contains the passages. */
  text: string
  lookUp(quote: string): Lookup
}

/**
 * In UTF-16 units. A recruiter should be able to read a passage quickly, and a quote of a whole page would support
 * every criterion.
 */
export const quoteLengthMax = 600

/**
 * A shorter quote, such as "Go" or "5", is accepted only if it is a complete answer or line, because nearly every text
 * contains it.
 */
const quoteCharactersMin = 3

/** A phrase that a text repeats is checked for denial at this many places at most. */
const occurrencesMax = 100

/** A quote with at least this many words may begin or end within two words that a PDF has joined: "oldI have". */
const gluedWordsMin = 4
/** If a quote joins two passages without a mark between them, each must have at least this many words. */
const joinedWordsMin = 4
/** The same minimum if the quote has a punctuation mark between the passages. */
const markedWordsMin = 2

/** The placeholders for redacted passages. */
const placeholders = /\[\p{Lu}[\p{Lu}\p{N}_ -]*\]/gu
/**
 * The marks with which an engine shows an omission or a new line, including line breaks that are escaped as in JSON.
 */
const gaps = /\s*\[?\s*(?:…|\.{3,})\s*\]?\s*|\s*(?:\r?\n|\\r|\\n)\s*/gu
/** Escapes that an engine wrote into a quote and that are not part of the passage. */
const escapes = /\\(?:[nrt]|u[\da-f]{4})/giu
const strongMark = /[.:;!?|/•·▪–—\n,]/u

/** Returns an object that looks up quotes in a text. */
export function quotedText(text: string): QuotedText {
  let folded: Folded | undefined
  return {
    text,
    lookUp(quote) {
      if (quote.trim().length > quoteLengthMax) return { refusal: 'TOO_LONG' }
      const said = quote.replace(placeholders, '').match(/[\p{L}\p{N}]/gu)?.length ?? 0
      const isWhole = said > 0 && quote.trim() === text.trim()
      if (said === 0 || (said < quoteCharactersMin && !isWhole && !isLine(text, quote))) return { refusal: 'TOO_SHORT' }
      folded ??= fold(text)
      const passages = passagesOf({ text, folded }, quote)
      if (passages === null) return { refusal: 'NOT_FOUND' }
      if (isOnlyAnOrder(quote)) return { refusal: 'ORDER' }
      if (!isWhole && passages.every((passage) => isHeading(text, passage))) return { refusal: 'HEADING' }
      return {
        passages: passages.map(({ start, end }) => ({ start, end })),
        isDenied: passages.every(({ isDenied }) => isDenied),
      }
    },
  }
}

const isLine = (text: string, quote: string): boolean => text.split('\n').some((line) => line.trim() === quote.trim())
const isHeading = (text: string, { start, end }: Stretch): boolean => resumeSectionOf(text.slice(start, end)) !== null

// ── passages ───────────────────────────────────────────────────────────────────────────────────────

type Source = { text: string; folded: Folded }
type Passage = Stretch & { isDenied: boolean }

/**
 * Returns the passage that equals the quote or, if there is none, the passages that the quote joins, with or without a
 * mark between them. Returns null if one of them is not in the text.
 */
function passagesOf(source: Source, quote: string): Passage[] | null {
  const whole = passageOf(source, quote) ?? passageOf(source, quote.replace(escapes, ' '))
  if (whole !== null) return [whole]
  const parts = quote.split(gaps).filter((part) => (part.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= quoteCharactersMin)
  if (parts.length < 2) return parts.length === 1 ? partOf(source, parts[0]!) : null
  const found = parts.map((part) => partOf(source, part))
  return found.every((passages) => passages !== null) ? found.flat() : null
}

function partOf(source: Source, part: string): Passage[] | null {
  const whole = passageOf(source, part)
  return whole === null ? joinedOf(source, part) : [whole]
}

/**
 * Returns the first occurrence of the quote that is not denied by the words around it. If all are denied, returns the
 * first one.
 */
function passageOf({ text, folded }: Source, quote: string): Passage | null {
  const pattern = fold(quote).units
  if (pattern === '') return null
  const mayBeGlued = () => wordsOf(quote).length >= gluedWordsMin
  let first: Passage | null = null
  let checked = 0
  for (const at of matches(folded.units, pattern)) {
    const bare = stretchOf(text, folded, at, pattern.length, mayBeGlued)
    if (bare === null) continue
    const stretch = withMarks(text, bare, quote)
    const passage = { ...stretch, isDenied: denies(text, stretch.start, stretch.end) }
    if (!passage.isDenied) return passage
    first ??= passage
    checked += 1
    if (checked === occurrencesMax) break
  }
  return first
}

/**
 * Returns the span of text that was folded to these units; null if the span would cut a word, a number or a character.
 */
function stretchOf(
  text: string,
  { units, starts }: Folded,
  at: number,
  length: number,
  mayBeGlued: () => boolean,
): Stretch | null {
  const last = at + length - 1
  // A match that begins or ends within the units of one character (the second s of ß) would cut that character.
  if (at > 0 && starts[at - 1] === starts[at]) return null
  if (last + 1 < units.length && starts[last + 1] === starts[last]) return null
  const start = starts[at]!
  const end = starts[last]! + String.fromCodePoint(text.codePointAt(starts[last]!)!).length
  const cuts = (edge: number) => splitsWord(text, edge) && !(joinsWords(text, edge) && mayBeGlued())
  return cuts(start) || cuts(end) ? null : { start, end }
}

/** Returns the two passages that a quote joins without a mark between them, or null. */
function joinedOf(source: Source, quote: string): Passage[] | null {
  const words = wordsOf(quote)
  if (words.length < 2 * markedWordsMin) return null
  const { text, folded } = source
  const pattern = fold(quote)
  // The index of each word, by the unit of the folded quote at which the word begins.
  const wordAt = new Map(words.map(({ start }, index) => [pattern.starts.indexOf(start), index]))
  const { units } = pattern
  const isAlone = (at: number, length: number) => stretchOf(text, folded, at, length, () => false) !== null
  const heads = prefixesIn(folded.units, units, (length, at) => {
    return wordAt.has(units[length] === ' ' ? length + 1 : length) && isAlone(at, length)
  })
  if (heads.size === 0) return null
  const size = folded.units.length
  const tails = prefixesIn(reversed(folded.units), reversed(units), (length, at) => {
    return wordAt.has(units.length - length) && isAlone(size - at - length, length)
  })
  for (const length of [...heads.keys()].sort((one, other) => other - one)) {
    const from = units[length] === ' ' ? length + 1 : length
    if (!tails.has(units.length - from)) continue
    const index = wordAt.get(from)!
    const between = quote.slice(words[index - 1]!.end, words[index]!.start)
    const wordsMin = strongMark.test(between) ? markedWordsMin : joinedWordsMin
    if (index < wordsMin || words.length - index < wordsMin) continue
    const split = words[index]!.start
    const parts = [quote.slice(0, split), quote.slice(split)].map((part) => passageOf(source, part))
    if (parts.every((part) => part !== null)) return parts
  }
  return null
}

const reversed = (text: string): string => text.split('').reverse().join('')
