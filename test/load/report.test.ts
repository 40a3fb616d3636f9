/** The output of a load run: a table that fits a terminal, JUnit XML, and a page in one file. */
import test from 'ava'
import { parseDocument, DomUtils } from 'htmlparser2'
import { judged } from '../../load/lib/journey.ts'
import { htmlOf } from '../../load/report/html.ts'
import { junitOf } from '../../load/report/junit.ts'
import { tableOf } from '../../load/report/table.ts'
import { defaultContract } from './contract.ts'
import { outcome, row } from './samples.ts'

const hostile = `<script>alert("1")</script> & 'quotes'`
const broken = (name: string, group = 'load') => ({ group, name, held: false, detail: `${name} is wrong` })
/** A run with everything that a table can show, and with far more faults than fit. */
const fullest = outcome({
  operations: judged.map((operation) => row({ operation, holds: false })),
  checks: [
    ...[...Object.keys(defaultContract.limits.buckets), 'below the limits', 'tenant window', 'in flight', 'status'].map(
      (name) => broken(name, 'limits'),
    ),
    ...judged.map((name) => broken(name)),
  ],
  breakpoint: '20/s holds, 30/s breaks',
  invalid: ['x'.repeat(1_000)],
})

test('the table shows the run, each operation, jobs, webhooks and the processes, and the verdict last', (t) => {
  const lines = tableOf(outcome())
  t.is(lines[0], 'average: one process, embedded; 2 × a CPU; 62 s')
  t.regex(lines[2]!, /^getUsage +10\.0 +100\.00 +1\.2 +20 +30 +100\/250 +0 +0 +ok$/)
  t.regex(lines[3]!, /^jobs +5 accepted, 5 terminal, 0 lost, 0 duplicate$/)
  t.regex(lines[4]!, /^webhooks +5 of 5 delivered, 1 twice, 0 unsigned, lag p50 12 ms, p99 40 ms$/)
  t.regex(
    lines[5]!,
    /RSS 150 MB at first, 170 at most, 170 at last; event-loop lag p99 11 ms at most; CPU 70 %, .* 25 %/,
  )
  t.deepEqual(lines.slice(6), ['verdict: held'])
})

test('the table says which observations are missing: processes, lag, times', (t) => {
  const unseen = tableOf(outcome({ readings: [], jobs: null, webhooks: null, operations: [row({ p50: NaN })] }))
  t.regex(unseen[2]!, / – /)
  t.is(unseen.length, 4)
  t.is(tableOf(outcome({ operations: [] })).length, tableOf(outcome()).length - 2, 'there is no heading without rows')
  const [reading] = outcome().readings
  t.true(tableOf(outcome({ readings: [{ ...reading!, lagMs: null }] })).some((line) => /lag p99 not told/.test(line)))
})

test('for a soak, the line about the processes shows the growth of memory', (t) => {
  const memory = { group: 'soak', name: 'memory', held: true, detail: 'grew by 0.20 MB a minute' }
  t.regex(tableOf(outcome({ checks: [memory] }))[5]!, /, 170 at last \(grew by 0\.20 MB a minute\); event-loop/)
})

test('if not all operations fit, those that keep their objectives are left out first', (t) => {
  const held = Array.from({ length: 30 }, (_, index) => row({ operation: `held${index}` }))
  const lines = tableOf(outcome({ operations: [...held, row({ operation: 'broken', holds: false })] }))
  t.is(lines.length, 25)
  t.regex(lines[2]!, /^broken .*NO$/)
  t.true(lines.some((line) => /^and \d+ more operations in report\.html$/.test(line)))
})

test('the table says for each limit whether it is exact, three limits per line', (t) => {
  const limits = ['a', 'b', 'c', 'd'].map((name) => ({
    group: 'limits',
    name,
    held: name !== 'd',
    detail: '7/7 windows',
  }))
  const lines = tableOf(outcome({ checks: limits }))
  t.regex(lines[3]!, /^a exact \(7\/7 windows\) +b exact \(7\/7 windows\) +c exact \(7\/7 windows\)$/)
  t.is(lines[4], 'd NOT EXACT')
  t.deepEqual(lines.slice(-2), ['  d: 7/7 windows', 'verdict: not held'])
})

test('the longest table has 25 lines, and long reasons are cut off', (t) => {
  const lines = tableOf(fullest)
  t.is(lines.length, 25)
  t.is(lines.at(-1), 'verdict: INVALID')
  t.is(lines.at(-2)!.length, 200)
})

test('JUnit XML counts and lists failures, whatever text they contain', (t) => {
  const checks = [{ group: 'limits', name: hostile, held: false, detail: hostile }, ...outcome().checks]
  const text = junitOf(outcome({ checks, invalid: ['k6 was late'] }))
  t.true(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>'))
  const document = parseDocument(text, { xmlMode: true })
  const of = (name: string) => DomUtils.getElementsByTagName(name, document)
  const [suite] = of('testsuite')
  t.like(suite!.attribs, { tests: '3', failures: '1', errors: '1', time: '61.5', timestamp: outcome().startedAt })
  t.deepEqual(
    of('testcase').map(({ attribs }) => attribs.name),
    [hostile, 'getUsage', 'validity'],
  )
  t.deepEqual(
    of('failure').map(({ attribs }) => attribs.message),
    [hostile],
  )
  t.is(of('error')[0]!.attribs.message, 'k6 was late')
  t.deepEqual(of('script'), [])
})

test('the page contains its charts and loads no resources', (t) => {
  const checks = [{ group: 'limits', name: hostile, held: false, detail: hostile }]
  const page = htmlOf(outcome({ checks, stage: hostile, k6: hostile }))
  const document = parseDocument(page)
  const of = (name: string) => DomUtils.getElementsByTagName(name, document)
  for (const fetching of ['script', 'link', 'img', 'iframe', 'object', 'image', 'use', 'a'])
    t.deepEqual(of(fetching), [])
  t.notRegex(page, /https?:|url\(|@import|src=|href=/)
  t.is(of('svg').length, 5)
  t.is(of('polyline').length, 3 + 1 + 1 + 2 + 1)
  for (const { attribs } of of('polyline')) t.regex(attribs.points!, /^(\d+\.\d,\d+\.\d( |$))+$/)
  t.true(page.includes('<h1>Load: not held</h1>'))
  t.true(page.includes('&lt;script&gt;'))
})

test('the page of a run without figures has no empty chart', (t) => {
  const page = htmlOf(outcome({ series: [], readings: [] }))
  t.notRegex(page, /<svg|NaN|Infinity/)
  const single = htmlOf(outcome({ series: outcome().series.slice(0, 1), readings: outcome().readings.slice(0, 1) }))
  t.notRegex(single, /NaN|Infinity/)
})
