/**
 * The score: arithmetic over verdicts, formula 1. Pure; a model's own number never gets here.
 *
 * Integers throughout: weights are doubled, credits count in halves, and the score in tenths.
 */
import type { Importance, Verdict } from '../../../workers/tasks.ts'

/** Named in each score's audit. */
export const formulaVersion = '1'

/** The part of an assessed criterion that the score depends on. */
export type Weighed = { importance: Importance; verdict: Verdict }
export type MatchVerdict = 'STRONG_MATCH' | 'MODERATE_MATCH' | 'WEAK_MATCH'

const weights: Record<Importance, number> = { MUST_HAVE: 4, PREFERRED: 2, NICE_TO_HAVE: 1 }
/** In half credits. */
const credits: Record<Verdict, number> = { MET: 2, PARTIAL: 1, NOT_MET: 0, NO_EVIDENCE: 0 }
/** 4.9: an application without a must-have is never a moderate match. */
const missingMustHaveTenthsMax = 49

/**
 * 0 to 100 tenths: 10·Σwv/Σw rounded half up, capped while a MUST_HAVE is neither MET nor PARTIAL. 0 for no criteria.
 */
export function scoreTenths(criteria: readonly Weighed[]): number {
  const total = criteria.reduce((sum, { importance }) => sum + weights[importance], 0)
  if (total === 0) return 0
  const earned = criteria.reduce((sum, { importance, verdict }) => sum + weights[importance] * credits[verdict], 0)
  // earned / 2 / total * 100, plus a half, floored: in integers.
  const tenths = Math.floor((earned * 100 + total) / (2 * total))
  const missing = criteria.some(({ importance, verdict }) => importance === 'MUST_HAVE' && credits[verdict] === 0)
  return missing ? Math.min(tenths, missingMustHaveTenthsMax) : tenths
}

/** The score if everything without evidence turned out to be absent, or present. */
export function scoreRangeTenths(criteria: readonly Weighed[]): { low: number; high: number } {
  const present = criteria.map(({ importance, verdict }) => ({
    importance,
    verdict: verdict === 'NO_EVIDENCE' ? ('MET' as const) : verdict,
  }))
  return { low: scoreTenths(criteria), high: scoreTenths(present) }
}

/** The verdict on the whole application. */
export function matchVerdict(tenths: number): MatchVerdict {
  return tenths >= 80 ? 'STRONG_MATCH' : tenths >= 50 ? 'MODERATE_MATCH' : 'WEAK_MATCH'
}
