/**
 * Chooses the clarification questions about a job, and their order: first about what the drafts leave open, then
 * questions that are useful for any job.
 *
 * A question and the changes that its answers make are one value. Equal drafts give equal questions, so an answer can
 * be matched to the question that was asked.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import type { DraftQuestion, JobContext } from '../../../tasks.ts'
import type { AnalysedDraft } from '../posting/draft-criteria.ts'
import { extract } from '../posting/extraction.ts'
import { leadershipIn } from '../language/leadership.ts'
import { openQuestions } from './open-questions.ts'
import { added, noneOfThese, unchanged, type Question } from './question.ts'

/** No check against the maximum is needed, because a description never leaves more questions open. */
const { minItems: questionsMin } = facts.Questions

/**
 * Returns the 3 to 6 questions to ask the hiring manager about a job; null if the description states no requirement.
 */
export function questionsFor(jobContext: JobContext): DraftQuestion[] | null {
  const { drafts } = extract(jobContext)
  if (drafts.length === 0) return null
  return questionsAbout(drafts, jobContext).map(({ question, selectionType, choices, hint }) => ({
    question,
    selectionType,
    options: choices.map(({ option }) => option),
    hint,
  }))
}

/** Returns the same questions with the changes that each answer makes. */
export function questionsAbout(drafts: AnalysedDraft[], jobContext: JobContext): Question[] {
  const open = openQuestions(drafts, jobContext)
  return [...open, ...generalQuestions(drafts).slice(0, Math.max(0, questionsMin - open.length))]
}

const toldMin = 3 // with fewer criteria, the description says too little about the job

/** Returns three questions, the most useful first, without options that the drafts already contain. */
function generalQuestions(drafts: AnalysedDraft[]): Question[] {
  const isTold = drafts.length >= toldMin && !drafts.some(({ text }) => leadershipIn(text).length > 0)
  const questions = isTold ? [leadership, extras, necessities] : [necessities, extras, leadership]
  return questions.map((question) => {
    const choices = question.choices.filter(
      ({ chosen }) => chosen === unchanged || chosen(drafts).length > drafts.length,
    )
    return choices.length > 1 ? { ...question, choices } : question
  })
}

const necessities: Question = {
  question: 'What must every candidate bring besides?',
  selectionType: 'multi',
  choices: [
    { option: 'Vocational training or a degree', chosen: added('Vocational training or a degree', 'MUST_HAVE') },
    { option: 'Work with customers', chosen: added('Experience with customers', 'MUST_HAVE') },
    { option: 'A driving licence', chosen: added('Driving licence', 'MUST_HAVE') },
    { option: 'Shifts or weekends', chosen: added('Able to work shifts or weekends', 'MUST_HAVE') },
    noneOfThese,
  ],
  hint: 'Candidates who lack one of them are rated low, so choose only essential requirements.',
}

const extras: Question = {
  question: 'What would set a candidate apart?',
  selectionType: 'multi',
  choices: [
    { option: 'Fluent English', chosen: added('Fluent English', 'NICE_TO_HAVE') },
    { option: 'Office software', chosen: added('Experience with Microsoft Office', 'NICE_TO_HAVE') },
    { option: 'Training of new colleagues', chosen: added('Experience training new colleagues', 'NICE_TO_HAVE') },
    { option: 'Projects of their own', chosen: added('Experience leading projects', 'NICE_TO_HAVE') },
    noneOfThese,
  ],
  hint: 'Each adds a little to the score of candidates who have it.',
}

const leadership: Question = {
  question: 'Does the job lead other people?',
  selectionType: 'single',
  choices: [
    { option: 'No', chosen: unchanged },
    { option: 'It guides a few colleagues', chosen: added('Experience mentoring colleagues', 'PREFERRED') },
    { option: 'It manages a team', chosen: added('Experience managing a team', 'MUST_HAVE') },
  ],
  hint: 'If the role manages a team, candidates without such experience are rated low.',
}
