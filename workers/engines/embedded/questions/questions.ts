/**
 * Chooses the clarification questions about a job, and their order.
 *
 * A question and what its answers change are one value, and equal drafts make equal questions, so that an answer is
 * read by the question that asked for it.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import type { DraftQuestion, JobContext } from '../../../tasks.ts'
import type { AnalysedDraft } from '../posting/draft-criteria.ts'
import { extract } from '../posting/extraction.ts'
import { generalQuestions } from './general-questions.ts'
import { openQuestions } from './open-questions.ts'
import type { Question } from './question.ts'

/** The maximum needs no check, because a description never leaves more open. */
const { minItems: questionsMin } = facts.Questions

/** The 3 to 6 questions about a job for its hiring manager; null where the description asks for nothing. */
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

/**
 * The same questions with what each answer changes: first what the drafts leave open, then what is always worth asking.
 */
export function questionsAbout(drafts: AnalysedDraft[], jobContext: JobContext): Question[] {
  const open = openQuestions(drafts, jobContext)
  return [...open, ...generalQuestions(drafts).slice(0, Math.max(0, questionsMin - open.length))]
}
