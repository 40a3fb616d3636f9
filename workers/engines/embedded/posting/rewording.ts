/**
 * Rewords statements in a job description as criteria.
 *
 * Removes the boilerplate ("The ideal candidate will have …") and keeps the rest as written. Never adds or drops a
 * requirement.
 */
import { alternativesOf, openingPhrasesOf, startingWith } from '../../../language/words.ts'
import { facts } from '../../../../generated/facts.gen.ts'
import { opening, unwrapped, withoutIfAnythingStays } from './boilerplate.ts'

/** In code points. */
const textLengthMax: number = facts.CriterionText.maxLength

/**
 * Returns the statement as one criterion: trimmed, capitalised, without a full stop, and no longer than the contract
 * allows.
 */
export function criterionText(statement: string): string {
  const bare = closed(
    unwrapped(statement)
      .replace(/[\s.,;:!。！]+$/u, '')
      .replace(danglingEnd, '')
      .trim(),
  )
  // A single word keeps the author's spelling.
  return shortened(!bare.includes(' ') && statement.startsWith(bare) ? bare : capitalised(bare))
}

// In "First Aid training as", "as" is a fragment left by truncation.
const danglingEnd =
  /(?:[\s,;–-]+(?:as|and|or|of|with|to|in|for|the|an?|by|at|on|from|that|which|is|are|will|mit|if|&|plus))+$/iu

/** Closes open brackets, and removes a closing bracket that was never opened. */
function closed(text: string): string {
  const open = text.split('(').length - text.split(')').length
  if (open > 0) return shortened(text, textLengthMax - open) + ')'.repeat(open)
  return open < 0 && !text.includes('(') ? text.replaceAll(')', '') : text
}

const responsible = opening(
  "(?:you (?:will |are |['’]ll )?(?:be )?)?(?:responsible for|in charge of|accountable for)\\s+",
)
const someoneWill =
  "(?:you(?:['’](?:ll|d)| will| would| are going to)|(?:they|(?:the|our (?:new|next)) \\p{L}+(?: \\p{L}+)?) will)(?: also)?\\s+"
const youWill = opening(`(?:${someoneWill}|(?:will|to)\\s+|(?:as an? (?:\\p{L}+ ){1,3})?you (?:also )?)`)
const youDo = opening("(?:as an? (?:\\p{L}+ ){1,3})?you(?:['’]d)? (?!(?:can|could|may|might|get|want|are|have)\\b)")
const gerund = /^\p{L}{3,}ing\b/iu
export const imperative = openingPhrasesOf('duty')
/** "Assists technicians" */
const thirdPerson = startingWith(`${alternativesOf('duty')}e?s`)

/** Returns whether a text is an action in at least two words: "plan lessons", "plans lessons". */
export function isAction(text: string): boolean {
  return /\S\s+\S/.test(text) && (imperative.test(text) || /^\p{Ll}{3,}s\s/u.test(text))
}

const candidateWill = opening(
  someoneWill,
  '(?!(?:need to |ideally )*(?:have|possess|bring|hold|need|be (?:able|expected|required|given|paid|offered))\\b)',
)

/** Returns whether a sentence or list item describes what the new hire will do, rather than what the job requires. */
export function isDuty(text: string, listed: boolean): boolean {
  // Two words are a noun phrase, not a duty: "Test automation".
  return (
    candidateWill.test(text) ||
    including.test(text) ||
    (listed &&
      (imperative.test(text) || gerund.test(text) || thirdPerson.test(text) || youDo.test(text)) &&
      /^\S+\s+(?!of\s)\S+\s+\S/.test(text))
  )
}

const including = opening(
  '(?:\\p{L}+ ){0,3}(?:tasks|duties|responsibilities|functions)(?: will| may)?(?: \\p{L}+)? includ(?:e|es|ing):?\\s+',
)

/** Rewords a duty as a criterion: "Build services" becomes "Able to build services". */
export function dutyText(told: string): string {
  const statement = withoutIfAnythingStays(told, including)
  const charge = withoutIfAnythingStays(statement, responsible)
  if (charge !== statement) return criterionText(`Experience with ${charge}`)
  const duty = withoutIfAnythingStays(statement, youWill)
  if (gerund.test(duty)) return criterionText(`Experience ${uncapitalised(duty)}`)
  return criterionText(imperative.test(duty) ? `Able to ${uncapitalised(duty)}` : duty)
}

const yesNoQuestion =
  /^(?:do you (?:currently )?(?:have(?! what)|hold|possess)|have you(?: got)?|are you|(can) you)\s+(?:an? |any )?([^?]{3,400})\?/iu

/**
 * Rewords a yes-or-no application question ("Do you have a forklift licence?") as a criterion; null for other
 * questions.
 */
export function questionText(question: string): string | null {
  const [, can, subject] = yesNoQuestion.exec(question.trim()) ?? []
  if (!subject) return null
  return criterionText(can ? `Able to ${subject}` : subject)
}

/** Returns the text trimmed and, if it is longer than the contract allows, truncated between words. */
export function shortened(text: string, lengthMax = textLengthMax): string {
  const characters = [...text.trim()]
  if (characters.length <= lengthMax) return text.trim()
  const window = characters.slice(0, lengthMax).join('')
  const blank = window.lastIndexOf(' ')
  return (blank > lengthMax / 2 ? window.slice(0, blank) : window).trim()
}

/** Capitalises the text unless it begins with a name: "iOS development", "dbt and SQL", "k6 scripts", "node.js". */
function capitalised(text: string): string {
  const [word = ''] = text.split(' ')
  const isName = /[\p{Lu}\d.]/u.test(word.slice(1))
  return isName ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

function uncapitalised(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
