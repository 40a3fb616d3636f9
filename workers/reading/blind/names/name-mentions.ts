/**
 * Finds more mentions of a known name in a text: in full, reversed, abbreviated, in headers and in file names.
 *
 * Pure. A name that is also an everyday word is matched only as part of the full name. Otherwise, text that matters for
 * scoring would be replaced.
 */
import { findAll, type Mention } from '../mentions.ts'
import { isFullWord, isNever } from './name-word-forms.ts'
import { companyWords, everydayNames, neverNames, nameParticles } from '../name-words.ts'
import { type PersonName, toName } from './person.ts'

/**
 * Returns a name as written in an e-mail header, including 'Schneider, Maria'. Returns null if it is not a person's
 * name, such as a team or an address.
 */
export function toPersonName(written: string): PersonName | null {
  const words = written
    .replace(/(.+), *(.+)/, '$2 $1')
    .trim()
    .split(/\s+/)
  const isName =
    words.length <= 6 &&
    words.every((word) => /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*$/u.test(word) || nameParticles.has(word))
  const isOther = words.some((word) => neverNames.has(word.toLowerCase()))
  return isName && !isOther && words.filter(isFullWord).length > 1 ? toName(words) : null
}

/** Titles such as 'Mr'. They reveal a gender, and show that a following everyday word is a name. */
const formOfAddress = '(?:Mr|Mrs|Ms|Miss|Mx)\\.?\\s+'
/**
 * Separators between the words of a name: 'Doe, Jane', 'Jane_Doe.pdf', 'K.Jane', 'Jane (Jo) Doe', `\\name{Jane}{Doe}`.
 */
const gap = '[\\s.,_()"{}\'!-]{0,3}'

/** The parenthesis after a nickname at the end: 'Jane Doe (Jo)'. */
const closing = '(?:(?<=\\([^()\\n]{1,20})\\))?'

/** Returns only mentions of the full name, because a single word of it may belong to another person's name. */
export function findInFull(text: string, { words }: PersonName): Mention[] {
  return findWhole(text, [words, words.toReversed()].map(inSequence), 'i')
}

/**
 * Returns every mention of the name: in full, in any order, with initials, after a title such as 'Mr', and each part
 * alone.
 */
export function findMentions(text: string, { words, given, family }: PersonName): Mention[] {
  if (unspaced.test(words[0]!)) return findAll(text, new RegExp(words.map(escape).join('\\s?'), 'gu'), 'NAME')
  const full = words.filter(isFullWord).map(bare)
  const part = `(?:${full.map(escape).join('|')})`
  const particle = words.findIndex((word) => nameParticles.has(word.toLowerCase()))
  const forms = [
    `${inSequence(words)}${closing}`,
    ...(particle > 0 ? [inSequence(words.slice(particle))] : []),
    `(?:${initial}\\s?){0,3}${part}(?:${gap}(?:${initial}\\s?)?${part})+`,
    `${initial}\\s?${literal(family)}`,
    `${literal(family)},?\\s${initial}`,
    `${formOfAddress}${part}`,
    [...given].map(escape).join(' ') + '\\s+' + [...family].map(escape).join(' '),
  ]
  // A name of one word that is also an everyday word is a mention only if it is capitalised.
  const isWordToo = words.length === 1 && everydayNames.has(words[0]!.toLowerCase())
  const inFull = isWordToo
    ? findWhole(text, [`(?:${formOfAddress})?(?:${spellings(words[0]!).join('|')})`], '', notCompany)
    : findWhole(text, [`(?:${formOfAddress})?(?:${forms.join('|')})`], 'i')
  // Without a capital, a part of the name cannot be distinguished from an ordinary word.
  const alone = full.filter(
    (word) => word.length > 2 && /\p{Lu}/u.test(word) && !everydayNames.has(word.toLowerCase()) && !isNever(word),
  )
  const written = new Set(alone.flatMap(spellings))
  return written.size === 0 ? inFull : [...inFull, ...findWhole(text, [...written], '', notCompany)]
}

const unspaced = /^[\p{Script=Han}\p{Script=Hangul}]+$/u

/**
 * Character classes for letters and marks, for use after `plainSeparators`. They replace Unicode classes. Each name
 * needs its own patterns, and compiling Unicode classes takes longer than searching the text: 11 ms of CPU per resume
 * instead of 3 (measured).
 */
const letters = 'A-Za-z\\x80-\\u2018\\u201a-\\u{10ffff}'
const letter = `[${letters}]`
const initial = `${letter}\\.`

/** 'Schneider Electric' is an employer, not the candidate. */
const notCompany = `(?! (?:& )?(?:${[...companyWords].map(capitalise).join('|')}|AG|KG|SE|LLC|LLP|GmbH|SA|AB|NV|BV)(?!${letter}))`

function inSequence(words: readonly string[]): string {
  return words.map(literal).join(gap)
}

/** Returns a pattern for the word with or without its final full stop. */
function literal(word: string): string {
  return word.endsWith('.') || word.length === 1 ? `${escape(bare(word))}\\.?` : escape(word)
}

function bare(word: string): string {
  return word.replace(/\.$/, '')
}

/** Returns the matches of the patterns that are not part of a longer word. `flags` is `i` to ignore case. */
function findWhole(text: string, forms: string[], flags: 'i' | '', after = ''): Mention[] {
  const outside = `[0-9${letters}]`
  const pattern = `(?<!${outside})(?:${forms.join('|')})(?!${outside})${after}`
  return findAll(plainSeparators(text), new RegExp(pattern, `g${flags}u`), 'NAME')
}

/**
 * Returns the text at its original length, in which all characters outside ASCII are replaced, except letters, marks,
 * digits and ’.
 */
function plainSeparators(text: string): string {
  return text.replace(/[^\0-\x7f\p{L}\p{M}\p{N}’]/gu, (found) => (/\s/.test(found) ? ' ' : '!').repeat(found.length))
}

/**
 * Returns the spellings of a word of the name: as found, in capitals, and capitalised, because 'al-Zahra' may also
 * appear as 'Al-Zahra' or 'AL-ZAHRA'.
 */
function spellings(word: string): string[] {
  const [capitals, name] = [word.toUpperCase(), capitalise(word)]
  const particleFirst = name.replace(/^\p{L}{1,2}(?=['’-])/u, (particle) => particle.toLowerCase())
  const firstOnly = name.replace(/(?<=[-'’]).+/u, (rest) => rest.toLowerCase())
  return [word, capitals, name, particleFirst, firstOnly].map(escape)
}

function capitalise(word: string): string {
  return word.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

/**
 * Returns regex source for the word. Treats the two Turkish letters i as equal, because programs often capitalise them
 * by the rules of another language.
 */
function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[iıIİ]/g, '[iıIİ]')
}
