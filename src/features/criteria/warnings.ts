/**
 * Warnings about preferences that must not affect a score, returned with the criteria that a caller generated or sent.
 */
import type { CriterionWarning } from '../../../generated/types.gen.ts'
import { wishIn, type Wish } from '../../kit/wishes.ts'

const messages: Record<Wish, string> = {
  PROTECTED: 'this characteristic is protected by law and must not affect a score',
  UNVERIFIABLE: 'an application cannot show this',
  FACT_TO_CONFIRM: 'confirm this with the candidate; it says nothing about merit',
}

/**
 * Returns a `warnings` member for a reply's body: the preferences in the job description (`voiced`) and in the
 * criteria, without repetitions. Returns {} if there are none.
 */
export function warningsFor(
  texts: string[],
  voiced: { kind: Wish; text: string }[] = [],
): { warnings?: CriterionWarning[] } {
  const found = texts.map((text) => ({ kind: wishIn(text), text }))
  const warnings = new Map<string, CriterionWarning>()
  for (const { kind, text } of [...voiced, ...found]) {
    const key = comparable(text)
    // A criterion that was generated from a preference in the description repeats part of the preference's words, and
    // needs no second warning.
    const isKnown = [...warnings.keys()].some((known) => known.includes(key))
    if (kind !== null && !isKnown) warnings.set(key, { code: kind, text, message: messages[kind] })
  }
  return warnings.size === 0 ? {} : { warnings: [...warnings.values()] }
}

const comparable = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
