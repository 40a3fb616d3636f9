/** The thresholds of a load run: for each phase, the time to score, a backlog and the generator. */
import test from 'ava'
import { judgeGenerator } from '../../load/verdict/generator.ts'
import { judgePhases, operationRows } from '../../load/verdict/operations.ts'
import { judgeScoring } from '../../load/verdict/scoring.ts'
import type { Sample } from '../../load/lib/sample.ts'
import { sample } from './samples.ts'

const objectives = {
  availabilityPercent: 99,
  buckets: { read_and_ops: { p95Milliseconds: 100, p99Milliseconds: 200 } },
}

const answers = (count: number, own: Partial<Sample>) => Array.from({ length: count }, () => sample(own))
/** Returns `count` responses, `slow` of which take longer than the objective's p99. */
const slowly = (count: number, slow: number, phase = 'over') => [
  ...answers(count - slow, { phase }),
  ...answers(slow, { phase, ms: 201 }),
]

test('a p99 is judged only if there are at least 1,000 responses', (t) => {
  const holds = (samples: Sample[]) => operationRows(samples, objectives, ['getUsage'], 1)[0]!.holds
  t.true(holds(slowly(999, 20)))
  t.false(holds(slowly(1_000, 20)))
  t.true(holds(slowly(1_000, 10)))
  t.false(holds(slowly(100, 6)), 'a p95 is judged for the whole run, however few responses there are')
})

test('each phase is judged separately, so that the average does not hide a short spike', (t) => {
  const samples = [...slowly(4_000, 0, 'before'), ...slowly(300, 30, 'spike'), ...slowly(10, 5, 'after')]
  t.true(operationRows(samples, objectives, ['getUsage'], 1)[0]!.holds, 'all phases together')
  const checks = judgePhases('spike', samples, objectives, ['getUsage'])
  t.like(
    checks.map(({ name, held }) => [name, held]),
    [
      ['phase before', true],
      ['phase spike', false],
      ['phase after', true],
    ],
  )
  t.regex(checks[1]!.detail, /^getUsage 100.00 % ok, p95 201, p99 201 ms; due: 99 %, 100, p99 from 1000 requests on$/)
})

test('the availability is judged only in phases of at least 1,000 requests', (t) => {
  const failing = (count: number) => [...answers(count, {}), ...answers(50, { isSuccess: false, status: 503 })]
  const held = (samples: Sample[]) => judgePhases('spike', samples, objectives, ['getUsage'])[0]!.held
  t.true(held(failing(900)))
  t.false(held(failing(950)))
})

/** Returns jobs that are accepted at one per second and scored after `seconds`. */
const scored = (count: number, seconds: number) => {
  const samples = Array.from({ length: count }, (_, at) => sample({ to: 1_000 * at, jobs: [`sj_${at}`] }))
  const ends = samples.map(({ to, jobs }) => [jobs![0]!, [{ id: 'evt', at: to + 500 + 1_000 * seconds }]] as const)
  return [samples, new Map(ends)] as const
}

test('the time to score has a maximum, measured by the clock of the server', (t) => {
  const [check] = judgeScoring('average', ...scored(20, 24), 500)
  t.deepEqual(check, {
    ...{ group: 'average', name: 'time to score', held: true, detail: 'p50 24.0, p95 24.0 s; due: p95 25' },
  })
  t.false(judgeScoring('average', ...scored(20, 26), 500)[0]!.held)
  t.deepEqual(judgeScoring('average', [sample()], new Map(), 0), [], 'no jobs')
})

test('a backlog is judged by its scores per second', (t) => {
  const [samples, ends] = scored(10, 0)
  t.like(judgeScoring('backlog', samples, ends, 0)[0], { held: false, detail: '1.1 a second; due: 5' })
  const atOnce = samples.map((one) => ({ ...one, to: 8_000 }))
  t.true(
    judgeScoring('backlog', atOnce, new Map([...ends].map(([job]) => [job, [{ id: 'evt', at: 9_000 }]])), 0)[0]!.held,
  )
})

test('a generator without enough CPU makes the run invalid', (t) => {
  const readings = (percents: number[]) =>
    percents.map((generatorCpuPercent, at) => ({ at, rssMb: 1, lagMs: null, cpuPercent: 0, generatorCpuPercent }))
  t.deepEqual(judgeGenerator('spike', readings([190, 190, 10, 190, 10, 10, 190]), 2), [])
  t.deepEqual(judgeGenerator('spike', readings([190, 190, 190, 190]), 2), [], 'the time is too short to judge')
  t.regex(
    judgeGenerator('spike', readings([10, 10, 170, 170, 170, 170, 170, 10]), 2)[0]!,
    /^spike: k6 used 85 % of its 2 processors for 5 s/,
  )
})
