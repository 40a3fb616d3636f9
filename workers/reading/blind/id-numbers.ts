/**
 * Finds numbers that states assign to a person: for identity cards, passports, taxes and social security. Many of them
 * reveal the date of birth and the gender.
 *
 * Pure. Trade licences are kept, because a criterion may ask for them.
 */
import { findAll, type Mention } from './mentions.ts'
import { anyCase, sourceOf } from './name-words.ts'

const labels = anyCase(sourceOf('id label'))
const labelled = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${labels})\\.?\\s?[:：#=-]{1,2}\\s?(?<value>[\\p{Lu}\\d](?:[ ./-]?[\\p{Lu}\\d]){5,24})(?![\\p{L}\\d])`,
  'gu',
)
/** Formats that are recognised without a label: those of China, South Korea, Brazil, the United States and Chile. */
const known =
  /(?<![\p{L}\d.-])(?:[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]|\d{6}-[1-4]\d{6}|\d{3}\.\d{3}\.\d{3}-\d\d|\d{3}-\d\d-\d{4}|\d{1,2}\.\d{3}\.\d{3}-[\dkK])(?![\p{L}\d-])/gu

/** Returns the numbers. Their labels are not included, because they reveal nothing. */
export function findIdNumbers(text: string): Mention[] {
  const hasDigits = ({ start, end }: Mention): boolean => (text.slice(start, end).match(/\d/g)?.length ?? 0) > 4
  return [...findAll(text, labelled, 'ID_NUMBER').filter(hasDigits), ...findAll(text, known, 'ID_NUMBER')]
}
