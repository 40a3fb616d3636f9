/**
 * The words that the built-in engine and the checks know, from `words/`, which has a file for each language with one
 * phrase per line.
 *
 * `== kind` opens a list. In a phrase, `*` after a letter stands for the rest of a word, `{kind}` for any phrase of
 * another list, and regular expressions are allowed. Lines that begin with `#` are comments.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The languages, in addition to English, that the built-in engine covers. */
export const otherLanguages = ['de', 'fr', 'es'] as const

type Lists = ReadonlyMap<string, string[]>

const read = readLists(join(import.meta.dirname, 'words'))
/**
 * The lists of each language, by its code. English comes first: of two phrases that begin together, a pattern finds the
 * earlier one.
 */
export const allLists: ReadonlyMap<string, Lists> = new Map([['en', read.get('en')!], ...read])

/** Returns the phrases of each kind, by language, from a folder with a file of words per language. */
export function readLists(folder: string): ReadonlyMap<string, Lists> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))
  return new Map(
    files.sort().map((file) => [basename(file, '.txt'), listsIn(readFileSync(join(folder, file), 'utf8'))]),
  )
}

/** Returns the phrases of each kind in the text of a file of words. */
function listsIn(text: string): Lists {
  const lists = text
    .replace(/^#.*\n/gm, '')
    .split(/^== /m)
    .slice(1)
  return new Map(
    lists.map((list) => {
      const [kind = '', ...lines] = list.trim().split('\n')
      return [kind, lines.filter(Boolean)]
    }),
  )
}

/** The lines of one kind, of all languages or of some. */
export function linesOf(kind: string, some: Iterable<string> = allLists.keys()): string[] {
  return Array.from(some).flatMap((language) => allLists.get(language)?.get(kind) ?? [])
}

/** The single words of one kind. */
export function wordsOfKind(kind: string): string[] {
  return linesOf(kind).flatMap((line) => line.split(' '))
}

/** Lines such as "care: pflege pfleger": the words that follow each name. */
export function entriesOf(kind: string, languages?: Iterable<string>): [name: string, words: string[]][] {
  return linesOf(kind, languages).map((line) => {
    const [name = '', words = ''] = line.split(': ')
    return [name, words.split(' ')]
  })
}

// ── patterns ────────────────────────────────────────────────────────────────────────────────────

/** Returns the source of a pattern for any phrase of a kind, regardless of the text around the phrase. */
export function alternativesOf(kind: string, languages?: Iterable<string>): string {
  return `(?:${linesOf(kind, languages).map(patternOf).join('|')})`
}

/** Returns the source of a pattern for one phrase. */
export function patternOf(phrase: string): string {
  return phrase
    .replace(/\{([a-z][a-z ]*)\}/g, (_, kind: string) => alternativesOf(kind))
    .replace(/(?<=\p{L})(?<!\\\p{L})\*/gu, '\\p{L}*')
}

/** Returns the source of a pattern that finds those matches of another pattern that are whole words. */
export function asWords(source: string): string {
  return String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`
}

/** Returns the source of a pattern that finds any phrase of a kind as whole words. */
export function sourceOf(kind: string): string {
  return asWords(alternativesOf(kind))
}

/** Returns a pattern that finds any phrase of a kind as whole words, in any case. */
export function phrasesOf(kind: string): RegExp {
  return new RegExp(sourceOf(kind), 'iu')
}

/** Returns a pattern that finds any phrase of a kind at the beginning of a text, after any marks. */
export function openingPhrasesOf(kind: string): RegExp {
  return startingWith(alternativesOf(kind))
}

/** Returns a pattern that finds a match of another pattern at the beginning of a text, after any marks. */
export function startingWith(source: string): RegExp {
  return new RegExp(String.raw`^[^\p{L}\p{N}]*${asWords(source)}`, 'iu')
}
