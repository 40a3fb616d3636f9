/**
 * Clarification questions about a job: which are asked, and in which order.
 *
 * Owns the choice. A question and what its answers change are one value, and the same drafts make the same
 * questions again, so that an answer is read by what asked for it.
 */
import type { DraftQuestion, JobContext } from '../../../tasks.ts'
import type { AnalysedDraft } from '../posting/draft-criteria.ts'
import { extractDrafts } from '../posting/extraction.ts'
import { generalQuestions } from './general-questions.ts'
import { openQuestions } from './open-questions.ts'
import type { Question } from './question.ts'

/** The contract's bound; what a description leaves open is at most as many questions as it allows (6). */
const questionsMin = 3

/** Questions about a job, for whoever knows it: 3 to 6. */
export function questionsFor(jobContext: JobContext): DraftQuestion[] {
  return questionsAbout(extractDrafts(jobContext), jobContext).map(({ question, selectionType, choices, hint }) => ({
    question,
    selectionType,
    options: choices.map(({ option }) => option),
    hint,
  }))
}

/** The same with what each answer changes of the drafts: what they leave open, then what is always worth asking. */
export function questionsAbout(drafts: AnalysedDraft[], jobContext: JobContext): Question[] {
  const open = openQuestions(drafts, jobContext)
  return [...open, ...generalQuestions(drafts).slice(0, Math.max(0, questionsMin - open.length))]
}
