/**
 * Matches an application with each side of a requirement: its degree, its languages, and its length of experience or
 * else its skills and words.
 *
 * Owns which sides there are; verdict.ts combines them into one verdict.
 */
import { matchSkills } from './match-skills.ts'
import { matchEducation } from './match-education.ts'
import { matchExperience } from './match-experience.ts'
import { bestOf, isCredit, type Match } from './match.ts'
import { isAboutLed, nearestUnfinished } from './match-meaning.ts'
import { matchLanguages } from './match-languages.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** One match for each side that the requirement has. */
export function matchRequirement(requirement: Requirement, application: ApplicationIndex): Match[] {
  const { termGroups, months, degree, languages } = requirement
  const matches: Match[] = []
  if (degree !== null) matches.push(matchEducation(degree, application))
  matches.push(...matchLanguages(languages, application))
  if (months !== null) matches.push(matchExperience(requirement, months, application))
  else if (termGroups.length > 0) matches.push(matchTold(requirement, application))
  return degree?.orElse ? bestOf(matches) : matches
}

/** Its skills and words, those of the people led, or a credential that is still sought. */
function matchTold(requirement: Requirement, application: ApplicationIndex): Match {
  const match = matchSkills(requirement, application)
  if (isCredit(match) && !isAboutLed(requirement, match.lines, application))
    return { verdict: 'NO_EVIDENCE', reason: 'shows leading or teaching, but of others', lines: [] }
  if (match.verdict !== 'NO_EVIDENCE' || !requirement.credential) return match
  const sought = nearestUnfinished(requirement, application)
  return sought === null
    ? match
    : { verdict: 'PARTIAL', reason: 'is working towards what is asked for', lines: [sought] }
}
