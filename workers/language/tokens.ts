/**
 * Splits a text into comparable words: folded, stemmed, with their offsets.
 *
 * Knows nothing about skills, resumes or verdicts. The placeholders of redacted text (`[NAME]`) are not words. Every
 * pattern is linear in the length of the text.
 */
import snowball from 'snowball-stemmers'
import { fillerWords, functionWords, genericWords } from './stop-words.ts'
import { ownWords, synonyms } from './synonyms.ts'

/** One word; `start` and `end` are UTF-16 offsets in the text that it was read from. */
export type Token = { raw: string; text: string; stem: string; start: number; end: number }

// Scripts without spaces between words, read as overlapping pairs of characters.
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

/** Returns the text without case, width, accents and apostrophes, for comparison only. */
export function fold(text: string): string {
  if (ascii.test(text)) return withoutApostrophes(text.toLowerCase())
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return withoutApostrophes(plain.replace(/ß/g, 'ss'))
}

/** Most words, which have no accents to remove. */
const ascii = /^[\0-\x7f]*$/

function withoutApostrophes(text: string): string {
  return /['’]/.test(text) ? text.replace(/['’]s\b/g, '').replace(/['’]/g, '') : text
}

/** Returns all words of a text, in order. */
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
 * Returns the key of an abbreviation of two to four capitals, which keeps its case: "ACE" is not "ace". Null for any
 * other word.
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

// Word beginnings that have one meaning with every ending.
const families = `
  administ analy authori certif communic document licen manufactur
  negoti optimi organi pharmac qualif reconcil superv`
  .trim()
  .split(/\s+/)

const english = snowball.newStemmer('english')
/**
 * The words of resumes, which repeat. Not an LRU cache, which moves an entry on each use: 5 % of the time to judge a
 * resume.
 */
const known = new Map<string, string>()
/** A malicious resume can only empty the map. */
const knownMax = 20_000

/** Returns the part of a folded word that its forms and its synonyms share; for comparison only. */
export function stem(word: string): string {
  const remembered = known.get(word)
  if (remembered !== undefined) return remembered
  if (known.size >= knownMax) known.clear()
  const head = headOf(word)
  known.set(word, head)
  return head
}

/** The stem of the word that stands for each word and each stem of the synonyms. */
const heads = new Map(ownWords.flatMap((word) => [word, `${word}s`].map((form): [string, string] => [form, word])))
for (const group of synonyms) {
  for (const key of group.flatMap((word) => [word, stemmed(word)])) {
    if (!heads.has(key)) heads.set(key, stemmed(group[0]!))
  }
}

function headOf(word: string): string {
  const own = stemmed(word)
  return heads.get(word) ?? heads.get(own) ?? own
}

function stemmed(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  return families.find((beginning) => word.startsWith(beginning)) ?? english.stem(word)
}

const stems = (words: string[]): Set<string> => new Set(words.map((word) => stem(fold(word))))
const functionTexts = new Set(functionWords)
const fillerStems = stems(fillerWords)
const genericStems = stems(genericWords)

/** Returns whether a word says something about a person's work. Small numbers and single letters do not. */
export function isContent(token: Token): boolean {
  return (
    !isRequestWord(token) && !/^(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]|\d{1,2})$/u.test(token.text)
  )
}

/** Returns whether most resumes contain the word. */
export function isGeneric({ stem }: Pick<Token, 'stem'>): boolean {
  return genericStems.has(stem)
}

/** Returns whether a word is a function word, or one that says that something is required and not what. */
export function isRequestWord(token: Token): boolean {
  return isFunctionWord(token) || fillerStems.has(token.stem)
}

/** Returns whether a word is a function word. */
export function isFunctionWord(token: Token): boolean {
  return functionTexts.has(token.text)
}
