/** Defines which verdicts earn points. An engine must support each of these verdicts with a quote. */
import { facts } from '../../../generated/facts.gen.ts'
import type { Verdict } from '../../../generated/types.gen.ts'

const { credits } = facts.Score.formula

/** Returns whether a verdict earns points: MET earns all of a criterion's points, PARTIAL some. */
export function earnsCredit(verdict: Verdict): boolean {
  return credits[verdict] > 0
}
