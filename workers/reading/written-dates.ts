/** Patterns for dates as people write them, in words or numbers, and the last moment of each date. */
import { monthNamed } from '../language/month-names.ts'

const year = String.raw`(?<year>(?:19|20)\d\d)`
/** Matches any word. A pattern with all month names would take a second to compile. */
const month = String.raw`(?<month>[^\s\d.,:/()–-]{3,12})\.?`
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.|º|er)?`
const gap = String.raw`(?:,? (?:of |de |del )?|[,.] ?)`

const patterns = [
  `${day}${gap}?${month}${gap}${year}`,
  `${month}${gap}?${day},? ${year}`,
  `${month}${gap}?${year}`,
  `${year}(?:[-/.]|年 ?)(?<number>\\d\\d?)(?:[-/.]|月 ?)(?<day>\\d\\d?)日?`,
  `${year}(?:[-/.]|年 ?)(?<number>\\d\\d?)月?`,
  String.raw`(?<one>\d\d?)[-/.] ?(?<other>\d\d?)[-/.] ?${year}`,
  String.raw`(?<number>\d\d?)[-/.]${year}`,
  `${year}年?`,
].map((pattern) => new RegExp(`^${pattern}\\.?$`, 'i'))

/**
 * Returns the last moment (epoch ms, UTC) of the day, month or year in a text that consists of a date; null for any
 * other text.
 */
export function lastMomentOf(text: string): number | null {
  const trimmed = text.trim()
  for (const pattern of patterns) {
    const groups = pattern.exec(trimmed)?.groups
    if (groups) return momentOf(groups)
  }
  return null
}

function momentOf({ year, one, other, month, number, day }: Record<string, string | undefined>): number | null {
  if (one !== undefined) {
    // If day and month are ambiguous, the later date is used.
    const read = [endOf(year, other, one), endOf(year, one, other)].filter((moment) => moment !== null)
    return read.length === 0 ? null : Math.max(...read)
  }
  return endOf(year, month === undefined ? (number ?? 12) : monthNamed(month), day)
}

type Part = string | number | null | undefined

function endOf(year: Part, month: Part, day?: Part): number | null {
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const last = Number(day ?? daysInMonth)
  const isDate = Number(month) >= 1 && Number(month) <= 12 && last >= 1 && last <= daysInMonth
  return isDate ? Date.UTC(Number(year), Number(month) - 1, last + 1) - 1 : null
}
