/**
 * The words of German, French and Spanish that the built-in engine knows, from `words/`: their English meanings, and
 * the phrases for degrees, licences, leadership and levels.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The languages, in addition to English, that have a file. */
export const otherLanguages = ['de', 'fr', 'es'] as const
export type OtherLanguage = (typeof otherLanguages)[number]

const linesByKind = new Map(otherLanguages.map((language) => [language, listsOf(language)]))

function listsOf(language: OtherLanguage): Map<string, string[]> {
  const text = readFileSync(join(import.meta.dirname, `words/${language}.txt`), 'utf8')
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

/** The lines of one kind, of all languages or of one. */
export function linesOf(kind: string, languages: readonly OtherLanguage[] = otherLanguages): string[] {
  return languages.flatMap((language) => linesByKind.get(language)!.get(kind) ?? [])
}

/** The phrases of one kind in all languages, in the notation of phrases.ts; `{people}` and `{group}` are filled in. */
export function phrasesOfKind(kind: string): string {
  return linesOf(kind)
    .join('; ')
    .replace(/\{([a-z]+)\}/g, (_, list: string) => `(?:${linesOf(list).join('|')})`)
}

/** The single words of one kind. */
export function wordsOfKind(kind: string): string[] {
  return linesOf(kind).flatMap((line) => line.split(' '))
}

/** Lines such as "care: pflege pfleger": the words that follow each name. */
export function entriesOf(kind: string, languages?: readonly OtherLanguage[]): [name: string, words: string[]][] {
  return linesOf(kind, languages).map((line) => {
    const [name = '', words = ''] = line.split(': ')
    return [name, words.split(' ')]
  })
}
