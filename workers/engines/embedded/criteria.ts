/**
 * Generates criteria from a job's context and the answers to its questions.
 *
 * Owns the final choice: the order, and how many. Always returns 1 to `criteriaMax` criteria, all different.
 */
import type { DraftCriterion, GenerateCriteriaTask } from '../../tasks.ts'
import { analyse, criteriaMax, rankOf } from './posting/draft-criteria.ts'
import { withAnswers } from './questions/answered-questions.ts'
import { extractDrafts } from './posting/extraction.ts'
import { questionsAbout } from './questions/questions.ts'

/** Criteria for a job, the most important first, otherwise in the order of the text. */
export function criteriaFor(task: Pick<GenerateCriteriaTask, 'jobContext' | 'clarifications'>): DraftCriterion[] {
  const drafts = extractDrafts(task.jobContext)
  const criteria = withAnswers(drafts, task.clarifications, questionsAbout(drafts, task.jobContext))
  // The answers may have removed all that the text asks for.
  const kept = criteria.length > 0 ? criteria : [analyse('Relevant experience', 'PREFERRED')]
  return kept
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, criteriaMax)
    .map(({ text, importance }) => ({ text, importance }))
}
