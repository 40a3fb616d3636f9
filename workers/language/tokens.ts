/**
 * Splits a text into words, each with its folded form, its stem and its offsets.
 *
 * Placeholders of redacted text (`[NAME]`) are skipped. Every pattern runs in linear time.
 */
import { allLists, wordsOfKind } from './words.ts'
import { compoundParts } from './compounds.ts'
import { fold, stem } from './stems.ts'

export { fold, stem }

/** One word. `start` and `end` are UTF-16 offsets into the text. */
export type Token = { raw: string; text: string; stem: string; start: number; end: number }

// Scripts without spaces between words. Text in them is split into overlapping pairs of characters.
const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\u30FC]'
const wordPattern = new RegExp(
  [
    '\\[[A-Z][A-Z0-9_ ]{0,30}\\]', // matches placeholders, so that they are skipped
    '[cC]\\+\\+|[cCfF]#|\\.(?:NET|Net|net)(?![\\p{L}\\p{N}])', // names that include punctuation
    '(?<![\\p{L}\\p{N}.])(?:\\p{Lu}\\.){2,4}(?![\\p{L}\\p{N}])', // "P.E."
    '(?<![\\p{L}\\p{N}])\\p{Lu}{1,2}&\\p{Lu}{1,2}(?![\\p{L}\\p{N}])', // "GD&T", "P&L"
    `(?<unspaced>${unspaced}+)`,
    `[[\\p{L}\\p{N}]--${unspaced}][[\\p{L}\\p{N}\\p{M}]--${unspaced}]*(?:['’]\\p{L}{1,2}(?!\\p{L}))?`,
  ].join('|'),
  'gv',
)

/** Returns all words in a text, in order. The parts of a German compound have the compound's offsets. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(wordPattern)) {
    const [raw] = match
    if (raw.startsWith('[')) continue
    if (match.groups?.unspaced) tokens.push(...pairs(raw, match.index))
    else tokens.push(...partsOfCompound(token(raw, match.index)))
  }
  return tokens
}

/**
 * Returns the key for an abbreviation of two to four capitals, which is compared with its case: "ACE" is not "ace".
 * Returns null for any other word.
 */
export function abbreviationKey(raw: string): string | null {
  const letters = /^(\p{Lu}{2,4})s?$/u.exec(raw.replaceAll('.', ''))?.[1]
  return letters === undefined ? null : `=${letters}`
}

function token(raw: string, start: number): Token {
  const text = fold(/^(?:\p{Lu}\.){2,}$/u.test(raw) ? raw.replaceAll('.', '') : raw)
  const one = /^\p{Lu}{2,5}s$/u.test(raw) ? text.slice(0, -1) : text // "PLCs"
  return { raw, text, stem: stem(one), start, end: start + raw.length }
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

/** Returns the parts of a German compound, each with the compound's offsets. */
function partsOfCompound(whole: Token): Token[] {
  const parts = compoundParts(whole.text)
  // Capitals inside a word belong to a name: "JavaScript".
  if (parts.length === 1 || !/^\p{L}\p{Ll}+$/u.test(whole.raw)) return [whole]
  return parts.map((part) => ({ ...whole, raw: part, text: part, stem: stem(part) }))
}

const english = ['en']
// Words in other languages are compared without stemming, because English words may have the same stems.
const others = [...allLists.keys()].filter((language) => language !== 'en')
const stemsOf = (kind: string): Set<string> => new Set(wordsOfKind(kind, english).map((word) => stem(fold(word))))
const textsOf = (kind: string, languages?: string[]): Set<string> => new Set(wordsOfKind(kind, languages).map(fold))
const functionTexts = textsOf('function')
const fillerTexts = textsOf('filler', others)
const fillerStems = stemsOf('filler')
const genericTexts = textsOf('generic', others)
const genericStems = stemsOf('generic')

/** Returns whether a word says something about a person's work. Small numbers and single letters do not. */
export function isContent(token: Token): boolean {
  return (
    !isRequestWord(token) && !/^(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]|\d{1,2})$/u.test(token.text)
  )
}

/** Returns whether most resumes contain the word. */
export function isGeneric({ text, stem }: Pick<Token, 'text' | 'stem'>): boolean {
  return genericStems.has(stem) || genericTexts.has(text)
}

/** Returns whether a word is a function word, or only says that something is required, not what. */
export function isRequestWord(token: Token): boolean {
  return isFunctionWord(token) || fillerStems.has(token.stem) || fillerTexts.has(token.text)
}

/** Returns whether a word is a function word. */
export function isFunctionWord(token: Token): boolean {
  return functionTexts.has(token.text)
}
