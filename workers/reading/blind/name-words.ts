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

const wordsOf = (...kinds: string[]): ReadonlySet<string> => new Set(kinds.flatMap(phrasesOf))

/** Roles that directly follow a two-word name, in languages that put the noun first: 'Marta Puig Desarrolladora'. */
export const nounFirstRoles = wordsOf('noun-first role')
/** Nouns that end a job title. */
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
