import { facts } from '../../../../generated/facts.gen.ts'
import { earnsCredit } from '../../../../src/kit/scoring/credit.ts'
import type { Verdict } from '../../../tasks.ts'
import type { Line } from './line.ts'
import type { Finding } from './reasons.ts'

export type Match = { verdict: Verdict; findings: Finding[]; lines: Line[] }

/** Returns the match if no line is evidence: NOT_MET if the applicant denies the requirement, otherwise NO_EVIDENCE. */
export function withoutEvidence(denials: Line[], findings: { denied: Finding[]; silent: Finding[] }): Match {
  if (denials.length > 0) return { verdict: 'NOT_MET', findings: findings.denied, lines: denials }
  return { verdict: 'NO_EVIDENCE', findings: findings.silent, lines: [] }
}

/** Returns whether a match earns points. */
export const isCredit = ({ verdict }: Match): boolean => earnsCredit(verdict)

const bestFirst: readonly Verdict[] = facts.Verdict.values

/** Returns a list with the best match among alternatives; an empty list if there are none. */
export function bestOf(matches: Match[]): Match[] {
  return matches.toSorted((one, other) => bestFirst.indexOf(one.verdict) - bestFirst.indexOf(other.verdict)).slice(0, 1)
}
