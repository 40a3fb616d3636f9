/**
 * Finds dates as people write them in resumes: days, months, quarters, seasons and years, in words or numbers.
 *
 * Finds single dates; periods.ts combines them into periods. Dates in digits, such as ISO 8601, and East Asian dates
 * are found in a document of any language. Dates with the name of a month are found in the languages of
 * language/month-names.ts. The text must be normalised. Never reads the clock.
 *
 * chrono-node 2.10 is not used. Of the 215 periods in this module's test, its parsers for each language read 55
 * correctly and find nothing in 107. chrono-node does not find years without a month ("2017 – 2019", "since 2019"),
 * quarters, seasons or academic years. It supports few kinds of dashes, and no word for today except "now". It
 * interprets "Mar 17 – Jun 19" as two days in the current year, and takes missing parts of a date from the clock.
 */
import { alternativesOf, entriesOf } from '../../../language/words.ts'
import { monthNamed } from '../../../language/month-names.ts'
import type { Span } from '../../../language/sentences.ts'

/**
 * The first and the last month of a date, as months since year 0. They are equal if the date is a day or a month. The
 * precision `TERM` means a season, a quarter, a half-year or an academic year, each of which is a period by itself.
 */
export type WrittenDate = Span & { first: number; last: number; precision: 'MONTH' | 'TERM' | 'YEAR' }

/** Whether 3/4/2017 is 3 April or 4 March. */
export type DayOrder = 'DAY_FIRST' | 'MONTH_FIRST'

export const fullYear = String.raw`(?:19[5-9]\d|20[0-4]\d)`
/** "2017", "'17" */
const year = String.raw`(?:(?<year>${fullYear})(?!\d)|['’´](?<short>\d\d)(?![\d/]))`
const dayMark = '(?:st|nd|rd|th|ste|de|\\.?(?:er|[ºª°o])|\\.)?'
const of = "(?:(?:of|de|del|di|do|d['’]|in|van) ?)?"
const name = String.raw`(?<name>\p{L}{3,12})\.?`
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const month = '(?:0?[1-9]|1[0-2])'

/** The first and the last month of each season, and of the terms at German universities. */
const seasons = entriesOf('season').map(([months, words]) => ({ months: months.split(' to ').map(Number), words }))
const season = `(?<season>${seasons.flatMap(({ words }) => words).join('|')})`
const quarterNoun = alternativesOf('quarter noun')
const academic = alternativesOf('academic year')

/**
 * The known forms of a date. A date is a whole year if its form has neither a month nor a quarter, half-year or season.
 */
const forms = [
  // 2017-03-01, 2017.3.1, 2017. 3. 1., 2017年4月1日, 2017년 4월 1일
  String.raw`(?<year>${fullYear})(?:[-/.] ?|年 ?|년 ?)(?<month>${month})(?:[-/.] ?|月 ?|월 ?)${day}(?!\d)(?:日|일|\.)?`,
  String.raw`(?<year>${fullYear})(?:年|년) ?(?:(?<month>${month})(?:月|월)?)?`,
  String.raw`(?<era>昭和|平成|令和|[SHR](?=\d{1,2}[年.]))(?<eraYear>\d{1,2}|元)[年.]\s?(?:(?<month>${month})(?:月|(?!\d)))?`,
  // 01/03/2017, 1.3.17, 01-03-2017, 01. 03. 2017
  String.raw`(?<one>\d\d?)(?<mark>[-/.]) ?(?<other>\d\d?)\k<mark> ?(?:(?<year>${fullYear})|(?<short>\d\d))(?![\d/.-]\d|\d)`,
  // 01 03 2017, 20170301, 201703
  String.raw`(?<one>\d\d) (?<other>\d\d) (?<year>${fullYear})`,
  String.raw`(?<year>${fullYear})(?<month>0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?`,
  // 2017 Q1, 2017-Q1, Q1 2017, Q1/17, 1Q17, T1 2017, 1st quarter of 2017, 1. Quartal 2017
  String.raw`(?<year>${fullYear})[\s/-]?(?:[QT](?<quarter>[1-4])|[HS](?<half>[12]))(?!\p{L}|\d)`,
  String.raw`(?:(?:[QT](?<quarter>[1-4])|(?<quarter>[1-4])[QT])|(?:H(?<half>[12])|(?<half>[12])H))[\s/,'’-]{0,2}(?:(?<year>${fullYear})|(?<short>\d\d))(?!\d)`,
  String.raw`(?<quarter>[1-4])(?:[eè]me|e|${dayMark}) ${quarterNoun},? ${of}${year}`,
  // Summer 2017, Fall of 2018, Winter 2017/18, WS 17/18
  String.raw`${season},? ${of}(?:(?:of|semester|term|intern)\s)?(?:${year}|(?<=(?:ws|ss|wise|sose) )(?<short>\d\d))(?<over>/(?:\d\d)?\d\d(?!\d))?`,
  // 1 Mar 2017, 1st of March 2017, 1. März 2017, 1er mars 2017, 1 de marzo de 2017, 01-Mar-17
  String.raw`${day}${dayMark}[\s/-]?${of}${name}[\s,/-]{1,2}(?:${of})?(?:${year}|(?<=[-/])(?<short>\d\d)(?![\d/.-]))`,
  String.raw`${day}${dayMark}${name}${year}`,
  // Mar 1, 2017, March 1st 2017
  String.raw`${name},?[\s-]${day}(?:st|nd|rd|th)?(?:,\s?|\s|-)${year}`,
  // March 2017, Mar. 2017, Mar-17, Mar'17, marzo de 2017, March/2017
  String.raw`${name},?[\s/-]{0,2}${of}${year}`,
  String.raw`${name}(?:[-/]|\s(?!\d\d?,? (?:19|20)\d))(?<short>\d\d)(?![\d/.:%-]|\s?\p{L})`,
  // 2017 March, 2017-Mar
  String.raw`(?<year>${fullYear})[\s,/-]{1,2}${name}(?![\s,]{1,2}(?:${day}[\s,]{1,2})?(?:19|20)\d\d)(?!\p{L})`,
  // 03/2017, 03.2017, 3-2017, 03. 2017, 03/17
  String.raw`(?<month>${month})\.?\s?[-/.]\s?(?<year>${fullYear})(?!\d)`,
  String.raw`(?<month>${month})\. (?<year>${fullYear})(?!\d)`,
  String.raw`(?<month>0[1-9]|1[0-2]|[1-9](?=/))[/.]['’]?(?<short>\d\d)(?![\d/.,%]|\s?\p{L})`,
  // AY 2017-18, 2017/18, 2017/2018
  String.raw`${academic}\s?(?<year>${fullYear})\s?[-/–]\s?(?<next>(?:\d\d)?\d\d)(?!\d)`,
  String.raw`(?<year>${fullYear})/(?<next>(?:\d\d)?\d\d)(?![\d/.-])`,
  // 2017-03, 2017/03, 2017.03, 2017. 03
  String.raw`(?<year>${fullYear})(?:[-/.]|\. | / )(?<month>0[1-9]|1[0-2]|(?<=[/.] ?)[1-9])(?![\d/]|-\d\d?(?!\d))`,
  year,
].map((form) => new RegExp(String.raw`(?<![\p{Script=Latin}\p{N}.,$€£])${form}(?!\p{N})`, 'iuy'))

const starts = /(?<![\p{Script=Latin}\p{N}])(?:\p{Script=Latin}|\d|['’´](?=\d))|(?<!\p{L})\p{L}|[昭平令]/gu
/**
 * The maximum distance from the start of a date to its first digit, as in "academic year 2017" or "Wintersemester
 * 2017".
 */
const dateUnitsMax = 30
type Groups = Record<string, string | undefined>

/**
 * Returns all dates in a line, from left to right. If several forms match at the same position, the longest match is
 * used.
 */
export function datesIn(line: string, order: DayOrder = 'DAY_FIRST'): WrittenDate[] {
  const found: WrittenDate[] = []
  if (!/\d/.test(line)) return found
  for (const { index } of line.matchAll(starts)) {
    // Skips positions without a digit nearby, which saves most of the work.
    if (index < (found.at(-1)?.end ?? 0) || !/\d/.test(line.slice(index, index + dateUnitsMax))) continue
    const date = dateAt(line, index, order)
    if (date !== null) found.push(date)
  }
  return found
}

function dateAt(line: string, at: number, order: DayOrder): WrittenDate | null {
  for (const form of forms) {
    form.lastIndex = at
    const match = form.exec(line)
    const months = match && monthsOf(match.groups!, order)
    if (months) return { ...months, start: at, end: at + match[0].length }
  }
  return null
}

type Months = Pick<WrittenDate, 'first' | 'last' | 'precision'>

function monthsOf(groups: Groups, order: DayOrder): Months | null {
  const year = yearOf(groups)
  if (year === null) return null
  const within = (first: number, last: number, precision: WrittenDate['precision']): Months => ({
    ...{ first: year * 12 + first, last: year * 12 + last, precision },
  })
  const { one, other, mark, name, month, quarter, half, season, over, next } = groups
  if (next !== undefined) return isNext(year, next) ? within(8, 19, 'TERM') : null
  if (season !== undefined) {
    const [from, to] = monthsOfSeason(season)
    // Both "Winter 2018" and "Winter 2017/18" end in 2018.
    const later = over !== undefined && from < 0 ? 12 : 0
    return within(from + later, to + later, 'TERM')
  }
  if (quarter !== undefined) return within((Number(quarter) - 1) * 3, Number(quarter) * 3 - 1, 'TERM')
  if (half !== undefined) return within((Number(half) - 1) * 6, Number(half) * 6 - 1, 'TERM')
  const named = name === undefined ? null : monthNamed(name)
  if (name !== undefined && named === null) return null
  const number =
    named ??
    (one === undefined ? Number(month) : monthOfPair(Number(one), Number(other), mark === '.' ? 'DAY_FIRST' : order))
  if (number === null) return null
  return Number.isNaN(number) ? within(0, 11, 'YEAR') : within(number - 1, number - 1, 'MONTH')
}

const eras = new Map([
  ...['昭和', 'S'].map((name) => [name, 1925]),
  ...['平成', 'H'].map((name) => [name, 1988]),
  ...['令和', 'R'].map((name) => [name, 2018]),
] as [string, number][])

function yearOf({ year, short, era, eraYear }: Groups): number | null {
  if (era !== undefined) return eras.get(era.toUpperCase())! + (eraYear === '元' ? 1 : Number(eraYear))
  if (year !== undefined) return Number(year)
  const two = Number(short)
  return two < 50 ? 2000 + two : 1900 + two
}

/** Returns whether `next` is the year after `year`, possibly abbreviated, as the 18 in 2017/18. */
const isNext = (year: number, next: string): boolean => (year + 1) % 10 ** next.length === Number(next)

function monthsOfSeason(word: string): [number, number] {
  return seasons.find(({ words }) => words.includes(word.toLowerCase()))!.months as [number, number]
}

/** Returns the month, 1 to 12, from the two numbers of a date; null if they cannot be a day and a month. */
function monthOfPair(one: number, other: number, order: DayOrder): number | null {
  if (Math.min(one, other) < 1 || Math.max(one, other) > 31 || Math.min(one, other) > 12) return null
  if (one > 12) return other
  if (other > 12) return one
  return order === 'DAY_FIRST' ? other : one
}

const monthFirst = /(?<![\d/.-])(?:0?[1-9]|1[0-2])([-/])(?:1[3-9]|2\d|3[01])\1(?:\d\d){1,2}(?![\d/-])/
const dayOrderUnits = 50_000

/**
 * Returns MONTH_FIRST if a document has a date that is valid only with the month first, such as 03/25/2017; otherwise
 * DAY_FIRST.
 */
export function dayOrderOf(text: string): DayOrder {
  return monthFirst.test(text.slice(0, dayOrderUnits)) ? 'MONTH_FIRST' : 'DAY_FIRST'
}
