/**
 * Whether a text contains a quote, and where.
 *
 * Owns the matching of quotes: no quote, no credit. Pure. Must never match loosely: recruiters see the match as the
 * candidate's own words.
 */
import { denies } from './negation.ts'
import { isPromptInjection } from './prompt-injection.ts'

/** UTF-16 offsets, end exclusive. */
export type Stretch = { start: number; end: number }

/** A text to look up quotes in; the first lookup folds it. */
export type QuotedText = {
  /** The first stretch that is the quote, or null. */
  find(quote: string): Stretch | null
  /** The first stretch that is the quote and that its clause does not deny, or null. */
  findAffirmed(quote: string): Stretch | null
}

/** In UTF-16 units. A recruiter reads a passage at a glance; a page proves anything. */
const quoteLengthMax = 600

/**
 * Fewer letters and digits ("Go", "5") occur in nearly every text and prove nothing, unless they are a whole answer.
 */
const quoteCharactersMin = 3

/** The most occurrences checked of a phrase that a text repeats and denies each time. */
const occurrencesMax = 100

/** The placeholders of a redacted passage. */
const placeholders = /\[\p{Lu}[\p{Lu}\p{N}_ -]*\]/gu

/** Prepares a text for looking up quotes in it. */
export function quotedText(text: string): QuotedText {
  let folded: Folded | undefined
  function* stretches(quote: string): Generator<Stretch> {
    if (!isQuotable(quote, text)) return
    folded ??= fold(text)
    yield* occurrences(text, folded, fold(quote.trim()).units)
  }
  return {
    find: (quote) => stretches(quote).next().value ?? null,
    findAffirmed: (quote) => {
      const places = stretches(quote).take(occurrencesMax)
      return places.find(({ start, end }) => !denies(text, start, end)) ?? null
    },
  }
}

/**
 * The first stretch of `text` that is the quote, ignoring case, runs of white space, kinds of hyphens and dashes, and
 * kinds of quotation marks. It never cuts a word, a number or a character.
 */
export function findQuote(text: string, quote: string): Stretch | null {
  return quotedText(text).find(quote)
}

function isQuotable(quote: string, text: string): boolean {
  if (quote.length > quoteLengthMax) return false
  const said = quote.replace(placeholders, '').match(/[\p{L}\p{N}]/gu)
  const isLong = said !== null && (said.length >= quoteCharactersMin || quote.trim() === text.trim())
  return isLong && !isPromptInjection(quote)
}

// ── folding ─────────────────────────────────────────────────────────────────────────────────────

/** A folded text. Its pieces are few, so most of a text needs no offsets of its own. */
type Folded = { units: string; pieces: Piece[] }
/** The units from `at` on stand for `text.slice(start, end)`: unit by unit (`isPlain`), or all of them for all of it. */
type Piece = Stretch & { at: number; isPlain: boolean }

/** Words with one blank between, in ASCII, which are nearly all of a text; else one character, whose rules take longer. */
const pieceOfText = /([!-~]+(?:[ \n][!-~]+)*)|[^]/gu

const space = /^\s$/u
const hyphens = /^[-‐‑‒–—―−﹘﹣－]$/u
const singleQuotes = /^['‘’‚‛′`´‹›]$/u
const doubleQuotes = /^["“”„‟″«»]$/u
/** Marks where a word may break; readers do not see it, so it is no part of a quote. */
const softHyphen = '\u00AD'

function fold(text: string): Folded {
  const pieces: Piece[] = []
  let units = ''
  let last = '' // looking at the end of `units` would copy it
  for (const { 0: source, 1: words, index: start } of text.matchAll(pieceOfText)) {
    const folded = words === undefined ? foldCharacter(source) : foldWords(words)
    const end = start + source.length
    if (folded === ' ' && last === ' ') pieces.at(-1)!.end = end
    else if (folded !== '') {
      pieces.push({ at: units.length, start, end, isPlain: words !== undefined })
      units += folded
      last = folded
    }
  }
  return { units, pieces }
}

function foldWords(words: string): string {
  return words.replaceAll('\n', ' ').replaceAll('`', "'").toLowerCase()
}

/** Upper case first: it unites what lower case alone keeps apart (ß and ss, σ and ς, ﬁ and fi). */
function foldCharacter(character: string): string {
  if (character === softHyphen) return ''
  if (space.test(character)) return ' '
  if (hyphens.test(character)) return '-'
  if (singleQuotes.test(character)) return "'"
  if (doubleQuotes.test(character)) return '"'
  return character.normalize('NFD').toUpperCase().toLowerCase()
}

/** What the unit at `index` stands for, and whether it is the first and the last unit that does. */
function sourceOf({ units, pieces }: Folded, index: number): Stretch & { isFirst: boolean; isLast: boolean } {
  const [piece, next] = piecesAt(pieces, index)
  const { at, start, end, isPlain } = piece
  if (!isPlain) return { start, end, isFirst: index === at, isLast: index + 1 === (next?.at ?? units.length) }
  const own = start + index - at
  return { start: own, end: own + 1, isFirst: true, isLast: true }
}

/** The piece of a unit, by halving, and the one after it. */
function piecesAt(pieces: Piece[], index: number): [Piece, Piece | undefined] {
  let [low, high] = [0, pieces.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (pieces[middle]!.at <= index) low = middle
    else high = middle - 1
  }
  return [pieces[low]!, pieces[low + 1]]
}

// ── matching ────────────────────────────────────────────────────────────────────────────────────

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function* occurrences(text: string, folded: Folded, pattern: string): Generator<Stretch> {
  let graphemes: Intl.Segments | undefined
  const splitsCharacter = (at: number) => {
    // The segmenter costs more than the whole search, and of ASCII it joins these two alone (UAX #29, GB3).
    if (isAscii(text, at - 1) && isAscii(text, at)) return text.startsWith('\r\n', at - 1)
    graphemes ??= segmenter.segment(text)
    return graphemes.containing(at)?.index !== at
  }
  const cuts = (at: number) => at > 0 && at < text.length && (splitsWord(text, at) || splitsCharacter(at))
  for (const first of matches(folded.units, pattern)) {
    const [begin, end] = [sourceOf(folded, first), sourceOf(folded, first + pattern.length - 1)]
    // Skip a match that begins or ends within the units of one character (the second s of ß).
    if (begin.isFirst && end.isLast && !cuts(begin.start) && !cuts(end.end)) yield { start: begin.start, end: end.end }
  }
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80
}

/**
 * Every offset where `pattern` begins in `text`. Knuth, Morris and Pratt, because the text's author may be hostile and
 * `indexOf` is quadratic on repetitive text (137 ms for one quote in a million letters).
 */
function* matches(text: string, pattern: string): Generator<number> {
  const borders = bordersOf(pattern)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    // Most of a text is passed over by its first letter.
    if (matched === 0) at = text.indexOf(pattern[0]!, at)
    if (at < 0) return
    while (matched > 0 && text[at] !== pattern[matched]) matched = borders[matched - 1] ?? 0
    if (text[at] === pattern[matched]) matched++
    if (matched < pattern.length) continue
    yield at - matched + 1
    matched = borders[matched - 1] ?? 0
  }
}

/** For each prefix of the pattern, the length of its longest proper prefix that also ends it. */
function bordersOf(pattern: string): number[] {
  const borders = [0]
  let length = 0
  for (let at = 1; at < pattern.length; at++) {
    while (length > 0 && pattern[at] !== pattern[length]) length = borders[length - 1] ?? 0
    if (pattern[at] === pattern[length]) length++
    borders.push(length)
  }
  return borders
}

const unspacedScript = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
/** Letters and digits of scripts that put spaces between words; this rule cannot detect a cut in the others. */
const wordCharacter = String.raw`[[\p{L}\p{M}\p{N}_]--[${unspacedScript}]]`
const wordInside = new RegExp(
  [
    `(?<=${wordCharacter})(?=${wordCharacter})`,
    String.raw`(?<=\p{L})(?=[+#]+(?![\p{L}\p{N}]))`, // C is not C++, nor C#
    String.raw`(?<=\p{N}[.,])(?=\p{N})|(?<=\p{N})(?=[.,]\p{N})`, // 5 years are not 1.5 years
  ].join('|'),
  'vy',
)

function splitsWord(text: string, at: number): boolean {
  wordInside.lastIndex = at
  return wordInside.test(text)
}
