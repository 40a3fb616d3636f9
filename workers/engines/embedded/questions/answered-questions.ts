/**
 * Answered clarification questions worked into the criteria.
 *
 * Owns what an answer changes: an importance, a number of years, or one more criterion. Must not turn an
 * answer into a criterion that names nothing checkable.
 */
import { readsAsInstruction } from '../../../checks/prompt-injection.ts'
import type { GenerateCriteriaTask } from '../../../tasks.ts'
import { candidateOf, type Candidate } from '../posting/draft-criteria.ts'
import type { Atom } from '../requirement/term-groups.ts'
import { namedImportance, type NamedImportance } from '../posting/importance.ts'
import { languagesIn } from '../vocabulary/languages.ts'
import { openingPhrases, phrases, phraseSource } from '../language/phrases.ts'
import { phrasesOf, requirementOf, type Requirement } from '../requirement/requirement.ts'
import { withChoices, type Question } from './question.ts'
import { criterionText } from '../posting/rewording.ts'
import { lengthsIn, vagueLengthIn } from '../vocabulary/durations.ts'

const nothing = phraseSource(`
  no preference; not sure; unsure; none(?: of (?:these|the above))?; any; either; other; n/a; don['’]t know;
  does(?:n['’]t| not) matter; keine?; egal; aucune?; indifférent; ningun[ao]`)
const saysNothing = new RegExp(String.raw`^\W*${nothing}\W*$`, 'iu')
const consent = openingPhrases('yes; ja; oui; sí; si')
const refusal = openingPhrases('no; nein; non')
const aboutYears = phrases('years?; jahre?; ans; années; años; how long; how much experience')
const aboutLanguages = phrases('languages?; sprache*; langues?; idiomas?')
const yearsNoun = /(?:jahren?|ans|années|años)$/iu // in the description's language; elsewhere English
const endsInLeast = /(?:minimum|at least|mindestens|au moins|al menos)(?: of)?\s*$/iu

type Clarifications = GenerateCriteriaTask['clarifications']

/**
 * The candidates as the answers change them; the given ones stay as they are.
 *
 * @param questions those that this engine asks; an answer to another question is read by its words
 */
export function calibrated(
  candidates: Candidate[],
  clarifications: Clarifications,
  questions: Question[],
): Candidate[] {
  return clarifications.reduce((made, { question, answers }) => {
    const known = questions.find((one) => one.question === question)
    const chosen = known && withChoices(made, known, answers)
    return chosen ?? answers.reduce((changed, answer) => withAnswer(changed, question, answer.trim()), made)
  }, candidates)
}

function withAnswer(candidates: Candidate[], question: string, answer: string): Candidate[] {
  if (answer === '' || saysNothing.test(answer) || readsAsInstruction(answer)) return candidates
  const importance = namedImportance(answer) ?? yesOrNo(question, answer)
  if (importance !== null) return withImportance(candidates, requirementOf(question), importance)
  const years = yearsIn(question, answer)
  return years === null ? withNamed(candidates, question, answer) : withYears(candidates, question, years)
}

/** "Is a degree required?" "No": wanted less, not unwanted. */
function yesOrNo(question: string, answer: string): NamedImportance | null {
  const asked = namedImportance(question)
  if (asked !== null && consent.test(answer)) return asked
  return asked !== null && refusal.test(answer) ? 'NICE_TO_HAVE' : null
}

function withImportance(candidates: Candidate[], subject: Requirement, importance: NamedImportance): Candidate[] {
  return candidates.flatMap((candidate) => {
    if (!isAbout(candidate.requirement, subject)) return [candidate]
    return importance === 'NONE' ? [] : [{ ...candidate, importance }]
  })
}

/**
 * A number of years replaces that of a criterion on the same subject, or a vague one ("several years"); without such a
 * criterion it makes one.
 */
export function withYears(candidates: Candidate[], question: string, years: number): Candidate[] {
  if (years === 0) return candidates
  const subject = requirementOf(question)
  const topic = phrasesOf(question, skillsOf(subject)).join(' and ')
  const isMeant = ({ requirement }: Candidate): boolean => topic === '' || isAbout(requirement, subject)
  const target =
    candidates.find((one) => one.requirement.months !== null && isMeant(one)) ??
    candidates.find((one) => vagueLengthIn(one.text) !== null && isMeant(one))
  const unit = years === 1 ? 'year' : 'years'
  if (target === undefined) {
    const text = `${years}+ ${unit} of ${topic === '' ? 'relevant experience' : `experience with ${topic}`}`
    return [candidateOf(text, 'MUST_HAVE'), ...candidates]
  }
  const { start, end } = lengthsIn(target.text)[0] ?? vagueLengthIn(target.text)!
  const before = target.text.slice(0, start)
  const noun = yearsNoun.exec(target.text.slice(start, end))?.[0] ?? unit
  const text = `${before}${years}${endsInLeast.test(before) ? '' : '+'} ${noun}${target.text.slice(end)}`
  return candidates.map((candidate) => (candidate === target ? candidateOf(text, candidate.importance) : candidate))
}

/** A skill, degree or language that an answer names raises the criteria that name it too, or becomes one. */
function withNamed(candidates: Candidate[], question: string, answer: string): Candidate[] {
  const importance = namedImportance(question) ?? 'MUST_HAVE'
  const wanted = requirementOf(answer)
  const isLanguage = aboutLanguages.test(question) && languagesIn(answer, true).length > 0
  const isFormal = wanted.degree !== null || wanted.languages.mentions.length > 0 || isLanguage
  if (importance === 'NONE' || (!isFormal && skillsOf(wanted).length === 0)) return candidates
  const added = candidateOf(criterionText(isFormal ? answer : `Experience with ${answer}`), importance)
  // Another degree than the description's takes its place; a skill or a language that is known is only raised.
  if (wanted.degree !== null) return [...candidates.filter(({ requirement }) => requirement.degree === null), added]
  const isKnown = candidates.some(({ requirement }) => isAbout(requirement, wanted))
  return isKnown ? withImportance(candidates, wanted, importance) : [...candidates, added]
}

function yearsIn(question: string, answer: string): number | null {
  const [length] = lengthsIn(answer)
  if (length) return Math.round(length.months / 12)
  const number = /(?<!\d)(\d{1,2})(?!\d)/.exec(answer)?.[1]
  return number && aboutYears.test(question) ? Number(number) : null
}

function skillsOf({ elements }: Requirement): Atom[] {
  return elements.flatMap(({ atoms }) => atoms).filter(({ kind }) => kind === 'SKILL')
}

/** True when a criterion names a skill or a language of the subject, or a degree where the subject does. */
function isAbout(requirement: Requirement, subject: Requirement): boolean {
  const skills = new Set(skillsOf(requirement).map(({ key }) => key))
  const languages = new Set(requirement.languages.mentions.map(({ language }) => language))
  return (
    skillsOf(subject).some(({ key }) => skills.has(key)) ||
    subject.languages.mentions.some(({ language }) => languages.has(language)) ||
    (subject.degree !== null && requirement.degree !== null)
  )
}
