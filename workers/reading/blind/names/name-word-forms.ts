/**
 * Classifies single words near a name: a part of the name, an initial, a degree, or a word that is never part of a
 * name.
 */
import { nameParticles, neverNames, postNominals } from '../name-words.ts'

/**
 * Splits 'K.J.MOHAMMED' and 'JaneQ.Doe' into three words, and 'Ramya.M' and 'JANE.MILLER' into two. 'ASP.NET' is not
 * part of a name.
 */
export function splitInitials(token: string): string[] {
  const parts = token.match(/\p{Lu}\p{Ll}{2,}(?=\p{Lu}\.)|[^.]+\.?/gu) ?? [token]
  const hasInitial = parts.some((part) => /^(?:\p{L}{1,2}|mohd|moh)\.?$/iu.test(part))
  const areLong = parts.every((part) => /^\p{Lu}{4,}\.?$/u.test(part))
  return hasInitial || areLong ? parts : [token]
}

export function isWord(word: string): boolean {
  return (
    /^(?:\p{Ll}{1,2}[-'’]|\p{Ll}(?=\p{Lu}{2}))?[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'’`-]*\.?$/u.test(word) ||
    nameParticles.has(word)
  )
}

/** Returns whether a word of a name identifies the person. Initials and particles do not. */
export function isFullWord(word: string): boolean {
  return word.replace(/\./g, '').length > 1 && !nameParticles.has(word.toLowerCase())
}

export function isNever(word: string): boolean {
  return neverNames.has(word.toLowerCase()) || (/[.:’]/.test(word) && neverNames.has(plainWord(word)))
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/[.:]$/, '').replace(/’/g, "'")
}

/** A longer word in capitals may be a family name: 'Jean DUPONT'. */
const abbreviationLengthMax = 4

/**
 * Returns whether a word is a degree or a membership after the name, which is relevant for scoring: 'Priya Shah ACCA'.
 */
export function isCredential(word: string, before: string[], agrees: (word: string) => boolean): boolean {
  const isAbbreviation =
    /^\p{Lu}{2,}$/u.test(word) &&
    word.length <= abbreviationLengthMax &&
    before.filter((other) => /\p{Ll}/u.test(other)).length >= 2
  return before.length > 1 || isPostNominal(word) ? (isAbbreviation || isPostNominal(word)) && !agrees(word) : false
}

/**
 * Returns whether a word is an abbreviation that follows a name. It must have two capitals, because 'Li Ma' and 'Jane
 * Do' are names.
 */
export function isPostNominal(word: string): boolean {
  const letters = word.replace(/[.-]/g, '')
  return /\p{Lu}.*\p{Lu}/u.test(letters) && postNominals.has(letters.toLowerCase())
}
