/**
 * How a run of `load/neighbours.ts` is judged, on figures made by hand: each fault is detected, and no other is
 * reported.
 */
import test from 'ava'
import { judgeNeighbours, type Seen } from '../../load/verdict/neighbours.ts'
import { sample } from './samples.ts'

const seen = {
  ...{ deaf: { from: 10, to: 70, asked: 1_200, unclosed: 0 }, aloneMs: [200, 210], besideMs: [200, 1_700] },
}
const readIn = (phase: string, ms: number) => Array.from({ length: 100 }, () => sample({ phase, ms }))
const hours = (unreadMs: number, readMs: number) => [
  ...[...readIn('alone', 4), ...readIn('unread', unreadMs), ...readIn('read', readMs)],
]
const rssAt = (...pairs: [at: number, rssMb: number][]) =>
  pairs.map(([at, rssMb]) => ({ at, rssMb, lagMs: null, generatorCpuPercent: 0, cpuPercent: 0 }))
const steady = rssAt([9, 300], [11, 320], [60, 499], [71, 900])

for (const [title, samples, readings, own, broken] of [
  ['neighbours who feel little', hours(25, 54), steady, {}, []],
  ['memory that grows', hours(25, 54), rssAt([9, 300], [60, 501]), {}, ['unread: memory']],
  ['connections left open', hours(25, 54), steady, { deaf: { ...seen.deaf, unclosed: 1 } }, ['unread: connections']],
  ['slow reads beside the deaf', hours(26, 54), steady, {}, ['unread: p99']],
  ['slow reads beside the greedy', hours(25, 55), steady, {}, ['read at full speed: p95']],
  ['a job that waits for another', hours(25, 54), steady, { besideMs: [200, 1_711] }, ['slow host: a job']],
  ['a part that never ran', hours(25, 54), steady, { besideMs: [], aloneMs: [] }, ['slow host: a job']],
] as const)
  test(title, (t) => {
    const checks = judgeNeighbours(samples, readings, { ...seen, ...structuredClone(own) } as Seen)
    t.deepEqual(
      checks.filter(({ held }) => !held).map(({ name }) => name),
      [...broken],
    )
  })
