/**
 * Criteria made from a job's context and from what was answered about it.
 *
 * Owns the last choice: the order, and how many. Always answers 1 to `criteriaMax` criteria, no two of them alike.
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
  // The answers may have taken away all that the text asks for.
  const kept = criteria.length > 0 ? criteria : [analyse('Relevant experience', 'PREFERRED')]
  return kept
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, criteriaMax)
    .map(({ text, importance }) => ({ text, importance }))
}
