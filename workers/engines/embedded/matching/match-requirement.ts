/**
 * A requirement judged side by side: its degree, its languages, its length of experience or else its
 * skills and words.
 *
 * Owns which sides there are, and the judgement on lengths. How the sides make one verdict is not decided here.
 */
import { matchSkills } from './match-skills.ts'
import { matchEducation } from './match-education.ts'
import { isNamed, type Term } from '../requirement/term-groups.ts'
import { placeOf } from './evidence.ts'
import { experienceWith } from './match-experience.ts'
import type { Match } from './match.ts'
import { matchLanguages } from './match-languages.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import { durationText, topicOf } from './reasons.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** Less than this part of what was asked for is not a start but a lack. */
const partialShareMin = 0.5
/** Dates are rounded to months at both ends. */
const toleranceMonths = 1
const noDuration = 'nothing says how long the applicant has worked'

/** The sides that the requirement has, each judged. */
export function matchRequirement(requirement: Requirement, application: ApplicationIndex): Match[] {
  const { termGroups, months, degree, languages } = requirement
  const matches: Match[] = []
  if (degree !== null) matches.push(matchEducation(degree, application))
  matches.push(...matchLanguages(languages, application))
  if (months !== null) matches.push(matchExperience(requirement, months, application))
  else if (termGroups.length > 0) matches.push(matchSkills(requirement, application))
  return matches
}

function matchExperience(requirement: Requirement, months: number, application: ApplicationIndex): Match {
  const { text, termGroups } = requirement
  const experience = experienceWith(termGroups, application)
  const coverage = termGroups.length === 0 ? null : matchSkills(requirement, application)
  const asked = `${durationText(months)} ${months === 12 ? 'was' : 'were'} asked for`
  if (experience === null) {
    if (coverage === null) return { verdict: 'NO_EVIDENCE', reason: noDuration, lines: [] }
    if (coverage.lines.length === 0 || coverage.verdict === 'NOT_MET') return coverage
    const reason = `${coverage.reason}; nothing says for how long, and ${asked}`
    return { verdict: 'PARTIAL', reason, lines: coverage.lines }
  }
  const { lines, stated } = experience
  const topic = topicOf(text, termGroups)
  const subject = topic === '' ? 'of experience' : `with ${topic}`
  const reason = `${stated ? 'states' : 'has dates for'} ${durationText(experience.months)} ${subject}; ${asked}`
  if (experience.months < months * partialShareMin) return { verdict: 'NOT_MET', reason, lines }
  if (experience.months + toleranceMonths < months) return { verdict: 'PARTIAL', reason, lines }
  // Years with a part of what was asked for are no years with all of it.
  if (coverage !== null && isNameMissing(requirement, application)) {
    return { verdict: 'PARTIAL', reason: `${reason}; ${coverage.reason}`, lines }
  }
  return { verdict: 'MET', reason, lines }
}

function isNameMissing({ termGroups }: Requirement, application: ApplicationIndex): boolean {
  const isHeld = (term: Term): boolean => application.lines.some((line) => placeOf(line, term) !== undefined)
  return termGroups.filter(isNamed).some(({ terms }) => !terms.some(isHeld))
}
