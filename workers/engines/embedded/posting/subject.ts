/**
 * Decides whether a sentence of a job description is about the company or the candidate.
 *
 * The importance and the wording of a requirement are decided elsewhere.
 */
import { alternativesOf, openingPhrasesOf, phrasesOf } from '../../../language/words.ts'
import type { JobContext } from '../../../tasks.ts'
import * as postingWords from './posting-words.ts'
import { isAction } from './rewording.ts'
import { fold } from '../../../language/tokens.ts'

/**
 * `company`: the folded name of the company. `role`: matches a mention of the role as the subject of a sentence, such
 * as "the position".
 */
export type Employer = { company: string; role: RegExp }

const anyRole = ['role', 'position', 'job', 'incumbent', 'employee', 'person', 'colleague']

/** Returns a posting's employer and role. */
export function employerOf({ companyName = '', jobTitle = '' }: Partial<JobContext>): Employer {
  const noun = jobTitle.match(/\p{L}{2,}/gu)?.at(-1) ?? 'role'
  const roles = [...anyRole, noun.toLowerCase()]
  const role = new RegExp(
    [
      `^(?:as (?:an?|our|the) |the |an? |our |this )?(?:[\\p{L}/-]+ ){0,3}?(?:${roles.join('|')})s?(?: [IVX]+)?,? `,
      '(?:you (?:will )?|will )?(?=\\p{Ll}{3,}s? )(?!(?:is|are|has|have|must|should|requires|who|in|at|for|of|with|as|to|and|or|needs?)\\b)',
    ].join(''),
    'iu',
  )
  return { company: fold(companyName.trim()), role }
}

const firstPerson = openingPhrasesOf('company subject')
// "Lakeview Hospital has 200 beds", "Acme & Sons is a maker of": a name and a verb that usually has a company as its
// subject. "Excel is" does not match.
const named = new RegExp(
  [
    String.raw`^(?:(?:[Tt]he|[Dd]ie|[Dd]er|[Dd]as|[Ll][ae]|[Ee]l) )?`,
    String.raw`(?:\p{Lu}[\p{L}\p{N}.'’&-]{0,40} (?:(?:of|and|&|for|und) )?){1,8}`,
    String.raw`${alternativesOf('company predicate')}(?!\p{L})`,
  ].join(''),
  'u',
)

/** Words that ask something of the candidate, even if the sentence is about the company. */
const ask = phrasesOf('asks the candidate')

/** Returns whether a sentence is about the company or its team, and asks nothing of the candidate. */
export function isAboutCompany(text: string, { company }: Employer): boolean {
  if (ask.test(text)) return false
  return firstPerson.test(text) || named.test(text) || (company !== '' && fold(text).startsWith(company))
}

/**
 * Returns the text after the role, in sentences such as "The PT evaluates patients" and "As a waiter you greet guests".
 * Any other text is returned unchanged.
 */
export function withoutRole(text: string, { role }: Employer): string {
  const rest = text.replace(role, '')
  return rest !== text && isAction(rest) ? rest : text
}

const announcement = new RegExp(`^${alternativesOf('announcement')} `, 'iu')
const anyone = openingPhrasesOf('anyone')
const described = new RegExp(String.raw`\s${alternativesOf('described by')}\s`, 'iu')

/**
 * Returns the part of an announcement that asks something of the applicant: "a driving licence" in "We are looking for
 * a plumber with a driving licence". Returns null if the announcement only states the job, and any other text
 * unchanged.
 */
export function withoutAnnouncement(text: string): string | null {
  const opening = announcement.exec(text)
  if (opening === null) return text
  const wanted = text.slice(opening[0].length)
  const description = described.exec(wanted)
  const object = wanted.slice(0, description?.index)
  if (description === null) return null
  const asked = wanted.slice(description.index + description[0].length)
  return anyone.test(object) || postingWords.requirement.test(asked) ? asked : null
}
