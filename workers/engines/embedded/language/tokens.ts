/**
 * Splits a text into comparable words: folded, stemmed, with their offsets.
 *
 * Owns tokens and stems; knows nothing of skills, resumes or verdicts. The placeholders of redacted text (`[NAME]`) are
 * not words. Every pattern is linear in the length of the text.
 */
import { fillerWords, functionWords, genericWords } from './stop-words.ts'

/** One word; `start` and `end` are UTF-16 offsets in the text that it was read from. */
export type Token = { raw: string; text: string; stem: string; start: number; end: number }

// Scripts that put no blanks between words, read as overlapping pairs of characters.
const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\u30FC]'
const wordPattern = new RegExp(
  [
    '\\[[A-Z][A-Z0-9_ ]{0,30}\\]', // a placeholder, skipped
    '[cC]\\+\\+|[cCfF]#|\\.(?:NET|Net|net)(?![\\p{L}\\p{N}])', // names that include punctuation
    '(?<![\\p{L}\\p{N}.])(?:\\p{Lu}\\.){2,4}(?![\\p{L}\\p{N}])', // "P.E."
    '(?<![\\p{L}\\p{N}])\\p{Lu}{1,2}&\\p{Lu}{1,2}(?![\\p{L}\\p{N}])', // "GD&T", "P&L"
    `(?<unspaced>${unspaced}+)`,
    `[[\\p{L}\\p{N}]--${unspaced}][[\\p{L}\\p{N}\\p{M}]--${unspaced}]*(?:['’]\\p{L}{1,2}(?!\\p{L}))?`,
  ].join('|'),
  'gv',
)

/** The text without case, width, accents and apostrophes, for comparing and never for display. */
export function fold(text: string): string {
  if (ascii.test(text)) return withoutApostrophes(text.toLowerCase())
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return withoutApostrophes(plain.replace(/ß/g, 'ss'))
}

/** Most words, which have no accents to take off. */
const ascii = /^[\0-\x7f]*$/

function withoutApostrophes(text: string): string {
  return /['’]/.test(text) ? text.replace(/['’]s\b/g, '').replace(/['’]/g, '') : text
}

/** All words of a text, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(wordPattern)) {
    const [raw] = match
    if (raw.startsWith('[')) continue
    if (match.groups?.unspaced) tokens.push(...pairs(raw, match.index))
    else tokens.push(token(raw, match.index))
  }
  return tokens
}

/**
 * The key of an abbreviation of two to four capitals, which keeps its case: "ACE" is not "ace". Null for any other
 * word.
 */
export function abbreviationKey(raw: string): string | null {
  const letters = /^(\p{Lu}{2,4})s?$/u.exec(raw.replaceAll('.', ''))?.[1]
  return letters === undefined ? null : `=${letters}`
}

function token(raw: string, start: number): Token {
  const text = fold(/^(?:\p{Lu}\.){2,}$/u.test(raw) ? raw.replaceAll('.', '') : raw)
  return { raw, text, stem: stem(text), start, end: start + raw.length }
}

function pairs(run: string, start: number): Token[] {
  const characters = [...run]
  if (characters.length < 2) return [token(run, start)]
  let at = start
  return characters.slice(1).map((next, index) => {
    const first = characters[index]!
    const pair = token(first + next, at)
    at += first.length
    return pair
  })
}

// A stem, and the words whose forms the suffixes would not unite, or would unite wrongly.
const irregularStems = new Map(
  `
    lead: led; build: built; sale: sold sell seller selling sales; teach: taught; writ: wrote written; run: ran;
    grow: grew; driv: drove driven; hold: held; overse: oversaw; speak: spoke spoken; pay: paid;
    payment: payment payments; win: won; keep: kept; people: people; staff: staff; child: children; data: data;
    business: business; hospitality: hospitality; internal: internal; customer: customer customers;
    server: server servers; officer: officer; news: news; series: series; thesis: thesis`
    .trim()
    .split(/;\s+/)
    .flatMap((line) => {
      const [stem = '', words = ''] = line.split(': ')
      return words.split(' ').map((word): [string, string] => [word, stem])
    }),
)

// Beginnings that have one meaning with every ending.
const families = `
  administ analy authori certif communic document licen manufactur
  negoti optimi organi pharmac qualif reconcil superv`
  .trim()
  .split(/\s+/)

const suffixes = `
  ization isation ability ibility ation ition ement ment ness ship ance ence ical ally heit keit ing ion
  ive ant ent ity ist ism ful ung ic al ly er or ed en y`
  .trim()
  .split(/\s+/)
const suffixesByLetter = Map.groupBy(suffixes, (suffix) => suffix.at(-1)!)
const stemLengthMin = 4 // shorter remains ("car" of "care") unite unrelated words

/** The part of a folded word that its forms share; for comparing, not for reading. */
export function stem(word: string): string {
  const irregular = irregularStems.get(word)
  if (irregular) return irregular
  if (word.length < 4 || /\d/.test(word)) return word
  const family = families.find((beginning) => word.startsWith(beginning))
  if (family) return family
  return undouble(withoutEnding(withoutSuffixes(singular(word))))
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

function withoutSuffixes(word: string): string {
  const suffix = suffixesByLetter
    .get(word.at(-1)!)
    ?.find((ending) => word.endsWith(ending) && word.length - ending.length >= stemLengthMin)
  return suffix ? withoutSuffixes(word.slice(0, -suffix.length)) : word
}

const withoutEnding = (word: string): string =>
  word.endsWith('e') && word.length > stemLengthMin ? word.slice(0, -1) : word

const undouble = (word: string): string => (/([b-df-hj-np-tv-z])\1$/.test(word) ? word.slice(0, -1) : word)

const stems = (words: string[]): Set<string> => new Set(words.map((word) => stem(fold(word))))
const functionTexts = new Set(functionWords)
const fillerStems = stems(fillerWords)
const genericStems = stems(genericWords)

/** True for a word that says something about a person's work. Small numbers and single letters do not. */
export function isContent(token: Token): boolean {
  if (functionTexts.has(token.text) || fillerStems.has(token.stem)) return false
  return !/^(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]|\d{1,2})$/u.test(token.text)
}

/** True for a word that most resumes contain. */
export function isGeneric(token: Token): boolean {
  return genericStems.has(token.stem)
}

/** True for a function word, or one that says that something is asked for and not what. */
export function isRequestWord(token: Token): boolean {
  return functionTexts.has(token.text) || fillerStems.has(token.stem)
}

/** True for a function word. */
export function isFunctionWord(token: Token): boolean {
  return functionTexts.has(token.text)
}
