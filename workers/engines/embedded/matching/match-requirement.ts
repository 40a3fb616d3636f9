/**
 * A requirement judged side by side: its degree, its languages, its length of experience or else its
 * skills and words.
 *
 * Owns which sides there are, and the judgement on lengths. How the sides make one verdict is not decided here.
 */
import { coverageFacet } from './match-skills.ts'
import { educationFacet } from './match-education.ts'
import { isNamed, type Atom } from '../requirement/term-groups.ts'
import { placeOf } from './evidence.ts'
import { experienceWith } from './match-experience.ts'
import type { Facet } from './match.ts'
import { fluencyFacets } from './match-languages.ts'
import type { Reading } from '../application/application-index.ts'
import { lengthOf, topicOf } from './reasons.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** Less than this part of what was asked for is not a start but a lack. */
const partialLengthMin = 0.5
/** Dates are rounded to months at both ends. */
const toleranceMonths = 1
const noLength = 'nothing says how long the applicant has worked'

/** The sides that the requirement has, each judged. */
export function facetsOf(requirement: Requirement, reading: Reading): Facet[] {
  const { elements, months, degree, languages } = requirement
  const facets: Facet[] = []
  if (degree !== null) facets.push(educationFacet(degree, reading))
  facets.push(...fluencyFacets(languages, reading))
  if (months !== null) facets.push(experienceFacet(requirement, months, reading))
  else if (elements.length > 0) facets.push(coverageFacet(requirement, reading))
  return facets
}

function experienceFacet(requirement: Requirement, months: number, reading: Reading): Facet {
  const { text, elements } = requirement
  const experience = experienceWith(elements, reading)
  const coverage = elements.length === 0 ? null : coverageFacet(requirement, reading)
  const asked = `${lengthOf(months)} ${months === 12 ? 'was' : 'were'} asked for`
  if (experience === null) {
    if (coverage === null) return { verdict: 'NO_EVIDENCE', reason: noLength, lines: [] }
    if (coverage.lines.length === 0 || coverage.verdict === 'NOT_MET') return coverage
    const reason = `${coverage.reason}; nothing says for how long, and ${asked}`
    return { verdict: 'PARTIAL', reason, lines: coverage.lines }
  }
  const { lines, stated } = experience
  const topic = topicOf(text, elements)
  const subject = topic === '' ? 'of experience' : `with ${topic}`
  const reason = `${stated ? 'states' : 'has dates for'} ${lengthOf(experience.months)} ${subject}; ${asked}`
  if (experience.months < months * partialLengthMin) return { verdict: 'NOT_MET', reason, lines }
  if (experience.months + toleranceMonths < months) return { verdict: 'PARTIAL', reason, lines }
  // Years with a part of what was asked for are no years with all of it.
  if (coverage !== null && isNameMissing(requirement, reading)) {
    return { verdict: 'PARTIAL', reason: `${reason}; ${coverage.reason}`, lines }
  }
  return { verdict: 'MET', reason, lines }
}

function isNameMissing({ elements }: Requirement, reading: Reading): boolean {
  const isHeld = (atom: Atom): boolean => reading.lines.some((line) => placeOf(line, atom) !== undefined)
  return elements.filter(isNamed).some(({ atoms }) => !atoms.some(isHeld))
}
