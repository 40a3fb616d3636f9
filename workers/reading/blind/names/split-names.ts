/**
 * Completes names whose parts are apart: before and after a comma, or on two lines.
 *
 * Pure.
 */
import type { Agrees } from './person.ts'
import { isGivenName } from './known-names.ts'
import { isFullWord, isNever, isPostNominal, isWord, splitInitials } from './name-word-forms.ts'
import { softWords } from '../name-words.ts'

export const honorific =
  /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|mlle|sr|sra|ing|dipl|engr?|engg|er|adv|capt|mag|shri|smt|rer|nat|phil|med|jur)\b\.?-?\s?){1,4}(?=\p{L})/iu
export const pieceEnd = /\s?[|•·,，;:：/(（)）[\]–—\t]\s?| - |[*_]+|(?<!\p{L})#+/u

/** 'Олегович' alone below 'Санин Вадим' */
const patronymic = /(?:[оеё]вич|ьич|[оеё]вна|ична|инична)$/iu

const isOther = (word: string): boolean => isNever(word) || softWords.has(word.toLowerCase()) || isPostNominal(word)

/**
 * Returns a name that is written with a comma between its two parts: 'Schneider, Maria' or, after a label, 'Maria
 * Luise, SCHNEIDER'.
 */
export function invertedName(parts: string[], plain: string, isLabelled: boolean): string[] | null {
  const [first = '', second = ''] = parts
  const words = `${first} ${second}`.split(' ')
  const isGiven = second.split(' ').some(isGivenName) && !isGivenName(first.split(' ', 1)[0]!)
  const isPair =
    plain.startsWith(`${first},`) &&
    second !== '' &&
    words.length <= 5 &&
    (isLabelled || !first.includes(' ') || isGiven)
  return isPair && words.every((word) => isWord(word) && !isOther(word)) ? words : null
}

/** Returns the words of a name together with the words in the line below, if they belong to the name. */
export function withStacked(words: string[], part: string, below: string, agrees: Agrees): string[] {
  const [rest = ''] = below.split(/\s?[|•·,，]\s?/u, 1)
  const next = rest.split(/[\s.]*\s[\s.]*/).flatMap(splitInitials)
  const isPlain = next.length <= 3 && next.every((word) => isWord(word) && !isNever(word) && !isPostNominal(word))
  const full = next.filter(isFullWord)
  const isName =
    full.length > 1 && (full.every(agrees) || (isGivenName(full[0]!) && !isGivenName(words[0]!) && full.some(agrees)))
  const isRest =
    !isName &&
    (words.length === 1 || full.some(agrees) || (full.length === 1 && (next.length > 1 || patronymic.test(full[0]!))))
  const isWhole = words.join('').length >= part.replace(honorific, '').replace(/\s/g, '').length && /\p{Lu}/u.test(rest)
  return isPlain && isRest && isWhole && full.length > 0 ? [...words, ...next] : words
}
