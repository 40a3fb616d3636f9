/**
 * How long somebody has done what a requirement asks for.
 *
 * Owns the choice between what is stated and what employment dates add up to; the longer one counts, with
 * the lines that say so.
 */
import type { Element } from './elements.ts'
import { affirmedIn, elementsIn, quotesMax } from './evidence.ts'
import { closed, named, type Line } from './lines.ts'
import type { Reading } from './reading.ts'
import { monthsAt, type Station } from './stations.ts'
import { tokensOf } from './terms.ts'
import { namesYear } from './years.ts'

export type Experience = { months: number; stated: boolean; lines: Line[] }

/** A line or a station is about a subject when it names this much of it. */
const subjectShareMin = 0.5

/** The longest experience with the elements, or in all when there are none; null when nothing says how long. */
export function experienceWith(elements: Element[], reading: Reading): Experience | null {
  const stated = statedExperience(elements, reading)
  const dated = datedExperience(elements, reading)
  if (stated === null || dated === null) return stated ?? dated
  return dated.months > stated.months ? dated : stated
}

function statedExperience(elements: Element[], reading: Reading): Experience | null {
  let longest: Experience | null = null
  for (const line of reading.lines) {
    for (const claim of line.claims) {
      if (claim.months <= (longest?.months ?? 0)) continue
      const segment = line.claims.length > 1 ? segmentAt(line.text, claim.start) : null
      const found = segment === null ? affirmedIn(line, elements) : elementsIn(namesOf(segment), elements)
      if (isAbout(found, elements) && line.usable()) longest = { months: claim.months, stated: true, lines: [line] }
    }
  }
  return longest
}

function datedExperience(elements: Element[], reading: Reading): Experience | null {
  const stations: Station[] = []
  const lines: Line[] = []
  for (const station of reading.stations) {
    if (station.periods.length === 0) continue
    const telling = station.lines.map((line) => ({ line, found: affirmedIn(line, elements) }))
    const found = new Set(telling.flatMap((entry) => [...entry.found]))
    if (!isAbout(found, elements)) continue
    stations.push(station)
    const first = telling.find((entry) => entry.found.size > 0)
    lines.push(datesOf(station), ...(first ? [first.line] : []))
  }
  const months = monthsAt(stations, reading.latest)
  return months === 0 ? null : { months, stated: false, lines: [...new Set(lines)].slice(0, quotesMax) }
}

function datesOf({ lines }: Station): Line {
  return lines.find(({ text }) => namesYear(text)) ?? lines[0]!
}

function isAbout(found: Set<Element>, elements: Element[]): boolean {
  const weight = (some: Iterable<Element>): number => Array.from(some).reduce((sum, one) => sum + one.weight, 0)
  return weight(found) >= subjectShareMin * weight(elements)
}

/** "TypeScript (7 years), Python (2 years)": of several lengths each belongs to its own part of the line. */
function segmentAt(text: string, at: number): string {
  const start = Math.max(...[',', ';', '|', '•'].map((mark) => text.lastIndexOf(mark, at - 1))) + 1
  const length = text.slice(at).search(/[,;|•]/)
  return text.slice(start, length < 0 ? text.length : at + length)
}

function namesOf(text: string): Pick<Line, 'words' | 'impliedSkills'> {
  const { words, skills } = named(text, tokensOf(text), 0)
  return { words, impliedSkills: closed(skills) }
}
