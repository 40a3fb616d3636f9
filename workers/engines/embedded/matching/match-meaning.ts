/**
 * Finds the passages of an application that are like a requirement in meaning.
 *
 * Owns which of them are compared word by word. A list names and says nothing, so it never counts here.
 */
import type { Requirement } from '../requirement/requirement.ts'
import type { Line } from '../application/line.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import { coverage, likeness, wordsOf } from '../../../language/word-vectors.ts'
import { groupsNamedIn, isListed } from './evidence.ts'

/** Only so many passages are compared word by word. */
const nearestMax = 8
/** One word is alike by chance. */
const wordsMin = 2
/** What is in progress is worth a part, however little more is said of it: less so where it is named, "license pending". */
const unfinishedMin = 0.6
const namedUnfinishedMin = 0.35

/** A line, how like the requirement it is as a whole, and how much of it it says word by word. */
export type Passage = { line: Line; alike: number }
export type Nearest = Passage & { covered: number }

/** The lines with how like they are, those that are most like the requirement first. */
export function passagesLike({ meaning }: Requirement, { lines }: ApplicationIndex): Passage[] {
  return lines
    .filter((line) => line.section !== 'REFERENCES' && !isListed(line) && !line.isOrder())
    .map((line) => ({ line, alike: likeness(meaning, line.meaning()) }))
    .toSorted((one, other) => other.alike - one.alike)
}

/** Of passages in order, the one that says most and may be quoted. */
export function nearestOf(passages: Passage[], { meaning }: Requirement): Nearest | null {
  const near: Nearest[] = []
  for (const passage of passages) {
    if (near.length === nearestMax) break
    const { line } = passage
    const told = line.meaning()
    if (told.stems.size < wordsMin || line.inProgress() || !line.usable()) continue
    near.push({ ...passage, covered: coverage(meaning, told) })
  }
  const [nearest] = near.toSorted((one, other) => other.alike + other.covered - one.alike - one.covered)
  return nearest ?? null
}

/** The passage about what is asked for that says it is still in progress, or null. */
export function nearestUnfinished(requirement: Requirement, application: ApplicationIndex): Line | null {
  const isNear = ({ line, alike }: Passage): boolean =>
    alike >= (groupsNamedIn(line, requirement.termGroups).size > 0 ? namedUnfinishedMin : unfinishedMin)
  const all = passagesLike(requirement, application).filter(isNear)
  return all.find(({ line }) => line.inProgress() && line.usable())?.line ?? null
}

/** A passage about others than those whom the applicant has to have led says this much of them at most. */
const othersMax = 0.5

/** True where the lines, and the jobs that they belong to, are about whom or what the requirement asks to have led. */
export function isAboutLed({ led }: Requirement, lines: Line[], application: ApplicationIndex): boolean {
  if (led === null || led.words.length === 0) return true
  const jobs = new Set(lines.map(({ employment }) => employment))
  const around = application.lines.filter(
    (line) => lines.includes(line) || (line.employment !== null && jobs.has(line.employment)),
  )
  return coverage(led, wordsOf(around.flatMap((line) => [...line.meaning().stems]))) > othersMax
}
