/**
 * Looks up the names of months in many languages: in full, abbreviated, and inflected as in dates ("stycznia").
 *
 * The names come from the runtime's own locale data (CLDR), plus a few common variants.
 */
import { fold } from './tokens.ts'

/** The supported languages. Dates in numbers need no month names. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'da', 'nb', 'fi', 'tr', 'ru', 'uk']
const forms = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const

/** Variants that CLDR does not contain. */
const others = `
  1 jän jaen jänner enro; 2 febr feber fév; 3 mrz mär maerz mart marc; 4 apl; 5 mai; 6 jun; 7 jul juill jly; 8 ago aou;
  9 sep sept set setiembre; 10 okt; 11 nov; 12 dez dic déc`

/** By language. The names of a language are loaded on first use, because all languages together take 100 ms. */
const namesByLanguage = new Map<string, Map<string, number>>()
const otherNames = new Map(
  others.split(';').flatMap((line) => {
    const [month, ...names] = line.trim().split(' ')
    return names.map((name): [string, number] => [fold(name), Number(month)])
  }),
)

/**
 * Returns 1 to 12 for the name of a month in any of these languages, in any case, with or without accents; null for any
 * other word.
 */
export function monthNamed(word: string): number | null {
  const name = fold(word.replace(/\.$/, ''))
  const other = otherNames.get(name)
  if (other !== undefined) return other
  for (const language of languages) {
    const names = namesByLanguage.get(language) ?? namesIn(language)
    namesByLanguage.set(language, names)
    const found = names.get(name)
    if (found !== undefined) return found
  }
  return null
}

function namesIn(language: string): Map<string, number> {
  const names = new Map<string, number>()
  for (const form of forms) {
    const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' })
    for (let month = 1; month <= 12; month++) {
      const { value } = format.formatToParts(Date.UTC(2015, month - 1, 1)).find(({ type }) => type === 'month')!
      names.set(fold(value.replace(/\.$/, '')), month)
    }
  }
  return names
}
