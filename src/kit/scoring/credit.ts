/**
 * Which verdicts earn points, defined once: engines must prove them with a quote, and the score and its verification
 * count them.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { Verdict } from '../../../generated/types.gen.ts'

const { credits } = facts.Score.formula

/** Returns whether a verdict earns points, all or some of them: MET and PARTIAL do. */
export function earnsCredit(verdict: Verdict): boolean {
  return credits[verdict] > 0
}
