/**
 * Provides the reasons that replace an engine's missing or wrong ones, in the language of the criterion.
 *
 * If a verdict was refused only because of its quote, the new reason must not say that the candidate lacks something.
 */
import { languageOf } from '../language/detection.ts'
import type { PlainReason } from '../reasons/reason-texts.ts'
import { reasonTexts } from '../reasons/reasons.ts'

/**
 * Detects the language of one job's criteria.
 *
 * @returns a function that returns the sentence for a reason in the language of a criterion
 */
export async function plainReasonsFor(criteria: string[]): Promise<(criterion: string, reason: PlainReason) => string> {
  const language = await languageOf(criteria)
  return (criterion, reason) => reasonTexts[language(criterion)].plain[reason]
}
