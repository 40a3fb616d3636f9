/**
 * The adverse-impact analysis: selection rates of groups and their ratios, for the score and for each criterion.
 *
 * The caller passes all data. The calculation runs in slices, so that other requests run in between. For a group below
 * the minimum size, the result contains only the name. No result contains totals over all groups, because a small
 * group's numbers could be calculated from them.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { AssessedCriterion, GroupImpact, ImpactAnalysis, RemovalImpact } from '../../../../generated/types.gen.ts'
import { earnsCredit } from '../../../kit/scoring/credit.ts'
import { scoreTenths } from '../score.ts'
import { fisherExact, isSmall, rateInterval, ratioInterval, type Count } from './statistics.ts'

type Judged = Pick<AssessedCriterion, 'criterionId' | 'text' | 'importance' | 'verdict'>
/** An applicant with the current score, and the verdicts from which it was calculated. */
export type Applicant = { group: string; tenths: number; criteria: Judged[] }
/**
 * `applicantsMin`: the minimum size of a group whose numbers are shown; `thresholdTenths`: the lowest score with which
 * an applicant is selected.
 */
export type Terms = { thresholdTenths: number; applicantsMin: number }
type Counts = Map<string, Count>

/**
 * Applies the rule of 29 CFR 1607.4 D, in integers. A ratio of exactly four fifths is not below the limit, but a
 * floating-point result could be.
 */
function isBelowFourFifths(group: Count, reference: Count): boolean {
  return 5 * group.selected * reference.applicants < 4 * reference.selected * group.applicants
}

/**
 * Applicants per slice. Other requests run between slices; a slice takes about a millisecond with thirty criteria each.
 */
const sliceMax = 250

/**
 * Analyses the score, and then each criterion. Sorts the criteria by how much removing them changes a ratio, largest
 * change first.
 */
export async function analyse(
  applicants: Applicant[],
  { thresholdTenths, applicantsMin }: Terms,
): Promise<Pick<ImpactAnalysis, 'groups' | 'criteria'>> {
  const names = [...new Set(applicants.map(({ group }) => group))].sort()
  const impacts = async (isSelected: IsSelected) => impactsOf(names, await count(applicants, isSelected), applicantsMin)
  const groups = await impacts(({ tenths }) => tenths >= thresholdTenths)
  const criteria = []
  for (const { criterionId, text } of criteriaOf(applicants)) {
    const without = await impacts((each) => tenthsWithout(each, criterionId) >= thresholdTenths)
    const withoutCriterion = without.map((each, index) => removalOf(each, groups[index] as GroupImpact))
    const changes = withoutCriterion.map(({ change }) => Math.abs(change ?? 0))
    criteria.push({
      criterionId,
      text,
      groups: await impacts(({ criteria: all }) => {
        const own = all.find((each) => each.criterionId === criterionId)
        return own ? earnsCredit(own.verdict) : null
      }),
      withoutCriterion,
      largestChange: Math.max(0, ...changes),
    })
  }
  return { groups, criteria: criteria.toSorted((one, other) => other.largestChange - one.largestChange) }
}

/**
 * Returns whether an applicant is selected; null if the applicant is left out, because the criterion is not in the
 * applicant's version.
 */
type IsSelected = (applicant: Applicant) => boolean | null

function tenthsWithout({ tenths, criteria }: Applicant, criterionId: string): number {
  const left = criteria.filter((each) => each.criterionId !== criterionId)
  return left.length === criteria.length ? tenths : scoreTenths(left)
}

/** Lists each criterion once, with the text from the first applicant's version. */
function criteriaOf(applicants: Applicant[]): Judged[] {
  const known = new Map<string, Judged>()
  for (const { criteria } of applicants)
    for (const each of criteria) if (!known.has(each.criterionId)) known.set(each.criterionId, each)
  return [...known.values()]
}

async function count(applicants: Applicant[], isSelected: IsSelected): Promise<Counts> {
  const counts: Counts = new Map()
  for (const [index, applicant] of applicants.entries()) {
    if (index % sliceMax === sliceMax - 1) await yieldToOthers()
    const selected = isSelected(applicant)
    if (selected === null) continue
    const of = counts.get(applicant.group) ?? { applicants: 0, selected: 0 }
    counts.set(applicant.group, of)
    of.applicants += 1
    if (selected) of.selected += 1
  }
  return counts
}

const rateOf = ({ applicants, selected }: Count) => selected / applicants

/**
 * Returns the groups in the order of `names`. Each ratio compares a group with the shown group that has the highest
 * rate, or with the largest of these if several groups have that rate.
 */
function impactsOf(names: string[], counts: Counts, applicantsMin: number): GroupImpact[] {
  const shown = [...counts.values()].filter(({ applicants }) => applicants >= applicantsMin)
  const [reference] = shown.toSorted((one, other) => rateOf(other) - rateOf(one) || other.applicants - one.applicants)
  return names.map((group) => {
    const of = counts.get(group)
    return of && reference && shown.includes(of) ? impactOf(group, of, reference) : suppressed(group)
  })
}

function suppressed(group: string): GroupImpact {
  return { group, isSuppressed: true, ...nothing }
}

const nothing = {
  applicants: null,
  selected: null,
  selectionRate: null,
  selectionRateInterval: null,
  impactRatio: null,
  impactRatioInterval: null,
  isBelowFourFifths: null,
  fisherExactP: null,
  isReference: false,
}

function impactOf(group: string, of: Count, reference: Count): GroupImpact {
  const isReference = of === reference
  const ratio = reference.selected === 0 ? null : rateOf(of) / rateOf(reference)
  const isCompared = !isReference && ratio !== null
  const { low, high } = rateInterval(of)
  const ends = isCompared ? ratioInterval(of, reference) : null
  return {
    group,
    isSuppressed: false,
    ...of,
    selectionRate: rounded(rateOf(of)),
    selectionRateInterval: { low: rounded(low), high: rounded(high) },
    impactRatio: ratio === null ? null : rounded(ratio),
    impactRatioInterval: ends && { low: rounded(ends.low), high: rounded(ends.high) },
    isBelowFourFifths: ratio === null ? null : isBelowFourFifths(of, reference),
    fisherExactP: isCompared && isSmall(of, reference) ? rounded(fisherExact(of, reference)) : null,
    isReference,
  }
}

/** Rounds to four decimal places. Tables show fewer, and no interval is precise enough to need more. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

function removalOf(without: GroupImpact, before: GroupImpact): RemovalImpact {
  const { group, selectionRate, impactRatio } = without
  const change = impactRatio === null || before.impactRatio === null ? null : rounded(impactRatio - before.impactRatio)
  return { group, selectionRate, impactRatio, change }
}
