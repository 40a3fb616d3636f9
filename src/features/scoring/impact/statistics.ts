/**
 * The statistics of an impact analysis, calculated with jstat's distributions.
 *
 * Worked examples from the sources are in `test/features/scoring/impact/statistics.test.ts`.
 */
import jstat from 'jstat'

/** A confidence interval; both bounds are at least 0. */
export type Interval = { low: number; high: number }
/** A group: how many of its `applicants` were selected. */
export type Count = { applicants: number; selected: number }

const { hypgeom, normal } = jstat
/** The quantile for a two-sided 95 % interval. */
const z = normal.inv(0.975, 0, 1)
/** Below this expected count in any cell, approximations are unreliable (Cochran 1954) and Fisher's test is exact. */
const expectedMin = 5

/** Returns the confidence interval for a selection rate (Wilson 1927), which is also valid for the rates 0 and 1. */
export function rateInterval({ applicants, selected }: Count): Interval {
  const rate = selected / applicants
  const scale = 1 + z ** 2 / applicants
  const centre = (rate + z ** 2 / (2 * applicants)) / scale
  const half = (z * Math.sqrt((rate * (1 - rate)) / applicants + z ** 2 / (4 * applicants ** 2))) / scale
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/**
 * Returns the confidence interval for the ratio of two selection rates, calculated from its logarithm (Katz et al.
 * 1978). If no applicant of a group was selected, 0.5 is added to both counts and 1 to the size of both groups
 * (Pettigrew et al. 1986).
 */
export function ratioInterval(group: Count, reference: Count): Interval {
  const isEmpty = group.selected === 0 || reference.selected === 0
  const [one, other] = isEmpty ? [withHalf(group), withHalf(reference)] : [group, reference]
  const ratio = one.selected / one.applicants / (other.selected / other.applicants)
  const deviation = Math.sqrt(1 / one.selected - 1 / one.applicants + 1 / other.selected - 1 / other.applicants)
  return { low: ratio * Math.exp(-z * deviation), high: ratio * Math.exp(z * deviation) }
}

const withHalf = ({ applicants, selected }: Count): Count => ({ applicants: applicants + 1, selected: selected + 0.5 })

/** Returns whether the numbers of two groups are too small for an approximation. */
export function isSmall(group: Count, reference: Count): boolean {
  const all = group.applicants + reference.applicants
  const selected = group.selected + reference.selected
  const smallest = (Math.min(group.applicants, reference.applicants) * Math.min(selected, all - selected)) / all
  return smallest < expectedMin
}

/**
 * Returns the p-value of Fisher's exact test, two-sided: the total probability of all tables that are no more likely
 * than the observed one.
 */
export function fisherExact(group: Count, reference: Count): number {
  const all = group.applicants + reference.applicants
  const selected = group.selected + reference.selected
  const probability = (count: number) => hypgeom.pdf(count, all, selected, group.applicants)
  // Tables that are equally likely may differ in the last digits because of rounding.
  const observed = probability(group.selected) * (1 + 1e-7)
  let sum = 0
  const most = Math.min(group.applicants, selected)
  for (let count = Math.max(0, selected - reference.applicants); count <= most; count += 1) {
    const each = probability(count)
    if (each <= observed) sum += each
  }
  return Math.min(1, sum)
}
