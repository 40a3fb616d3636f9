import { facts } from '../../../../generated/facts.gen.ts'
import { earnsCredit } from '../../../../src/kit/scoring/credit.ts'
import type { Verdict } from '../../../tasks.ts'
import type { Line } from './line.ts'
import type { Finding } from './reasons.ts'

/** What an application shows about one aspect of a requirement. */
export type Match = { verdict: Verdict; findings: Finding[]; lines: Line[] }

/** Returns the match for when no line can be quoted as evidence. */
export function withoutEvidence(denials: Line[], findings: { denied: Finding[]; silent: Finding[] }): Match {
  if (denials.length > 0) return { verdict: 'NOT_MET', findings: findings.denied, lines: denials }
  return { verdict: 'NO_EVIDENCE', findings: findings.silent, lines: [] }
}

/** Returns whether a match earns points. */
export const isCredit = ({ verdict }: Match): boolean => earnsCredit(verdict)

const bestFirst: readonly Verdict[] = facts.Verdict.values

/** Returns the best match among alternatives, as a list. */
export function bestOf(matches: Match[]): Match[] {
  return matches.toSorted((one, other) => bestFirst.indexOf(one.verdict) - bestFirst.indexOf(other.verdict)).slice(0, 1)
}
