/**
 * Classifies a statement of a job description as a requirement, a duty or neither, and rates how much it matters.
 *
 * Owns the judgement; the words that it relies on are in posting-words.ts.
 */
import type { Importance } from '../../../tasks.ts'
import * as postingWords from './posting-words.ts'
import type { Statement } from './posting.ts'
import type { Requirement } from '../requirement/requirement.ts'
import type { Term } from '../requirement/term-groups.ts'
import { isAboutCompany, withoutRole, type Employer } from './subject.ts'
import { isDuty, thirdPerson } from './rewording.ts'
import { withoutIfAnythingStays } from './boilerplate.ts'

/** `BLURB`: the company describing itself. */
export type Kind = 'REQUIREMENT' | 'DUTY' | 'PROSE' | 'BLURB' | 'NOISE'
/** `NONE`: not needed. */
export type NamedImportance = Importance | 'NONE'

const softSkills = new Set([
  'Communication',
  'Teamwork',
  'Problem solving',
  'Time management',
  'Attention to detail',
  'Presentation skills',
])

const bracketed = /\([^()]*\)/g
const sentenceWordsMin = 12 // a longer line among requirements that asks nothing is about something else

/** The kind of a statement, by its section and its words. A statement that something is not needed is noise. */
export function kindOf({ text, section, listed, bullet }: Statement, employer: Employer): Kind {
  if (section === 'NOISE') return 'NOISE'
  const named = namedImportance(text)
  if (named === 'NONE' || postingWords.noise.test(withoutIfAnythingStays(text, bracketed))) return 'NOISE'
  if (postingWords.label.test(text) || isPay(text)) return 'NOISE'
  if (isAboutCompany(text, section === 'OTHER' || section === 'DUTIES', employer)) return 'BLURB'
  if (section === 'DUTIES') return isRequiring(text, named) ? 'REQUIREMENT' : 'DUTY'
  if (section === 'MUST_HAVE' && named === null && thirdPerson.test(text) && !postingWords.requirement.test(text))
    return 'DUTY'
  if (section !== 'OTHER') return bullet || isAsking(text, named) ? 'REQUIREMENT' : 'PROSE'
  if (named === null && (isDuty(text, false) || withoutRole(text, employer) !== text)) return 'DUTY'
  if (named !== null || postingWords.requirement.test(text)) return 'REQUIREMENT'
  if (isDuty(text, listed)) return 'DUTY'
  return listed ? 'REQUIREMENT' : 'PROSE'
}

function isAsking(text: string, named: NamedImportance | null): boolean {
  const asks = postingWords.requirement.test(text) || named !== null || begins.test(text)
  return asks || text.split(' ').length <= sentenceWordsMin
}

function isPay(text: string): boolean {
  return postingWords.money.test(text) && !postingWords.handled.test(text)
}

const begins = new RegExp(`^(?:the (?:ideal |successful )?(?:candidate|applicant)\\s|${postingWords.head})`, 'iu')

/** True for a requirement among the duties: "Must hold a licence", but not "Renew certificates on time". */
function isRequiring(text: string, named: NamedImportance | null): boolean {
  return (
    begins.test(text) ||
    named !== null ||
    (postingWords.formal.test(text) && !isDuty(text, true) && !thirdPerson.test(text))
  )
}

/** How much a requirement matters: what its words say, else its heading, else PREFERRED: a must needs a word that requires it. */
export function importanceOf(
  { text, section }: Statement,
  named: Importance | null,
  requirement: Requirement,
): Importance {
  if (named !== null) return named
  if (section === 'NICE_TO_HAVE' || section === 'PREFERRED') return section
  if (postingWords.least.test(text)) return 'MUST_HAVE'
  return section === 'MUST_HAVE' && isQualification(requirement) ? 'MUST_HAVE' : 'PREFERRED'
}

/** True when `importanceOf` relies on none of the author's words except, at most, a heading that covers everything. */
export function isGuess({ text, section }: Statement, named: Importance | null): boolean {
  return named === null && section !== 'NICE_TO_HAVE' && section !== 'PREFERRED' && !postingWords.least.test(text)
}

/** The importance that the words of a requirement, a question or an answer name. */
export function namedImportance(text: string): NamedImportance | null {
  const words = text.replace(postingWords.aside, '')
  // "Helpful but not essential", "preferred but not required": the wish counts.
  if (postingWords.niceToHave.test(words)) return 'NICE_TO_HAVE'
  if (postingWords.preferred.test(words)) return 'PREFERRED'
  if (postingWords.notAlways.test(words)) return 'NICE_TO_HAVE'
  if (postingWords.notNeeded.test(words)) return 'NONE'
  return postingWords.mustHave.test(words) ? 'MUST_HAVE' : null
}

/** True for what a heading may require of everybody: years, a degree, a language, a licence, a skill, and no trait. */
function isQualification({ text, termGroups, ...asked }: Requirement): boolean {
  if (asked.months !== null || asked.degree !== null || asked.languages.mentions.length > 0) return true
  if (asked.credential || asked.quantity !== null || (postingWords.learnt.test(text) && !postingWords.soft.test(text)))
    return true
  const terms = termGroups.flatMap((group) => group.terms)
  const named = terms.filter(({ kind, key }) => kind !== 'WORD' && !softSkills.has(key))
  return weightOf(named) > weightOf(terms) / 2
}

const weightOf = (terms: Term[]): number => terms.reduce((sum, { weight }) => sum + weight, 0)
