/**
 * Generates criteria from a job's context and the answers to its questions.
 *
 * Makes the final selection: the order and the number. At most `criteriaMax` criteria, all different.
 */
import type { DraftCriterion, GenerateCriteriaTask, GeneratedCriteria } from '../../tasks.ts'
import { criteriaMax, rankOf, type AnalysedDraft } from './posting/draft-criteria.ts'
import { withAnswers } from './questions/answered-questions.ts'
import { extract } from './posting/extraction.ts'
import { questionsAbout } from './questions/questions.ts'

/**
 * Returns criteria for a job, most important first, otherwise in the order of the text; empty if neither the text nor
 * the answers state a requirement.
 */
export function criteriaFor({
  jobContext,
  clarifications,
}: Pick<GenerateCriteriaTask, 'jobContext' | 'clarifications'>): Omit<GeneratedCriteria, 'tokens'> {
  const { drafts, wishes } = extract(jobContext)
  const questions = clarifications.length === 0 ? [] : questionsAbout(drafts, jobContext)
  const criteria = withAnswers(drafts, clarifications, questions)
  const sources = [jobContext.jobDescription, jobContext.additionalInfo ?? '']
  const kept = criteria.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, criteriaMax)
  return { criteria: kept.map((draft) => withSource(draft, sources)), wishes }
}

/** Returns the criterion with its source passage, if the passage appears word for word in the sources. */
function withSource({ text, importance, sourceQuote }: AnalysedDraft, sources: string[]): DraftCriterion {
  const isQuote = sourceQuote !== undefined && sources.some((source) => source.includes(sourceQuote))
  return { text, importance, ...(isQuote ? { sourceQuote } : {}) }
}
