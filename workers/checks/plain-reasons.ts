/**
 * The reasons that replace an engine's missing or wrong reason, in the language of the criterion.
 *
 * If a verdict was refused only because of its quote, the reason must not say that the candidate lacks something.
 */
import { languageOf } from '../language/detection.ts'
import type { PlainReason } from '../reasons/reason-texts.ts'
import { reasonTexts } from '../reasons/reasons.ts'

/**
 * Words reasons for the criteria of one job.
 *
 * @returns a function from a criterion's text to the sentence in its language
 */
export async function plainReasonsFor(criteria: string[]): Promise<(criterion: string, reason: PlainReason) => string> {
  const language = await languageOf(criteria)
  return (criterion, reason) => reasonTexts[language(criterion)].plain[reason]
}
