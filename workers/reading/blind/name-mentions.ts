/**
 * Finds a known name again in a text: in full, turned round, shortened, in headers and in the names of files.
 *
 * Pure. A name that is also an everyday word is only matched in full, since the words around it are what gets scored.
 */
import { findAll, type Mention } from './mentions.ts'
import { isFullWord } from './name-lines.ts'
import { companyWords, everydayNames, neverNames, nameParticles } from './name-words.ts'
import { type PersonName, toName } from './person-name.ts'

/** A name as a mail's header has it: 'Schneider, Maria' too. Null for teams, addresses and the like. */
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

/** It tells a gender, and makes a name of an everyday word. */
const formOfAddress = '(?:Mr|Mrs|Ms|Miss|Mx)\\.?\\s+'
/** Between the words of a name: 'Doe, Jane', 'Jane_Doe.pdf', 'K.Jane', 'Jane (Jo) Doe', `\\name{Jane}{Doe}`. */
const gap = '[\\s.,_()"{}\'!-]{0,3}'

/** Of a nickname in parentheses at the end: 'Jane Doe (Jo)'. */
const closing = '(?:(?<=\\([^()\\n]{1,20})\\))?'

/** Mentions of the name in full: its parts may be words of others. */
export function findInFull(text: string, { words }: PersonName): Mention[] {
  return findWhole(text, [words, words.toReversed()].map(inSequence), 'i')
}

/** Every mention of the name: in full, in any order, with initials, after a form of address, and each part on its own. */
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
    `${formOfAddress}${part}`,
    [...given].map(escape).join(' ') + '\\s+' + [...family].map(escape).join(' '),
  ]
  // A single name that is an everyday word is none in small letters.
  const isWordToo = words.length === 1 && everydayNames.has(words[0]!.toLowerCase())
  const inFull = isWordToo
    ? findWhole(text, [`(?:${formOfAddress})?(?:${spellings(words[0]!).join('|')})`], '', notCompany)
    : findWhole(text, [`(?:${formOfAddress})?(?:${forms.join('|')})`], 'i')
  // A script without capitals does not tell a name from a word.
  const alone = full.filter((word) => word.length > 2 && /\p{Lu}/u.test(word) && !everydayNames.has(word.toLowerCase()))
  const written = new Set(alone.flatMap(spellings))
  return written.size === 0 ? inFull : [...inFull, ...findWhole(text, [...written], '', notCompany)]
}

const unspaced = /^[\p{Script=Han}\p{Script=Hangul}]+$/u

/**
 * Letters and marks, in a text with plain separators. Each name makes patterns of its own, and the classes of Unicode in
 * them cost more to compile than the text costs to search: 11 ms of CPU a resume, 3 without them (measured).
 */
const letters = 'A-Za-z\\x80-\\u2018\\u201a-\\u{10ffff}'
const letter = `[${letters}]`
const initial = `${letter}\\.`

/** 'Schneider Electric' employs the candidate; it does not name one. */
const notCompany = `(?! (?:& )?(?:${[...companyWords].map(capitalise).join('|')}|AG|KG|SE|LLC|LLP|GmbH|SA|AB|NV|BV)(?!${letter}))`

function inSequence(words: readonly string[]): string {
  return words.map(literal).join(gap)
}

/** The word with or without the point that ends it. */
function literal(word: string): string {
  return word.endsWith('.') || word.length === 1 ? `${escape(bare(word))}\\.?` : escape(word)
}

function bare(word: string): string {
  return word.replace(/\.$/, '')
}

/** Mentions that are no part of a longer word. `flags`: `i` where capitals do not matter. */
function findWhole(text: string, forms: string[], flags: 'i' | '', after = ''): Mention[] {
  const outside = `[0-9${letters}]`
  const pattern = `(?<!${outside})(?:${forms.join('|')})(?!${outside})${after}`
  return findAll(plainSeparators(text), new RegExp(pattern, `g${flags}u`), 'NAME')
}

/** The text, as long as it was, where only letters, marks, digits and ’ are beyond ASCII. */
function plainSeparators(text: string): string {
  return text.replace(/[^\0-\x7f\p{L}\p{M}\p{N}’]/gu, (found) => (/\s/.test(found) ? ' ' : '!').repeat(found.length))
}

/** A word as found, in capitals, and as a name: capitals do not tell 'al-Zahra' from 'Al-Zahra', nor 'Yılmaz' from 'Yilmaz'. */
function spellings(word: string): string[] {
  const [capitals, name] = [word.toUpperCase(), capitalise(word)]
  const particleFirst = name.replace(/^\p{L}{1,2}(?=['’-])/u, (particle) => particle.toLowerCase())
  const firstOnly = name.replace(/(?<=[-'’]).+/u, (rest) => rest.toLowerCase())
  return [word, capitals, name, particleFirst, firstOnly].map(escape)
}

function capitalise(word: string): string {
  return word.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

/** The word as a pattern; Turkish has two letters i, and capitals of others hide which. */
function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[iıIİ]/g, '[iıIİ]')
}
