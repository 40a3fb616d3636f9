/**
 * Changes the drafts according to the answers to clarification questions.
 *
 * An answer changes an importance or a number of years, or adds a criterion. An answer never becomes a criterion that
 * cannot be checked.
 */
import { openingPhrasesOf, phrasesOf, sourceOf } from '../../../language/words.ts'
import { isPromptInjection } from '../../../checks/prompt-injection.ts'
import type { GenerateCriteriaTask } from '../../../tasks.ts'
import { analyse, type AnalysedDraft } from '../posting/draft-criteria.ts'
import type { Term } from '../matching/term-groups.ts'
import { namedImportance, type NamedImportance } from '../posting/importance.ts'
import { languagesIn } from '../language/languages.ts'
import { wordingOf, requirementOf, type Requirement } from '../matching/requirement.ts'
import { withChoices, type Question } from './question.ts'
import { criterionText } from '../posting/rewording.ts'
import { durationsIn, vagueDurationIn } from '../language/durations.ts'

const nothing = sourceOf('says nothing')
const saysNothing = new RegExp(String.raw`^\W*${nothing}\W*$`, 'iu')
const consent = openingPhrasesOf('answer yes')
const refusal = openingPhrasesOf('answer no')
const aboutYears = phrasesOf('asks for years')
const aboutLanguages = phrasesOf('asks for languages')
const yearsNoun = /(?:jahren?|ans|années|años)$/iu // in the description's language; otherwise English
const endsInLeast = /(?:minimum|at least|mindestens|au moins|al menos)(?: of)?\s*$/iu

type Clarifications = GenerateCriteriaTask['clarifications']

/**
 * Returns a copy of the drafts, changed by the answers.
 *
 * @param questions the questions that this engine asks; an answer to any other question is interpreted by its words
 */
export function withAnswers(
  drafts: AnalysedDraft[],
  clarifications: Clarifications,
  questions: Question[],
): AnalysedDraft[] {
  return clarifications.reduce((made, { question, answers }) => {
    const known = questions.find((one) => one.question === question)
    const chosen = known && withChoices(made, known, answers)
    return chosen ?? answers.reduce((changed, answer) => withAnswer(changed, question, answer.trim()), made)
  }, drafts)
}

function withAnswer(drafts: AnalysedDraft[], question: string, answer: string): AnalysedDraft[] {
  if (answer === '' || saysNothing.test(answer) || isPromptInjection(answer)) return drafts
  const importance = namedImportance(answer) ?? yesOrNo(question, answer)
  if (importance !== null) return withImportance(drafts, requirementOf(question), importance)
  const years = yearsIn(question, answer)
  return years === null ? withNamed(drafts, question, answer) : withYears(drafts, question, years)
}

/** "Is a degree required?" "No": a degree matters less, but is still welcome. */
function yesOrNo(question: string, answer: string): NamedImportance | null {
  const asked = namedImportance(question)
  if (asked !== null && consent.test(answer)) return asked
  return asked !== null && refusal.test(answer) ? 'NICE_TO_HAVE' : null
}

function withImportance(drafts: AnalysedDraft[], subject: Requirement, importance: NamedImportance): AnalysedDraft[] {
  return drafts.flatMap((draft) => {
    if (!isAbout(draft.requirement, subject)) return [draft]
    return importance === 'NONE' ? [] : [{ ...draft, importance }]
  })
}

/**
 * Replaces the number of years in a draft on the same subject, or else in one with a vague duration ("several years").
 * Adds a draft if there is neither.
 */
export function withYears(drafts: AnalysedDraft[], question: string, years: number): AnalysedDraft[] {
  if (years === 0) return drafts
  const subject = requirementOf(question)
  const topic = wordingOf(question, skillsOf(subject)).join(' and ')
  const isMeant = ({ requirement }: AnalysedDraft): boolean => topic === '' || isAbout(requirement, subject)
  const target =
    drafts.find((one) => one.requirement.months !== null && isMeant(one)) ??
    drafts.find((one) => vagueDurationIn(one.text) !== null && isMeant(one))
  const unit = years === 1 ? 'year' : 'years'
  if (target === undefined) {
    const text = `${years}+ ${unit} of ${topic === '' ? 'relevant experience' : `experience with ${topic}`}`
    return [analyse(text, 'MUST_HAVE'), ...drafts]
  }
  const { start, end } = durationsIn(target.text)[0] ?? vagueDurationIn(target.text)!
  const before = target.text.slice(0, start)
  const noun = yearsNoun.exec(target.text.slice(start, end))?.[0] ?? unit
  const text = `${before}${years}${endsInLeast.test(before) ? '' : '+'} ${noun}${target.text.slice(end)}`
  return drafts.map((draft) => (draft === target ? analyse(text, draft.importance) : draft))
}

/** Sets the importance of the drafts that share a skill or a language with the answer, or adds a draft. */
function withNamed(drafts: AnalysedDraft[], question: string, answer: string): AnalysedDraft[] {
  const importance = namedImportance(question) ?? 'MUST_HAVE'
  const wanted = requirementOf(answer)
  const isLanguage = aboutLanguages.test(question) && languagesIn(answer, true).length > 0
  const isFormal = wanted.degree !== null || wanted.languages.mentions.length > 0 || isLanguage
  if (importance === 'NONE' || (!isFormal && skillsOf(wanted).length === 0)) return drafts
  const added = analyse(criterionText(isFormal ? answer : `Experience with ${answer}`), importance)
  // A degree in an answer replaces the degree in the description.
  if (wanted.degree !== null) return [...drafts.filter(({ requirement }) => requirement.degree === null), added]
  const isKnown = drafts.some(({ requirement }) => isAbout(requirement, wanted))
  return isKnown ? withImportance(drafts, wanted, importance) : [...drafts, added]
}

function yearsIn(question: string, answer: string): number | null {
  const [duration] = durationsIn(answer)
  if (duration) return Math.round(duration.months / 12)
  const number = /(?<!\d)(\d{1,2})(?!\d)/.exec(answer)?.[1]
  return number && aboutYears.test(question) ? Number(number) : null
}

function skillsOf({ termGroups }: Requirement): Term[] {
  return termGroups.flatMap(({ terms }) => terms).filter(({ kind }) => kind === 'SKILL')
}

/**
 * Returns whether a criterion and the subject have a skill or a language in common, or both require a degree, even
 * different ones.
 */
function isAbout(requirement: Requirement, subject: Requirement): boolean {
  const skills = new Set(skillsOf(requirement).map(({ key }) => key))
  const languages = new Set(requirement.languages.mentions.map(({ language }) => language))
  return (
    skillsOf(subject).some(({ key }) => skills.has(key)) ||
    subject.languages.mentions.some(({ language }) => languages.has(language)) ||
    (subject.degree !== null && requirement.degree !== null)
  )
}
