/**
 * The reasons that replace a missing or wrong reason of an engine, in the language of the criterion.
 *
 * None may say that something is absent if only a quote of the engine failed.
 */
import { languageOf } from '../language/detection.ts'
import type { PlainReason } from '../reasons/reason-texts.ts'
import { reasonTexts } from '../reasons/reasons.ts'

/**
 * Words reasons for criteria of one job.
 *
 * @returns the sentence for a criterion's text, in its language
 */
export async function plainReasonsFor(criteria: string[]): Promise<(criterion: string, reason: PlainReason) => string> {
  const language = await languageOf(criteria)
  return (criterion, reason) => reasonTexts[language(criterion)].plain[reason]
}
