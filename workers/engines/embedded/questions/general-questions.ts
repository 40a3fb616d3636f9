/**
 * The questions that are worth asking about any job.
 *
 * They fill up the set where a description leaves no gap, or says so little that everything is open.
 */
import type { AnalysedDraft } from '../posting/draft-criteria.ts'
import { leadershipIn } from '../vocabulary/leadership.ts'
import { added, noneOfThese, unchanged, type Question } from './question.ts'

const toldMin = 3 // with fewer criteria, a description does not say what the job takes

/** Three questions, the most useful first, without options that the drafts ask for already. */
export function generalQuestions(drafts: AnalysedDraft[]): Question[] {
  return inOrder(drafts).map((question) => withRealChoices(question, drafts))
}

function inOrder(drafts: AnalysedDraft[]): Question[] {
  if (drafts.length < toldMin) return [necessities, extras, leadership]
  const isLed = drafts.some(({ text }) => leadershipIn(text).length > 0)
  return isLed ? [extras, necessities, leadership] : [leadership, extras, necessities]
}

function withRealChoices(question: Question, drafts: AnalysedDraft[]): Question {
  const choices = question.choices.filter(({ chosen }) => chosen === unchanged || chosen(drafts).length > drafts.length)
  return choices.length > 1 ? { ...question, choices } : question
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
  hint: 'Whoever lacks one of them is rated low: choose only what nobody can do without.',
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
  hint: 'Each adds a little to the score of whoever brings it.',
}

const leadership: Question = {
  question: 'Does the job lead other people?',
  selectionType: 'single',
  choices: [
    { option: 'No', chosen: unchanged },
    { option: 'It guides a few colleagues', chosen: added('Experience mentoring colleagues', 'PREFERRED') },
    { option: 'It manages a team', chosen: added('Experience managing a team', 'MUST_HAVE') },
  ],
  hint: 'Where it manages a team, whoever never did is rated low.',
}
