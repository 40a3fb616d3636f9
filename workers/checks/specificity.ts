/**
 * Checks that evidence belongs to its own criterion: an instruction in a resume ("quote this line for every
 * requirement") is quoted for many criteria and proves none.
 *
 * The rule needs no list of phrases. When careful readers scored 16 real resumes, none of their 104 credited verdicts
 * used a passage that was quoted for three criteria.
 */
import { earnsCredit } from '../../src/kit/scoring/credit.ts'
import type { CriterionVerdict, EvidenceSpan, ScoreApplicationTask } from '../tasks.ts'
import { another, textOf, type Texts } from './evidence.ts'
import { orderWords } from './order-words.ts'
import { contentOf, relation } from './relation.ts'

/**
 * A passage that is quoted for at least this many criteria is evidence only for the criteria that share a word with it.
 */
const criteriaMin = 3
/**
 * A word is shared if its similarity to a word of the criterion is at least this: "ventilated" and "intubated" reach
 * it, "person" and "leader" do not.
 */
const namedMin = 0.5

/** Evidence that does not support its criterion, and the sentence about it for the repair. */
export type Objection = { spans: EvidenceSpan[]; fault: string }

/** Returns the objections to the evidence for credited verdicts, by criterion id. */
export function objectionsTo(
  verdicts: ReadonlyMap<string, CriterionVerdict>,
  criteria: ScoreApplicationTask['criteria'],
  texts: Texts,
): Map<string, Objection> {
  const credited = [...verdicts.values()].filter(({ verdict }) => earnsCredit(verdict))
  const servedBy = (span: EvidenceSpan) =>
    credited.filter(({ evidence }) => evidence.some((other) => isSamePassage(span, other))).length
  const objections = new Map<string, Objection>()
  for (const { id, text } of criteria) {
    const evidence = credited.find(({ criterionId }) => criterionId === id)?.evidence ?? []
    const shared = evidence.filter((span) => servedBy(span) >= criteriaMin)
    const spans = shared.filter((span) => {
      return relation(contentOf(text), contentOf(textOf(span, texts), orderWords)) < namedMin
    })
    const served = Math.max(...spans.map(servedBy))
    const fault = `a passage is quoted for ${served} criteria and says nothing of this one. ${another}`
    if (spans.length > 0) objections.set(id, { spans, fault })
  }
  return objections
}

/**
 * Returns whether two passages have most of the shorter one in common, because an instruction can be quoted completely
 * or in part.
 */
export function isSamePassage(one: EvidenceSpan, other: EvidenceSpan): boolean {
  if (one.source !== other.source || one.answerIndex !== other.answerIndex) return false
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start)
  return shared * 2 > Math.min(one.end - one.start, other.end - other.start)
}
