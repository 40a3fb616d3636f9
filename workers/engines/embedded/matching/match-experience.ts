/**
 * Compares an application with the length of experience that a requirement asks for.
 *
 * Computes two durations, one that the applicant states and one from the employment dates, and uses the longer one.
 */
import type { TermGroup } from './term-groups.ts'
import { groupsAffirmedIn, groupsNamedIn, quotesMax } from './evidence.ts'
import { likeness, type Meaning } from '../../../language/word-vectors.ts'
import { isCredit, type Match } from './match.ts'
import { isAnotherKind, matchSkills } from './match-skills.ts'
import { areWholeYears, type Finding } from './reasons.ts'
import type { Requirement } from './requirement.ts'
import { namesIn, type Line } from './line.ts'
import type { ApplicationIndex } from './application.ts'
import type { Employment } from './application.ts'
import { monthsCovered } from '../language/periods.ts'

type Experience = { months: number; lines: Line[] }

/** If the applicant has less than this share of the requested length, the verdict is NOT_MET rather than PARTIAL. */
const partialShareMin = 0.6

/** A line, or the head of an employment, is about a subject if it mentions at least this share of the subject. */
const subjectShareMin = 0.5
/**
 * The same minimum for all lines of an employment together. It is higher, because they mention many things in passing.
 */
const jobShareMin = 0.67

/**
 * Returns the match between the required length of experience, in months, and the longest such experience in the
 * application.
 */
export function matchExperience(requirement: Requirement, months: number, application: ApplicationIndex): Match {
  const { termGroups } = requirement
  const experience = experienceWith(requirement, application)
  if (experience === null) {
    const coverage = termGroups.length === 0 ? null : matchSkills(requirement, application)
    if (coverage !== null && !isCredit(coverage)) return coverage
    const unknown: Finding = { key: 'YEARS_UNKNOWN', duration: { has: 0, asked: months } }
    return { verdict: 'NO_EVIDENCE', findings: [unknown], lines: [] }
  }
  const { lines, months: has } = experience
  const duration = { has, asked: months }
  const findings: Finding[] = [{ key: has < months && areWholeYears(duration) ? 'YEARS_SHORT' : 'YEARS', duration }]
  if (has < months * partialShareMin) return { verdict: 'NOT_MET', findings, lines }
  return { verdict: has < months ? 'PARTIAL' : 'MET', findings, lines }
}

/**
 * Returns the longest experience with the subject of the requirement, or with anything if the requirement states no
 * subject. Returns null if the application shows no such duration.
 */
function experienceWith(requirement: Requirement, application: ApplicationIndex): Experience | null {
  const { termGroups } = requirement
  const isOther = termGroups.length > 0 && isAnotherKind(termGroups, application)
  const stated = isOther ? null : statedExperience(termGroups, application)
  const dated = datedExperience(requirement, application, isOther)
  if (stated === null || dated === null) return stated ?? dated
  return dated.months > stated.months ? dated : stated
}

function statedExperience(termGroups: TermGroup[], application: ApplicationIndex): Experience | null {
  let longest: Experience | null = null
  for (const line of application.lines.filter(({ claims }) => claims.length > 0)) {
    for (const { months, start } of line.claims) {
      // In "TypeScript (7 years), Python (2 years)", each duration is about its own item.
      const isList = line.claims.length > 1
      const found = isList
        ? groupsNamedIn(namesIn(itemAt(line.text, start)), termGroups)
        : groupsAffirmedIn(line, termGroups)
      const isSubject = isAbout(found, termGroups) && isOfKind(found, termGroups)
      if (months > (longest?.months ?? 0) && isSubject && line.usable()) longest = { months, lines: [line] }
    }
  }
  return longest
}

const itemAt = (text: string, at: number): string =>
  `${/[^,;|•]*$/.exec(text.slice(0, at))![0]}${/^[^,;|•]*/.exec(text.slice(at))![0]}`

function datedExperience(requirement: Requirement, application: ApplicationIndex, isOther: boolean): Experience | null {
  const { termGroups, meaning } = requirement
  const employments: Employment[] = []
  const lines: Line[] = []
  for (const employment of application.employments) {
    const { periods, head } = employment
    if (periods.length === 0) continue
    const telling = employment.lines.map((line) => ({ line, found: groupsAffirmedIn(line, termGroups) }))
    const found = new Set(telling.flatMap((entry) => [...entry.found]))
    const headed = new Set(telling.flatMap((entry) => (head.includes(entry.line) ? [...entry.found] : [])))
    const isSubject = isAbout(headed, termGroups) || isAbout(found, termGroups, jobShareMin)
    const isTold = isSubject && isOfKind(found, termGroups)
    if ((isOther || !isTold) && likenessOf(head, meaning) < alikeMin) continue
    employments.push(employment)
    const first = telling.find((entry) => entry.found.size > 0)
    lines.push(head.at(-1)!, ...(first ? [first.line] : []))
  }
  const months = monthsCovered(
    employments.flatMap(({ periods }) => periods),
    application.latest,
  )
  return months === 0 ? null : { months, lines: [...new Set(lines)].slice(0, quotesMax) }
}

/** A job whose head is at least this similar to the subject is the same kind of job, whatever words it uses. */
const alikeMin = 0.6

const likenessOf = (lines: Line[], meaning: Meaning): number =>
  Math.max(...lines.map((line) => likeness(meaning, line.meaning())))

/**
 * Returns whether the words that narrow down a trade are found. Experience in sales alone does not satisfy "medical
 * device or diagnostics sales".
 */
const isOfKind = (found: Set<TermGroup>, termGroups: TermGroup[]): boolean =>
  termGroups.every((group) => !group.qualifies || found.has(group))

function isAbout(found: Set<TermGroup>, termGroups: TermGroup[], shareMin = subjectShareMin): boolean {
  const weight = (some: Iterable<TermGroup>): number => Array.from(some).reduce((sum, one) => sum + one.weight, 0)
  return weight(found) >= shareMin * weight(termGroups)
}
