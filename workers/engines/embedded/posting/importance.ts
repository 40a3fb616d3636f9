/**
 * Classifies a statement of a job description as a requirement, a duty or neither, and rates its importance.
 *
 * The words and phrases that indicate each are in posting-words.ts.
 */
import { wishIn } from '../../../../src/kit/wishes.ts'
import type { Importance } from '../../../tasks.ts'
import * as postingWords from './posting-words.ts'
import type { Statement } from './statement.ts'
import { requirementOf, type Requirement } from '../matching/requirement.ts'
import type { Term } from '../matching/term-groups.ts'
import { isAboutCompany, withoutRole, type Employer } from './subject.ts'
import { isDuty } from './rewording.ts'

/** `BLURB`: the company describes itself. */
export type Kind = 'REQUIREMENT' | 'DUTY' | 'PROSE' | 'BLURB' | 'NOISE'
/** `NONE`: not required. */
export type NamedImportance = Importance | 'NONE'

// Below a requirements heading, a longer line without any words of requirement is about something else
const sentenceWordsMin = 12

/** Classifies a statement by its section and its words. A statement that something is not needed is noise. */
export function kindOf({ text, section, listed, bullet, stance }: Statement, employer: Employer): Kind {
  if (section === 'NOISE') return 'NOISE'
  const named = namedImportance(text)
  if (named === 'NONE' || postingWords.noise.test(text)) return 'NOISE'
  if (named === null && isAboutCompany(text, employer)) return 'BLURB'
  if (stance === 'SURROUNDS' && !namesFact(text)) return 'BLURB'
  if (section === 'DUTIES') return isRequiring(text, named) ? 'REQUIREMENT' : 'DUTY'
  if (section !== 'OTHER') return bullet || isAsking(text, named) ? 'REQUIREMENT' : stance === 'ASKS' ? 'DUTY' : 'PROSE'
  if (named === null && (isDuty(text, false) || withoutRole(text, employer) !== text)) return 'DUTY'
  if (named !== null || postingWords.requirement.test(text)) return 'REQUIREMENT'
  if (isDuty(text, listed || stance === 'ASKS')) return 'DUTY'
  return listed ? 'REQUIREMENT' : 'PROSE'
}

/**
 * Returns whether a line mentions a licence, a degree, a language or a preference, or consists of skills, regardless of
 * the lines around it.
 */
function namesFact(text: string): boolean {
  const requirement = requirementOf(text)
  // A number of years is not such a fact: "after one year" may be part of the offer.
  const { degree, languages, credential } = requirement
  const isFormal = credential || degree !== null || languages.mentions.length > 0
  return isFormal || skillShare(requirement) === 1 || wishIn(text) !== null
}

function isAsking(text: string, named: NamedImportance | null): boolean {
  const asks = postingWords.requirement.test(text) || named !== null
  return asks || text.split(' ').length <= sentenceWordsMin
}

const begins = new RegExp(`^(?:the (?:ideal |successful )?(?:candidate|applicant)\\s|${postingWords.head})`, 'iu')

/**
 * Returns whether a line below a duties heading is a requirement, like "Must hold a licence" and unlike "Renew
 * certificates on time".
 */
function isRequiring(text: string, named: NamedImportance | null): boolean {
  return begins.test(text) || named !== null || (postingWords.requirement.test(text) && !isDuty(text, true))
}

/**
 * Returns the importance that a requirement states, else the one that its heading states, else PREFERRED. MUST_HAVE
 * also needs a line that clearly asks for something or mentions a fact.
 */
export function importanceOf(statement: Statement, named: Importance | null, requirement: Requirement): Importance {
  const importance = named ?? headedImportance(statement, requirement)
  const isUnsure = statement.stance === 'SURROUNDS' || (named === null && statement.stance === 'DOUBTFUL')
  const isPlain = isFact(requirement) || skillShare(requirement) > 0.5
  return importance === 'MUST_HAVE' && isUnsure && !isPlain ? 'PREFERRED' : importance
}

function headedImportance({ text, section }: Statement, requirement: Requirement): Importance {
  if (section === 'NICE_TO_HAVE' || section === 'PREFERRED') return section
  if (postingWords.least.test(text)) return 'MUST_HAVE'
  return section === 'MUST_HAVE' && isQualification(requirement) ? 'MUST_HAVE' : 'PREFERRED'
}

/** Returns whether a requirement can be looked up, like years, a degree, a language, a licence or an amount. */
function isFact({ months, degree, languages, credential, quantity }: Requirement): boolean {
  return months !== null || degree !== null || languages.mentions.length > 0 || credential || quantity !== null
}

/**
 * Returns whether the result of `importanceOf` is a guess, because the author stated no importance, except perhaps in a
 * heading for all requirements.
 */
export function isGuess({ text, section }: Statement, named: Importance | null): boolean {
  return named === null && section !== 'NICE_TO_HAVE' && section !== 'PREFERRED' && !postingWords.least.test(text)
}

/** Returns the importance that a requirement, a question or an answer states. */
export function namedImportance(text: string): NamedImportance | null {
  const words = text.replace(postingWords.aside, '')
  // In "Helpful but not essential" and "preferred but not required", the positive word decides.
  if (postingWords.preferred.test(words)) return 'PREFERRED'
  if (postingWords.niceToHave.test(words)) return 'NICE_TO_HAVE'
  if (postingWords.notNeeded.test(words)) return 'NONE'
  return postingWords.mustHave.test(words) ? 'MUST_HAVE' : null
}

/**
 * Returns whether a heading can make an item mandatory for all applicants: years, a degree, a language, a licence or a
 * skill can be, a trait cannot.
 */
function isQualification(requirement: Requirement): boolean {
  if (isFact(requirement) || postingWords.learnt.test(requirement.text)) return true
  return shareOf(requirement, ({ kind }) => kind !== 'WORD') > 0.5
}

/** Returns the share of required terms that are skills in the vocabulary, from 0 to 1. */
function skillShare(requirement: Requirement): number {
  return shareOf(requirement, ({ kind }) => kind === 'SKILL')
}

/** Returns the share of required terms that pass the test; traits do not count. */
function shareOf({ termGroups }: Requirement, isSuch: (term: Term) => boolean): number {
  const terms = termGroups.flatMap((group) => group.terms)
  const sum = (some: Term[]): number => some.reduce((total, { weight }) => total + weight, 0)
  return terms.length === 0 ? 0 : sum(terms.filter(isSuch)) / sum(terms)
}
