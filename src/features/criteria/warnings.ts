/** Warnings of wishes that no score may rest on, beside the criteria that a caller made or sent. */
import type { CriterionWarning } from '../../../generated/types.gen.ts'
import { wishIn, type Wish } from '../../kit/wishes.ts'

const messages: Record<Wish, string> = {
  PROTECTED: 'the law protects this; a score must not rest on it',
  UNVERIFIABLE: 'nothing in an application can show this',
  FACT_TO_CONFIRM: 'a fact to confirm with the candidate, which says nothing of merit',
}

/** A member for a reply's body: the wishes that a description voiced and those in the texts, each once; {} without any. */
export function warningsFor(
  texts: string[],
  voiced: { kind: Wish; text: string }[] = [],
): { warnings?: CriterionWarning[] } {
  const found = texts.map((text) => ({ kind: wishIn(text), text }))
  const warnings = new Map<string, CriterionWarning>()
  for (const { kind, text } of [...voiced, ...found]) {
    const key = comparable(text)
    // A criterion made of a wish holds the same words, without their boilerplate.
    const isTold = [...warnings.keys()].some((told) => told.includes(key))
    if (kind !== null && !isTold) warnings.set(key, { code: kind, text, message: messages[kind] })
  }
  return warnings.size === 0 ? {} : { warnings: [...warnings.values()] }
}

const comparable = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
