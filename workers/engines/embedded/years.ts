/**
 * Lengths of time in a text: what is asked for, what is stated, and what employment dates add up to.
 *
 * Owns the arithmetic, in months. Never looks at the clock: "present" is the latest date that the
 * resume itself names, so that the same resume has the same length of experience for ever.
 */
import { fold } from './terms.ts'

/** A length of time that a text states; UTF-16 offsets in that text. */
export type Length = { months: number; start: number; end: number }
/** From and to as months since year 0; `to` is null for "present", `precise` where a month is named and not the year alone. */
export type Period = { from: number; to: number | null; precise: boolean }

const NUMBER_WORDS = new Map(
  Object.entries({
    one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
    fifteen: 15, twenty: 20, ein: 1, zwei: 2, drei: 3, vier: 4, funf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10,
    deux: 2, trois: 3, quatre: 4, cinq: 5, dix: 10, dos: 2, tres: 3, cuatro: 4, cinco: 5, diez: 10
  })
)
const NUMBER = String.raw`(?:\d{1,2}(?:[.,]\d)?|${[...NUMBER_WORDS.keys(), 'fünf'].join('|')})`
const YEARS = String.raw`(?:years?|yrs?|jahren?|jahre|ans|années?|años?)`
const MONTHS = String.raw`(?:months?|monaten?|monate|mois|meses)`
const NOT_ALONE = String.raw`(?![\p{L}\p{N}])`
// "5+ years", "3-5 years", "three (3) years", "5 or more years": the first number is the least that is meant.
const LENGTH = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(${NUMBER})\s?\+?(?:\s?\(\d{1,2}\+?\))?(?:\s?(?:[-–—]|to|bis|à|a)\s?${NUMBER}\s?\+?)?` +
    String.raw`\s?(?:\+|plus|or more|full)?[\s-]?(?:(${YEARS})|(${MONTHS}))${NOT_ALONE}`,
  'giu'
)
const OF_AGE = /^['’]?[\s-]?(?:of age|old|ago|warranty|contract|plan|vesting|alt\b)/iu

/** All lengths of time in a text, ages and the like left out. */
export function lengthsIn(text: string): Length[] {
  const found: Length[] = []
  for (const match of text.matchAll(LENGTH)) {
    const end = match.index + match[0].length
    if (OF_AGE.test(text.slice(end, end + 12))) continue
    found.push({ months: Math.round(amount(match[1]!) * (match[2] ? 12 : 1)), start: match.index, end })
  }
  return found
}

function amount(number: string): number {
  return NUMBER_WORDS.get(fold(number)) ?? Number(number.replace(',', '.'))
}

const EXPERIENCE_AFTER = /^['’]?\s?(?:\)|of\b|in\b|as\b|with\b|using\b|working\b|experience\b|practi[cs]\w+|professional\b|hands|nursing\b|(?:berufs)?erfahrung|d['’]expérience|de experiencia|als\b|mit\b)/iu
const EXPERIENCE_ANYWHERE = /experience|expertise|background|erfahrung|expérience|experiencia/iu

/**
 * The lengths that a line claims as experience: "7 years of nursing", "TypeScript (7 years)", "Java: 4
 * years"; not "grew revenue over 3 years".
 */
export function claimedLengths(line: string): Length[] {
  const isClaim = ({ start, end }: Length): boolean =>
    EXPERIENCE_AFTER.test(line.slice(end, end + 20)) || /[:(–—-]\s?$/.test(line.slice(0, start)) || EXPERIENCE_ANYWHERE.test(line)
  return lengthsIn(line).filter(isClaim)
}

// First three letters of month names, accents folded, in four languages.
const MONTHS_BY_NAME = new Map(
  [
    'jan ene', 'feb fev', 'mar mrz', 'apr avr abr', 'may mai', 'jun', 'jul', 'aug aou ago', 'sep', 'oct okt', 'nov', 'dec dez dic'
  ].flatMap((names, month) => names.split(' ').map((name): [string, number] => [name, month]))
)
MONTHS_BY_NAME.set('juin', 5).set('juil', 6)

const YEAR = String.raw`(?:19[5-9]\d|20[0-4]\d)`
const DATE = String.raw`(?:(?<NAME>\p{L}{3,10})\.?\s|(?<MONTH>\d{1,2})[./-])?(?<YEAR>${YEAR})(?:[/-](?<AFTER>0[1-9]|1[0-2])(?!\d))?`
const dated = (side: string): string => DATE.replace(/\?<(\w+)>/g, `?<$1_${side}>`)
const PRESENT = String.raw`present|current(?:ly)?|now|today|ongoing|date|heute|aktuell|jetzt|présent|aujourd['’]hui|actualidad|actual|presente`
const PERIOD = new RegExp(
  String.raw`(?<![\p{N}.])${dated('from')}\s{0,3}(?:[-–—‒]|to|until|till|through|bis|à|a|hasta)\s{0,3}(?:(?:the\s)?(?<present>${PRESENT})|${dated('to')})(?![\p{L}\p{N}])`,
  'giu'
)
const SINCE = new RegExp(String.raw`(?<![\p{L}])(?:since|seit|depuis|desde)\s(?<date>${dated('from')})(?!\d)`, 'giu')
const ANY_DATE = new RegExp(String.raw`(?<![\p{N}.,])${dated('from')}(?![\p{N}])(?!\s\p{Ll})`, 'gu')

type Groups = Record<string, string | undefined>

/** The periods of a line: "2018 – 2024", "Jan 2020 - present", "03/2019 to 11/2021", "since 2019". */
export function periodsIn(line: string): Period[] {
  const found: Period[] = []
  for (const match of [...line.matchAll(PERIOD), ...line.matchAll(SINCE)]) {
    const groups = match.groups as Groups
    const from = monthOf(groups, 'from')
    const to = groups.present || groups.date ? null : monthOf(groups, 'to')
    if (to !== null && to < from) continue
    found.push({ from, to, precise: monthIndex(groups, 'from') !== null })
  }
  return found
}

/** The latest date that a text names, in months since year 0; null when it names none. */
export function latestDateIn(text: string): number | null {
  const dates = Array.from(text.matchAll(ANY_DATE), ({ groups }) => monthOf(groups as Groups, 'from'))
  for (const { from, to } of periodsIn(text)) dates.push(to ?? from)
  return dates.length === 0 ? null : Math.max(...dates)
}

function monthIndex(groups: Groups, side: string): number | null {
  const number = groups[`MONTH_${side}`] ?? groups[`AFTER_${side}`]
  if (number) return Number(number) >= 1 && Number(number) <= 12 ? Number(number) - 1 : null
  const name = fold(groups[`NAME_${side}`] ?? '')
  return MONTHS_BY_NAME.get(name.slice(0, 4)) ?? MONTHS_BY_NAME.get(name.slice(0, 3)) ?? null
}

function monthOf(groups: Groups, side: string): number {
  return Number(groups[`YEAR_${side}`]) * 12 + (monthIndex(groups, side) ?? 0)
}

/** Months that the periods cover together; what overlaps counts once. `latest` stands for "present". */
export function monthsCovered(periods: Period[], latest: number): number {
  const spans = periods.map((period) => spanOf(period, latest)).sort((one, other) => one.from - other.from)
  let covered = 0
  let reached = 0
  for (const { from, to } of spans) {
    covered += Math.max(0, to - Math.max(from, reached))
    reached = Math.max(reached, to)
  }
  return covered
}

function spanOf({ from, to, precise }: Period, latest: number): { from: number; to: number } {
  const end = to ?? Math.max(latest, from)
  // Months count inclusively; a bare year that begins and ends a period counts as that year.
  return { from, to: precise ? end + 1 : Math.max(end, from + 12) }
}
