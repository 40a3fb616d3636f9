/**
 * Finds the passage of an application that says in other words what a requirement asks for.
 *
 * Owns how near is near enough: a logistic regression over the little that a passage shows, fitted on the jobs of the
 * tuned half and ten more like them, each judged by the others. A list names and says nothing, so it never counts here.
 */
import { isNamed, type Term } from '../requirement/term-groups.ts'
import type { Requirement } from '../requirement/requirement.ts'
import type { Line } from '../application/line.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import { coverage, likeness, wordsOf } from '../language/word-vectors.ts'
import { isTrade } from '../vocabulary/skills.ts'
import { groupsNamedIn } from './evidence.ts'

/** Only so many passages are compared word by word. */
const nearestMax = 4
/** Below this, even a passage that says every word is not near enough, and is not compared word by word. */
const likenessMin = 0.25
/** What is in progress is worth a part, however little more is said of it: less so where it is named, "license pending". */
const unfinishedMin = 0.6
const namedUnfinishedMin = 0.35
/** Two words are alike by chance. */
const wordsMin = 3
/** A passage of as many words tells as much as a longer one. */
const wordsEnough = 15
/** The names of a requirement that a passage lacks; more make it no worse. */
const missingMax = 2
/** From these odds on a passage is credited. Of the jobs above, 85 in 100 such credits are right, and no more with 0.7. */
const oddsMin = 0.4

type Near = { line: Line; alike: number }

/** The passage that means most surely what is asked for, or null where that is too unsure. */
export function nearestPassage(requirement: Requirement, application: ApplicationIndex): Line | null {
  const all = passagesLike(requirement, application)
  const titles = titlesAmong(all)
  const rated = all
    .filter(({ line, alike }) => alike >= likenessMin && line.meaning().stems.size >= wordsMin)
    .slice(0, nearestMax)
    .map((near) => ({ line: near.line, odds: oddsOf(requirement, near, titles.get(near.line.employment) ?? 0) }))
    .filter(({ odds }) => odds >= oddsMin)
    .toSorted((one, other) => other.odds - one.odds)
  const says = ({ line }: { line: Line }): boolean =>
    saysWhatHasNoOtherWord(requirement, line) && line.usable() && !line.inProgress()
  return rated.find(says)?.line ?? null
}

/** How like the requirement the dated lines of each job are. */
function titlesAmong(all: Near[]): Map<number | null, number> {
  const titles = new Map<number | null, number>()
  for (const { line, alike } of all) {
    if (line.dated && line.employment !== null)
      titles.set(line.employment, Math.max(alike, titles.get(line.employment) ?? 0))
  }
  return titles
}

/** A word that says of which kind has to be said by one as near. */
const kindNearnessMin = 0.5

/** False for a passage without a tool or a name that is asked for, or without a word that says of which kind. */
function saysWhatHasNoOtherWord({ meaning, termGroups }: Requirement, line: Line): boolean {
  // A number makes a name of a trade's: "ISO 9001".
  const isName = ({ kind, key }: Term): boolean =>
    kind === 'NAME' || (kind === 'SKILL' && (!isTrade(key) || /\d/.test(key)))
  const names = termGroups.filter(({ terms }) => terms.some(isName))
  if (groupsNamedIn(line, names).size < names.length) return false
  return termGroups.every(({ qualifies, terms }) => {
    if (!qualifies) return true
    const words = meaning.words.filter(({ stem }) => terms.some(({ key, own }) => key === stem || own.includes(stem)))
    return coverage({ ...meaning, words }, line.meaning()) >= kindNearnessMin
  })
}

/** The passage about what is asked for that says it is still in progress, or null. */
export function nearestUnfinished(requirement: Requirement, application: ApplicationIndex): Line | null {
  const isNear = ({ line, alike }: Near): boolean =>
    alike >= (groupsNamedIn(line, requirement.termGroups).size > 0 ? namedUnfinishedMin : unfinishedMin)
  const all = passagesLike(requirement, application).filter(isNear)
  return all.find(({ line }) => line.inProgress() && line.usable())?.line ?? null
}

/** The passages that are no lists, those that are most like the requirement first. */
function passagesLike({ meaning }: Requirement, { lines }: ApplicationIndex): Near[] {
  return lines
    .filter(({ bare, section }) => !bare && section !== 'SKILLS' && section !== 'REFERENCES')
    .map((line) => ({ line, alike: likeness(meaning, line.meaning()) }))
    .toSorted((one, other) => other.alike - one.alike)
}

/**
 * The logarithm of the odds that a reader would give credit for the passage.
 *
 * @param title how like the requirement the title of its job is
 */
function oddsOf({ meaning, termGroups }: Requirement, { line, alike }: Near, title: number): number {
  const told = line.meaning()
  const named = termGroups.filter(isNamed)
  const missing = Math.min(missingMax, named.length - groupsNamedIn(line, named).size)
  const length = Math.min(1, told.stems.size / wordsEnough)
  // A dated line names a job or a school, which is like much of what is done there; outside of jobs stand claims.
  const place = (line.dated ? -1.5 : 0) + (line.employment === null ? -0.44 : 0)
  return 4.85 * alike + 5.7 * coverage(meaning, told) + 2.3 * title + 1.6 * length + place - 0.52 * missing - 6.6
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
