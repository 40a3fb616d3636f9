import test from 'ava'
import { matchVerdict, scoreRangeTenths, scoreTenths, type Weighed } from '../../../src/features/scoring/score.ts'
import type { Importance, Verdict } from '../../../workers/tasks.ts'

const must = (verdict: Verdict): Weighed => ({ importance: 'MUST_HAVE', verdict })
const preferred = (verdict: Verdict): Weighed => ({ importance: 'PREFERRED', verdict })
const nice = (verdict: Verdict): Weighed => ({ importance: 'NICE_TO_HAVE', verdict })

test('the score is the weighted share of the criteria that are met', (t) => {
  t.is(scoreTenths([must('MET'), preferred('MET'), nice('MET')]), 100)
  t.is(scoreTenths([must('MET'), preferred('PARTIAL'), nice('NO_EVIDENCE')]), 71) // (4 + 1) / 7
  t.is(scoreTenths([preferred('NOT_MET'), nice('NO_EVIDENCE')]), 0)
})

test('half a tenth is rounded up', (t) => {
  t.is(scoreTenths([preferred('PARTIAL'), ...Array.from({ length: 19 }, () => preferred('NO_EVIDENCE'))]), 3) // 0.25
  t.is(scoreTenths([nice('MET'), ...Array.from({ length: 15 }, () => nice('NOT_MET'))]), 6) // 0.625
})

test('a must-have that is not at least partially met caps the score at 4.9', (t) => {
  const rest = Array.from({ length: 20 }, () => must('MET'))
  t.is(scoreTenths([...rest, must('NO_EVIDENCE')]), 49)
  t.is(scoreTenths([...rest, must('NOT_MET')]), 49)
  t.true(scoreTenths([...rest, must('PARTIAL')]) > 90)
})

test('the range shows how missing evidence could change the score', (t) => {
  t.deepEqual(scoreRangeTenths([must('MET'), must('NO_EVIDENCE')]), { low: 49, high: 100 })
  t.deepEqual(scoreRangeTenths([must('MET'), must('NOT_MET')]), { low: 49, high: 49 })
})

test('the verdict follows the score', (t) => {
  t.deepEqual([100, 80, 79, 50, 49, 0].map(matchVerdict), [
    'STRONG_MATCH',
    'STRONG_MATCH',
    'MODERATE_MATCH',
    'MODERATE_MATCH',
    'WEAK_MATCH',
    'WEAK_MATCH',
  ])
})

test('the arithmetic in integers agrees with the formula in exact fractions', (t) => {
  const importances: [Importance, number][] = [
    ['MUST_HAVE', 4],
    ['PREFERRED', 2],
    ['NICE_TO_HAVE', 1],
  ]
  const verdicts: [Verdict, number][] = [
    ['MET', 2],
    ['PARTIAL', 1],
    ['NOT_MET', 0],
    ['NO_EVIDENCE', 0],
  ]
  let seed = 7
  const draw = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  for (let round = 0; round < 2_000; round += 1) {
    const drawn = Array.from({ length: 1 + draw(30) }, () => ({ i: importances[draw(3)]!, v: verdicts[draw(4)]! }))
    const total = BigInt(drawn.reduce((sum, { i }) => sum + i[1], 0))
    const halves = BigInt(drawn.reduce((sum, { i, v }) => sum + i[1] * v[1], 0))
    // tenths = 100 · halves / (2 · total), half up = floor((200 · halves + 2 · total) / (4 · total))
    const exact = Number((200n * halves + 2n * total) / (4n * total))
    const capped = drawn.some(({ i, v }) => i[0] === 'MUST_HAVE' && v[1] === 0) ? Math.min(exact, 49) : exact
    t.is(scoreTenths(drawn.map(({ i, v }) => ({ importance: i[0], verdict: v[0] }))), capped)
  }
})
