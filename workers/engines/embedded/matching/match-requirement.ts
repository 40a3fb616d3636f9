/**
 * Matches an application with each side of a requirement: its degree, its languages, and its length of experience or
 * else its skills and words.
 *
 * Owns which sides there are; verdict.ts combines them into one verdict.
 */
import { matchSkills } from './match-skills.ts'
import { matchEducation } from './match-education.ts'
import { matchExperience } from './match-experience.ts'
import type { Match } from './match.ts'
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
  else if (termGroups.length > 0) matches.push(matchSkills(requirement, application))
  return matches
}
