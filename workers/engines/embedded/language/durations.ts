/** Finds durations in text, both required and claimed, and converts them to months. */
import { alternativesOf, entriesOf, phrasesOf, sourceOf } from '../../../language/words.ts'
import type { Span } from '../../../language/sentences.ts'

export type Duration = Span & { months: number }

const numbersByName = new Map(
  entriesOf('numeral').flatMap(([value, names]) => names.map((name) => [name, Number(value)] as const)),
)
/** Regex source for a number written in words. */
export const numberSource = `(?:(?:twenty|thirty|forty)[ -])?(?:${[...numbersByName.keys()].join('|')})`
const number = String.raw`(?:\d{1,2}(?:[.,]\d)?|${numberSource})`
/** Regex source for the word "years" in each supported language. */
export const yearsSource = alternativesOf('year noun')
const months = alternativesOf('month noun')
// "5+ years", "3-5 years", "three (3) years", "5 or more years": the first number is the minimum.
const duration = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.,])(?<least>${number})\s?\+?(?:\s?\(\d{1,2}\+?\))?`,
    String.raw`(?:\s?(?:[-–—]|to|and|bis|und|à|a|et)\s?${number}\s?\+?)?`,
    String.raw`\s?(?:\+|plus|or more|full)?[\s-]?(?:(?<years>${yearsSource})|${months})(?![\p{L}\p{N}])`,
  ].join(''),
  'giu',
)
const ofSomethingElse = new RegExp(`^['’]?[\\s-]?${sourceOf('years of something else')}`, 'iu')

const vague = phrasesOf('vague years')

/** Returns the position of a request for years without a number, such as "several years". */
export function vagueDurationIn(text: string): Span | null {
  const match = vague.exec(text)
  return match && { start: match.index, end: match.index + match[0].length }
}

/** Returns all durations in a text, except those that are not experience, such as ages. */
export function durationsIn(text: string): Duration[] {
  const found: Duration[] = []
  for (const { index, 0: match, groups } of text.matchAll(duration)) {
    const end = index + match.length
    if (ofSomethingElse.test(text.slice(end, end + 16))) continue // 16 characters cover the longest such word
    found.push({ months: Math.round(amountOf(groups!.least!) * (groups!.years ? 12 : 1)), start: index, end })
  }
  return found
}

/** Returns the value of a number in digits or words, such as "3.5" or "twenty-five". */
export function amountOf(text: string): number {
  const words = text.toLowerCase().split(/[ -]/)
  if (words.every((word) => numbersByName.has(word)))
    return words.reduce((sum, word) => sum + numbersByName.get(word)!, 0)
  return Number(text.replace(',', '.'))
}
