/**
 * Finds the questions that a job description leaves open.
 *
 * Asks only questions whose answers change the criteria.
 */
import { phrasesOf } from '../../../language/words.ts'
import { facts } from '../../../../generated/facts.gen.ts'
import { comparable } from '../../../checks/draft-texts.ts'
import type { JobContext } from '../../../tasks.ts'
import { analyse, rankOf, type AnalysedDraft } from '../posting/draft-criteria.ts'
import { withYears } from './answered-questions.ts'
import { added, dropped, noneOfThese, rated, unchanged, type Change, type Question } from './question.ts'
import { shortened } from '../posting/rewording.ts'
import { vagueDurationIn } from '../language/durations.ts'

/** In code points. */
const optionLengthMax: number = facts.QuestionOption.maxLength
const listedMax = 5 // one more option is "None of these", and the contract's limit is 6

/** Returns at most six questions, one per gap. Those that change an importance come before those that change a text. */
export function openQuestions(drafts: AnalysedDraft[], jobContext: JobContext): Question[] {
  const degree = drafts.find(({ requirement }) => requirement.degree !== null)
  const licence = drafts.find((draft) => draft !== degree && draft.guessed && draft.requirement.credential)
  const flat = drafts.filter((draft) => draft.guessed && draft !== degree && draft !== licence)
  return [
    aboutImportance(flat),
    degree === undefined ? null : aboutDegree(degree.text),
    licence === undefined ? null : aboutLicence(licence.text),
    aboutYears(drafts),
    aboutLanguage(drafts),
    aboutPlace(drafts, jobContext),
  ].filter((question) => question !== null)
}

/** Asks which requirements are decisive, if the text does not say so. */
function aboutImportance(flat: AnalysedDraft[]): Question | null {
  const ranked = flat.toSorted((one, other) => rankOf(one) - rankOf(other))
  const byOption = new Map(ranked.map(({ text }) => [comparable(optionOf(text)), text]))
  byOption.delete(comparable(noneOfThese.option))
  const listed = [...byOption.values()].slice(0, listedMax)
  if (listed.length < 2) return null
  const choices = listed.map((text) => ({
    option: optionOf(text),
    chosen: rated(text, 'MUST_HAVE'),
    left: rated(text, 'PREFERRED'),
  }))
  return {
    question: 'Which of these must every candidate bring?',
    selectionType: 'multi',
    choices: [...choices, noneOfThese],
    hint: 'Candidates who lack one of them are rated low. Requirements that you do not choose still count, but lacking one is not decisive.',
  }
}

function aboutDegree(text: string): Question {
  return {
    question: 'What if a strong candidate does not have the degree?',
    selectionType: 'single',
    choices: [
      { option: 'The degree is required', chosen: rated(text, 'MUST_HAVE') },
      { option: 'Experience can make up for it', chosen: rated(text, 'NICE_TO_HAVE') },
      { option: 'No degree is needed', chosen: dropped(text) },
    ],
    hint: `The description says: “${optionOf(text)}”.`,
  }
}

function aboutLicence(text: string): Question {
  return {
    question: `Is this needed from the first day: “${optionOf(text)}”?`,
    selectionType: 'single',
    choices: [
      { option: 'Yes, nobody can start without it', chosen: rated(text, 'MUST_HAVE') },
      { option: 'No, it can be earned on the job', chosen: rated(text, 'NICE_TO_HAVE') },
    ],
    hint: 'If yes, candidates whose resume does not mention it are rated low.',
  }
}

const yearsAsked = [1, 2, 3, 5, 8] // common in job descriptions; with "No minimum", the maximum number of options

/** Asks how many years are required, if the description does not say, or says something vague like "several years". */
function aboutYears(drafts: AnalysedDraft[]): Question | null {
  if (drafts.some(({ requirement }) => requirement.months !== null)) return null
  const question = 'How many years of relevant experience does the job take at least?'
  const vague = drafts.find(({ text }) => vagueDurationIn(text) !== null)
  const choices = yearsAsked.map((years) => ({
    option: years === 1 ? '1 year' : `${years} years`,
    chosen: (drafts: AnalysedDraft[]) => withYears(drafts, question, years),
  }))
  return {
    question,
    selectionType: 'single',
    choices: [
      { option: 'No minimum', chosen: vague === undefined ? unchanged : rated(vague.text, 'NICE_TO_HAVE') },
      ...choices,
    ],
    hint: 'Years are counted from what a resume states and from its dates.',
  }
}

const levels = ['Basic (A2)', 'Intermediate (B1)', 'Good (B2)', 'Fluent (C1)', 'Native (C2)']

/** Asks for the level of a language, if the description does not state one. */
function aboutLanguage(drafts: AnalysedDraft[]): Question | null {
  const mentions = drafts.flatMap(({ requirement }) => requirement.languages.mentions)
  const open = mentions.find(({ level }) => level === null)
  if (open === undefined) return null
  const { language } = open
  return {
    question: `How well should a candidate know ${language}?`,
    selectionType: 'single',
    choices: levels.map((option) => ({ option, chosen: withLevel(language, /\w\d/.exec(option)![0]) })),
    hint: 'The levels are those of the Common European Framework of Reference for Languages.',
  }
}

/** Adds the level after the language's name, wherever the name has none. */
function withLevel(language: string, level: string): Change {
  return (drafts) =>
    drafts.map((one) => {
      const { mentions } = one.requirement.languages
      const open = mentions.find((mention) => mention.language === language && mention.level === null)
      if (open === undefined) return one
      const text = `${one.text.slice(0, open.end)} (${level})${one.text.slice(open.end)}`
      return analyse(shortened(text), one.importance)
    })
}

const onSite = phrasesOf('on site')

/**
 * Asks about work on site if the text mentions it without requiring it. Resumes seldom mention it, so it never becomes
 * required.
 */
function aboutPlace(drafts: AnalysedDraft[], { jobDescription, additionalInfo = '' }: JobContext): Question | null {
  if (!onSite.test(`${jobDescription}\n${additionalInfo}`) || drafts.some(({ text }) => onSite.test(text))) return null
  const criterion = 'Able to work on site'
  return {
    question: 'Must a candidate be able to work on site?',
    selectionType: 'single',
    choices: [
      { option: 'Yes, always', chosen: added(criterion, 'PREFERRED') },
      { option: 'On some days', chosen: added(criterion, 'NICE_TO_HAVE') },
      { option: 'No', chosen: unchanged },
    ],
    hint: 'Resumes seldom mention it. If it matters, ask for it in the application form.',
  }
}

function optionOf(text: string): string {
  const short = shortened(text, optionLengthMax)
  return short === text ? text : `${shortened(text, optionLengthMax - 1)}…`
}
