/**
 * Loads the words of the built-in engine and the checks from `words/`, which has a file per language with one phrase
 * per line.
 *
 * `== kind` opens a list. In a phrase, `*` after a letter matches the rest of a word, `{kind}` matches any phrase in
 * another list, and regular expressions are allowed. Lines that begin with `#` are comments.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The languages other than English that the built-in engine supports. */
export const otherLanguages = ['de', 'fr', 'es'] as const

type Lists = ReadonlyMap<string, string[]>

const read = readLists(join(import.meta.dirname, 'words'))
/**
 * Each language's lists, by language code. English comes first, because a pattern matches the first of two alternatives
 * that start at the same position.
 */
export const allLists: ReadonlyMap<string, Lists> = new Map([['en', read.get('en')!], ...read])

/** Returns the phrases for each kind and language, from a folder with one file per language. */
export function readLists(folder: string): ReadonlyMap<string, Lists> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))
  return new Map(
    files.sort().map((file) => [basename(file, '.txt'), listsIn(readFileSync(join(folder, file), 'utf8'))]),
  )
}

/** Returns the phrases for each kind in a file's text. */
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

/** Returns the lines for one kind, in all languages or in some. */
export function linesOf(kind: string, some: Iterable<string> = allLists.keys()): string[] {
  return Array.from(some).flatMap((language) => allLists.get(language)?.get(kind) ?? [])
}

/** Returns the single words for one kind, in all languages or in some. */
export function wordsOfKind(kind: string, languages?: Iterable<string>): string[] {
  return linesOf(kind, languages).flatMap((line) => line.split(' '))
}

/** Returns, for lines such as "care: pflege pfleger", each name and the words that follow it. */
export function entriesOf(kind: string, languages?: Iterable<string>): [name: string, words: string[]][] {
  return linesOf(kind, languages).map((line) => {
    const [name = '', words = ''] = line.split(': ')
    return [name, words.split(' ')]
  })
}

// ── patterns ───────────────────────────────────────────────────────────────────────────────────────

/** Returns regex source that matches any phrase of a kind, also within words. */
export function alternativesOf(kind: string, languages?: Iterable<string>): string {
  return `(?:${linesOf(kind, languages).map(patternOf).join('|')})`
}

/** Returns regex source that matches one phrase. */
export function patternOf(phrase: string): string {
  return phrase
    .replace(/\{([a-z][a-z ]*)\}/g, (_, kind: string) => alternativesOf(kind))
    .replace(/(?<=\p{L})(?<!\\\p{L})\*/gu, '\\p{L}*')
}

/** Returns regex source that matches a pattern only as whole words. */
export function asWords(source: string): string {
  return String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`
}

/** Returns regex source that matches any phrase of a kind as whole words. */
export function sourceOf(kind: string): string {
  return asWords(alternativesOf(kind))
}

/** Returns a pattern that matches any phrase of a kind as whole words, in any case. */
export function phrasesOf(kind: string): RegExp {
  return new RegExp(sourceOf(kind), 'iu')
}

/** Returns a pattern that matches any phrase of a kind at the beginning of a text, after any marks. */
export function openingPhrasesOf(kind: string): RegExp {
  return startingWith(alternativesOf(kind))
}

/** Returns a pattern that matches regex source at the beginning of a text, after any marks. */
export function startingWith(source: string): RegExp {
  return new RegExp(String.raw`^[^\p{L}\p{N}]*${asWords(source)}`, 'iu')
}
