/**
 * The words that occur around names, from `words/`, which has a file per language, in lower case. `words/README.md`
 * defines the kinds.
 */
import { join } from 'node:path'
import { readLists } from '../../language/words.ts'

const lists = Array.from(readLists(join(import.meta.dirname, 'words')).values())

/** Returns the phrases of a kind, for all languages. */
export function phrasesOf(kind: string): string[] {
  return lists.flatMap((list) => list.get(kind) ?? [])
}

/** Returns regex source that matches any phrase of a kind. Phrases may contain regular expressions. */
export function sourceOf(kind: string): string {
  return phrasesOf(kind).join('|')
}

/**
 * Returns regex source that matches the same text in upper and lower case. It is for patterns whose other parts are
 * case-sensitive. `(?i:a|b)` is no replacement: in a thread that has processed many resumes, V8 14.6 sometimes compiles
 * patterns without optimizing them, and such a group with alternatives then matches nothing. `node
 * --no-regexp-optimization` reproduces the fault.
 */
export function anyCase(source: string): string {
  return source.replace(/\\p\{[^}]*\}|\\.|\(\?<?[:=!]|\[(?:\\.|[^\]\\])*\]|\p{L}/gsu, (part) => {
    if (part.startsWith('[')) return `[${part.slice(1, -1)}${otherCases(part)}]`
    const others = part.length === 1 ? otherCases(part) : ''
    return others === '' ? part : `[${part}${others}]`
  })
}

/** Returns each letter of the text in its other case. */
function otherCases(text: string): string {
  const letters = text.replace(/\\p\{[^}]*\}|\\./gsu, '').match(/\p{L}/gu) ?? []
  return letters
    .flatMap((letter) =>
      [letter.toUpperCase(), letter.toLowerCase()].filter((other) => other !== letter && other.length === 1),
    )
    .join('')
}

const wordsOf = (...kinds: string[]): ReadonlySet<string> => new Set(kinds.flatMap(phrasesOf))

/** Roles that directly follow a two-word name, in languages that put the noun first: 'Marta Puig Desarrolladora'. */
export const nounFirstRoles = wordsOf('noun-first role')
/** Nouns that are the last word of a job title. */
export const roles = wordsOf('role', 'noun-first role')
export const trades = wordsOf('trade')
export const softWords = wordsOf('soft')
/** Words at the top of a resume that are never part of a name. */
export const neverNames = wordsOf('never', 'role', 'noun-first role')
export const brandParts = wordsOf('brand part')
export const postNominals = wordsOf('post-nominal')
/** Names that are also everyday words. */
export const everydayNames = wordsOf('everyday')
export const roleMailboxes = wordsOf('office mailbox')
export const nameParticles = wordsOf('particle')
/** Words that mark the family name before them as part of an employer's name. */
export const companyWords = wordsOf('company')
