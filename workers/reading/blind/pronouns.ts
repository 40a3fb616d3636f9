/**
 * Finds the words that tell a person's gender: English pronouns of the third person.
 *
 * Pure. Capitals alone are abbreviations: HIS is a hospital's information system.
 */
import { findAll, type Mention } from './mentions.ts'

const outsideWord = "(?<![\\p{L}\\p{N}_’'-])"
const endOfWord = '(?![\\p{L}\\p{N}_-])'
const third = '(?:he|she|they|ze|xe|him|her|them|his|hers|theirs?|hir|xem)'
/** What people write beside their names: "she/her", "(he/him/his)", "they / them". */
const declared = new RegExp(`${outsideWord}${third}(?: ?/ ?${third}){1,3}${endOfWord}`, 'giu')
const inSentence = new RegExp(
  `${outsideWord}(?:[Hh]e|[Ss]he|[Hh]im|[Hh]ers?|[Hh]is|[Hh]imself|[Hh]erself)${endOfWord}`,
  'gu',
)
/** Every pronoun in a text that tells a gender, or that is declared beside a name. */
export function findPronouns(text: string): Mention[] {
  return [...findAll(text, declared, 'PRONOUN'), ...findAll(text, inSentence, 'PRONOUN')]
}
