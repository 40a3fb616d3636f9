/**
 * Finds durations in a text: the ones asked for, the ones stated, and the sum of employment dates.
 *
 * Owns the arithmetic, in months. Never reads the clock: what "present" stands for is given.
 */
import { phraseSource } from '../../../language/phrases.ts'
import type { Span } from '../../../language/sentences.ts'
import { fold } from '../../../language/tokens.ts'

/** A duration that a text states. */
export type Duration = Span & { months: number }
/** In months since year 0. `to` is null for "present". */
export type Period = { from: number; to: number | null }

// ── durations ───────────────────────────────────────────────────────────────────────────────────

const numerals = `
  1 one ein; 2 two zwei deux dos; 3 three drei trois tres; 4 four vier quatre cuatro; 5 five fünf cinq cinco;
  6 six sechs; 7 seven sieben; 8 eight acht; 9 nine neun; 10 ten zehn dix diez; 11 eleven; 12 twelve; 13 thirteen;
  14 fourteen; 15 fifteen; 18 eighteen; 20 twenty; 30 thirty; 40 forty`
const numbersByName = new Map(
  numerals.split(';').flatMap((line) => {
    const [value, ...names] = line.trim().split(' ')
    return names.map((name): [string, number] => [name, Number(value)])
  }),
)
/** A number in words, for use in a pattern. */
export const numberSource = `(?:(?:twenty|thirty|forty)[ -])?(?:${[...numbersByName.keys()].join('|')})`
const number = String.raw`(?:\d{1,2}(?:[.,]\d)?|${numberSource})`
const years = '(?:years?|yrs?|jahren?|jahre|ans|années?|años?)'
const months = '(?:months?|monaten?|monate|mois|meses)'
// "5+ years", "3-5 years", "three (3) years", "5 or more years": the first number is the minimum.
const duration = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.,])(?<least>${number})\s?\+?(?:\s?\(\d{1,2}\+?\))?`,
    String.raw`(?:\s?(?:[-–—]|to|and|bis|und|à|a|et)\s?${number}\s?\+?)?`,
    String.raw`\s?(?:\+|plus|or more|full)?[\s-]?(?:(?<years>${years})|${months})(?![\p{L}\p{N}])`,
  ].join(''),
  'giu',
)
const notWork = 'of (?:age|history|tradition|existence|operation|growth)|old|ago|warranty|contract|plan|vesting|alt\\b'
const ofSomethingElse = new RegExp(`^['’]?[\\s-]?(?:${notWork})(?!\\p{L})`, 'iu')
const ofAnEmployer =
  /(?<!\p{L})(?:company|firm|employer|organi[sz]ation|business) (?:has|had|is|was|with)[^.;,]{0,20}$/iu

const vague = new RegExp(
  `(?<!\\p{L})(?:several|many|multiple|some|a few|mehrere|einige|plusieurs|varios) (?:full )?${years}(?!\\p{L})`,
  'iu',
)

/** Where a text asks for years without a number: "several years". */
export function vagueDurationIn(text: string): Span | null {
  const match = vague.exec(text)
  return match && { start: match.index, end: match.index + match[0].length }
}

/** All durations in a text, except ages and the like. */
export function durationsIn(text: string): Duration[] {
  const found: Duration[] = []
  for (const { index, 0: match, groups } of text.matchAll(duration)) {
    const end = index + match.length
    if (ofSomethingElse.test(text.slice(end, end + 16))) continue // 16 units hold the longest of those words
    found.push({ months: Math.round(amountOf(groups!.least!) * (groups!.years ? 12 : 1)), start: index, end })
  }
  return found
}

/** The value of a number in digits or words: "3.5", "twenty-five". */
export function amountOf(text: string): number {
  const words = text.toLowerCase().split(/[ -]/)
  if (words.every((word) => numbersByName.has(word)))
    return words.reduce((sum, word) => sum + numbersByName.get(word)!, 0)
  return Number(text.replace(',', '.'))
}

/** The durations that a line claims as experience: "Java: 4 years", and not the age of the company. */
export function claimedDurations(line: string): Duration[] {
  return durationsIn(line).filter(({ start }) => !ofAnEmployer.test(line.slice(Math.max(0, start - reachMax), start)))
}

const reachMax = 60 // the words that say whose years these are stand close by

// ── dates ───────────────────────────────────────────────────────────────────────────────────────

// The first letters of month names in four languages, with accents folded.
const monthsByName = new Map(
  'jan ene;feb fev;mar mrz;apr avr abr;may mai;jun juin;jul juil;aug aou ago;sep;oct okt;nov;dec dez dic'
    .split(';')
    .flatMap((beginnings, month) => beginnings.split(' ').map((name): [string, number] => [name, month])),
)

const fullYear = String.raw`(?:19[5-9]\d|20[0-4]\d)`
// "Sept '11", "07/15"
const year = String.raw`(?:${fullYear}|(?<=['’]|(?<!\d)(?:0?[1-9]|1[0-2])/)\d\d(?![\d/]))`
const present =
  "present|current(?:ly)?|now|today|ongoing|date|heute|aktuell|jetzt|présent|aujourd['’]hui|actualidad|actual|presente"

/** "2018", "Jan 2018", "01/2018", "2018/01", "Jan '18", "01/18". The groups are named after the side of a period. */
function dated(side: 'from' | 'to'): string {
  const before = String.raw`(?:(?<name_${side}>\p{L}{3,10})(?:\.|[.,]?\s)|(?<month_${side}>\d{1,2})[./-])?`
  return String.raw`${before}['’]?(?<year_${side}>${year})(?:[/-](?<after_${side}>0[1-9]|1[0-2])(?!\d))?`
}

// Some texts hold the bytes of a dash read as Latin letters: "ï¼", "â€–".
const period = new RegExp(
  [
    String.raw`(?<![\p{N}.])${dated('from')}\s{0,3}(?:(?:â€)?[-–—‒－→]|ï¼|to|until|till|through|bis|à|a|hasta)\s{0,3}`,
    String.raw`(?:(?:the\s)?(?<present>${present})|${dated('to')})(?![\p{L}\p{N}])`,
  ].join(''),
  'iuy',
)
const since = new RegExp(String.raw`(?<!\p{L})(?:since|seit|depuis|desde)\s(?<present>${dated('from')})(?!\d)`, 'giu')
const yearNumbers = new RegExp(String.raw`(?<!\d)${year}`, 'gu')
/** A date begins at most this far before its year: with a month's name of ten letters, a point and a blank. */
const leadMax = 22
const anyYear = new RegExp(String.raw`(?<!\p{N})${fullYear}(?!\p{N})`)

type Groups = Record<string, string | undefined>

/** The periods in a line: "2018 – 2024", "Jan 2020 - present", "03/2019 to 11/2021", "since 2019". */
export function periodsIn(line: string): Period[] {
  const found: Period[] = []
  for (const { groups = {} } of [...rangesIn(line), ...line.matchAll(since)]) {
    const from = dateOf(groups, 'from')
    const to = groups.present ? null : dateOf(groups, 'to')
    if (to === null || to >= from) found.push({ from, to })
  }
  return found
}

/** All periods with two ends; a search elsewhere than around years would be slow. */
function* rangesIn(text: string): Generator<RegExpExecArray> {
  let at = 0
  for (const { index } of text.matchAll(yearNumbers)) {
    for (at = Math.max(at, index - leadMax); at <= index; at++) {
      period.lastIndex = at
      const match = period.exec(text)
      if (!match) continue
      yield match
      at = match.index + match[0].length - 1
    }
  }
}

/** True when a line names a year. */
export function namesYear(line: string): boolean {
  return anyYear.test(line)
}

const ends = 'exp\\.?(?= \\d\\d?[./-]); expir\\p{L}+; valid \\p{L}+; good (?:through|until|till|to); ended'
const expiry = new RegExp(
  String.raw`${phraseSource(ends)}:?\s(?:(?:in|on|by)\s)?(?:\d{1,2}[./-](?=\d{1,2}[./-]))?${dated('from')}`,
  'iu',
)

/** Where a line says when something ends ("exp. 03/2024", "valid to May 2025"): the last month of it; null elsewhere. */
export function expiryIn(line: string): number | null {
  const { groups } = expiry.exec(line) ?? {}
  return groups ? dateOf(groups, 'from') + (monthOf(groups, 'from') === null ? 11 : 0) : null
}

function dateOf(groups: Groups, side: 'from' | 'to'): number {
  return yearOf(groups[`year_${side}`]!) * 12 + (monthOf(groups, side) ?? 0)
}

function yearOf(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 50 ? 2000 + year : 1900 + year
}

/** 0 to 11, or null when the year stands alone. */
function monthOf(groups: Groups, side: 'from' | 'to'): number | null {
  const month = Number(groups[`month_${side}`] ?? groups[`after_${side}`])
  if (month >= 1 && month <= 12) return month - 1
  const name = fold(groups[`name_${side}`] ?? '')
  return monthsByName.get(name.slice(0, 4)) ?? monthsByName.get(name.slice(0, 3)) ?? null
}

/** The months that the periods cover together; overlaps count once. `latest` stands for "present". */
export function monthsCovered(periods: Period[], latest: number): number {
  let covered = 0
  let reached = 0
  for (const { from, to } of periods.toSorted((one, other) => one.from - other.from)) {
    // Months count inclusively, except for "present", which may be the first day of its month.
    const end = to === null ? latest : to + 1
    covered += Math.max(0, end - Math.max(from, reached))
    reached = Math.max(reached, end)
  }
  return covered
}
