/**
 * What makes a set of criteria unusable, for every engine alike.
 *
 * The faults are in our own words and hold no text of a criterion, so that they may appear in a prompt and in a log.
 */
import { textFaults } from './draft-texts.ts'
import type { DraftCriterion } from '../tasks.ts'

/** The most that a version holds, as the contract says. */
const criteriaMax = 30
/** In code points; the contract's limit for a criterion's text. */
const textLengthMax = 500

/** One sentence per fault, counting criteria from 1; empty when the set can be stored as it is. */
export function criteriaFaults(criteria: DraftCriterion[]): string[] {
  if (criteria.length === 0) return ['The answer holds no criteria that can be read.']
  if (criteria.length > criteriaMax) return [`There are more than ${criteriaMax} criteria.`]
  const texts = criteria.map(({ text }) => text)
  return textFaults(texts, textLengthMax, (index) => `Criterion ${index + 1}`)
}
