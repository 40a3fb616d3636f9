/**
 * What makes a set of criteria unusable, for every engine alike.
 *
 * The faults are in our own words and hold no text of a criterion, so that they may appear in a prompt and in a log.
 */
import { facts } from '../../generated/facts.gen.ts'
import { textFaults } from './draft-texts.ts'
import type { DraftCriterion } from '../tasks.ts'

const { maxItems: criteriaMax } = facts.CriterionDrafts
/** In code points. */
const { maxLength: textLengthMax } = facts.CriterionText

/** One sentence per fault, counting criteria from 1; empty when the set can be stored as it is. */
export function criteriaFaults(criteria: DraftCriterion[]): string[] {
  if (criteria.length === 0) return ['The answer holds no criteria that can be read.']
  if (criteria.length > criteriaMax) return [`There are more than ${criteriaMax} criteria.`]
  const texts = criteria.map(({ text }) => text)
  return textFaults(texts, textLengthMax, (index) => `Criterion ${index + 1}`)
}
