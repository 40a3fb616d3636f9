/**
 * Calculates a score from verdicts, by the contract's formula. A score that a model suggests is never used.
 *
 * All arithmetic uses integers: weights are whole numbers, credits are counted in halves, and the score in tenths.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { Importance, MatchVerdict, Verdict } from '../../../generated/types.gen.ts'
import { earnsCredit } from '../../kit/scoring/credit.ts'

const { weights, credits, withoutMustHaveMax, matchesFrom, version } = facts.Score.formula

/** The version of the formula, stored in each score's audit. */
export const formulaVersion = version

/** The part of an assessed criterion that the score depends on. */
export type Weighed = { importance: Importance; verdict: Verdict }

const halvesOf = (verdict: Verdict) => credits[verdict] * 2
/**
 * The maximum score of an application that does not meet a must-have. It is so low that the application is always a
 * weak match.
 */
export const withoutMustHaveTenthsMax = Math.round(withoutMustHaveMax * 10)

/**
 * The calculation of a score: `earned` of `total` points, and the resulting tenths before the cap for a missing
 * must-have.
 */
export type Working = { total: number; earned: number; uncappedTenths: number; isMustHaveMissing: boolean }

export const weightOf = ({ importance }: Weighed): number => weights[importance]
export const pointsOf = ({ importance, verdict }: Weighed): number => (weights[importance] * halvesOf(verdict)) / 2

/**
 * Returns the calculation of a score. The uncapped score is 10·Σwv/Σw, rounded half up to tenths, where w is a
 * criterion's weight and v its verdict's credit; it is 0 without criteria.
 */
export function workingOf(criteria: readonly Weighed[]): Working {
  const total = criteria.reduce((sum, { importance }) => sum + weights[importance], 0)
  const earned = criteria.reduce((sum, { importance, verdict }) => sum + weights[importance] * halvesOf(verdict), 0)
  return {
    total,
    earned: earned / 2,
    // The floor of (earned / 2 / total * 100 + 1/2), in integers.
    uncappedTenths: total === 0 ? 0 : Math.floor((earned * 100 + total) / (2 * total)),
    isMustHaveMissing: criteria.some((each) => each.importance === 'MUST_HAVE' && !earnsCredit(each.verdict)),
  }
}

/** Returns the score, 0 to 100 tenths. It is capped if any MUST_HAVE is neither MET nor PARTIAL. */
export function scoreTenths(criteria: readonly Weighed[]): number {
  const { uncappedTenths, isMustHaveMissing } = workingOf(criteria)
  return isMustHaveMissing ? Math.min(uncappedTenths, withoutMustHaveTenthsMax) : uncappedTenths
}

/**
 * Returns the range of possible scores: `low` assumes that every criterion without evidence is unmet, `high` that every
 * one is met.
 */
export function scoreRangeTenths(criteria: readonly Weighed[]): { low: number; high: number } {
  const present = criteria.map(({ importance, verdict }) => ({
    importance,
    verdict: verdict === 'NO_EVIDENCE' ? ('MET' as const) : verdict,
  }))
  return { low: scoreTenths(criteria), high: scoreTenths(present) }
}

/** Returns the overall verdict on the application. */
export function matchVerdict(tenths: number): MatchVerdict {
  const { STRONG_MATCH, MODERATE_MATCH } = matchesFrom
  return tenths >= STRONG_MATCH * 10 ? 'STRONG_MATCH' : tenths >= MODERATE_MATCH * 10 ? 'MODERATE_MATCH' : 'WEAK_MATCH'
}
