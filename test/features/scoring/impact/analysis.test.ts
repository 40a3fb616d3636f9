import test from 'ava'
import type { Importance, Verdict } from '../../../../generated/types.gen.ts'
import { analyse, type Applicant } from '../../../../src/features/scoring/impact/analysis.ts'
import { scoreTenths } from '../../../../src/features/scoring/score.ts'

const terms = { thresholdTenths: 50, applicantsMin: 5 }

/** Returns a group of `all` applicants, `selected` of whom have a score that is high enough to be selected. */
function applicantsOf(group: string, selected: number, all: number): Applicant[] {
  return Array.from({ length: all }, (_, index) => ({ group, tenths: index < selected ? 50 : 49, criteria: [] }))
}

async function ratiosOf(...applicants: Applicant[][]) {
  const { groups } = await analyse(applicants.flat(), terms)
  return groups.map(({ group, selectionRate, impactRatio, isBelowFourFifths }) => {
    return [group, selectionRate, impactRatio, isBelowFourFifths]
  })
}

test('the impact ratio matches the Uniform Guidelines’ questions and answers, 44 FR 11996, question 12', async (t) => {
  t.deepEqual(await ratiosOf(applicantsOf('White', 48, 80), applicantsOf('Black', 12, 40)), [
    ['Black', 0.3, 0.5, true],
    ['White', 0.6, 1, false],
  ])
})

test('one of the four groups in the example of the Uniform Guidelines’ questions and answers is below four fifths', async (t) => {
  const rates = { White: 60, 'American Indian': 45, Hispanic: 48, Black: 51 }
  const groups = await ratiosOf(...Object.entries(rates).map(([group, hired]) => applicantsOf(group, hired, 100)))
  t.deepEqual(
    groups.map(([group, , ratio, isBelow]) => [group, ratio, isBelow]),
    [
      ['American Indian', 0.75, true],
      ['Black', 0.85, false],
      ['Hispanic', 0.8, false],
      ['White', 1, false],
    ],
  )
})

test('a ratio of exactly four fifths is not below it, although 3/5 ÷ 15/20 is below 0.8 in floating-point arithmetic', async (t) => {
  const [group] = await ratiosOf(applicantsOf('a', 3, 5), applicantsOf('b', 15, 20))
  t.deepEqual(group?.slice(2), [0.8, false])
})

test('the impact ratio matches the example in the rules of Local Law 144, 6 RCNY 5-301', async (t) => {
  const groups = await ratiosOf(applicantsOf('Male', 667, 1_390), applicantsOf('Female', 555, 1_181))
  t.deepEqual(
    groups.map(([, , ratio]) => (ratio as number).toFixed(3)),
    ['0.979', '1.000'],
  )
})

test('a small group is listed without numbers, is never the reference, and cannot be derived from totals', async (t) => {
  const { groups, ...rest } = await analyse([...applicantsOf('a', 3, 10), ...applicantsOf('b', 4, 4)], terms)
  const [shown, hidden] = groups
  t.deepEqual([shown?.applicants, shown?.selected, shown?.isReference, shown?.impactRatio], [10, 3, true, 1])
  const { group, isSuppressed, isReference, ...numbers } = hidden ?? {}
  t.deepEqual({ group, isSuppressed, isReference }, { group: 'b', isSuppressed: true, isReference: false })
  t.deepEqual([...new Set(Object.values(numbers))], [null])
  t.deepEqual(rest, { criteria: [] })
})

test('a group of five applicants is shown, and one of four is suppressed', async (t) => {
  const hidden = async (size: number) => (await analyse(applicantsOf('a', 2, size), terms)).groups[0]?.isSuppressed
  t.deepEqual([await hidden(4), await hidden(5)], [true, false])
})

test('the impact ratio is null if no applicant is selected', async (t) => {
  t.deepEqual(await ratiosOf(applicantsOf('a', 0, 5), applicantsOf('b', 0, 5)), [
    ['a', 0, null, null],
    ['b', 0, null, null],
  ])
})

type Part = [criterionId: string, importance: Importance, verdict: Verdict]

function applicant(group: string, ...parts: Part[]): Applicant {
  const criteria = parts.map(([criterionId, importance, verdict]) => {
    return { criterionId, text: `text of ${criterionId}`, importance, verdict }
  })
  return { group, tenths: scoreTenths(criteria), criteria }
}

test('criteria are sorted by how much removing them changes a ratio, and show the ratios without them', async (t) => {
  const harmless: Part = ['harmless', 'MUST_HAVE', 'MET']
  const barrier = (verdict: Verdict): Part => ['barrier', 'MUST_HAVE', verdict]
  const a = Array.from({ length: 6 }, () => applicant('a', harmless, barrier('MET')))
  const b = Array.from({ length: 6 }, (_, n) => applicant('b', harmless, barrier(n < 3 ? 'MET' : 'NOT_MET')))
  const { groups, criteria } = await analyse([...a, ...b], terms)
  t.deepEqual(
    groups.map(({ group, impactRatio, isBelowFourFifths }) => [group, impactRatio, isBelowFourFifths]),
    [
      ['a', 1, false],
      ['b', 0.5, true],
    ],
  )
  t.deepEqual(
    criteria.map(({ criterionId, largestChange }) => [criterionId, largestChange]),
    [
      ['barrier', 0.5],
      ['harmless', 0],
    ],
  )
  const [first] = criteria
  t.deepEqual(first?.withoutCriterion[1], { group: 'b', selectionRate: 1, impactRatio: 1, change: 0.5 })
  t.deepEqual(
    first?.groups.map(({ selected, applicants }) => [selected, applicants]),
    [
      [6, 6],
      [3, 6],
    ],
  )
})

test('Fisher’s test is given where numbers are small, and omitted where they are large', async (t) => {
  const valueOf = async (size: number) =>
    (await analyse([...applicantsOf('a', size, size), ...applicantsOf('b', size / 2, size)], terms)).groups[1]
      ?.fisherExactP
  t.is(await valueOf(6), 0.1818)
  t.is(await valueOf(100), null)
})
