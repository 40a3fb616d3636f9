/** Alerts, dashboard and runbook: everything that they refer to exists, and Prometheus's own checker finds no fault. */
import test from 'ava'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { toProblem } from '../../src/app/http/problem.ts'
import { ServiceError } from '../../src/kit/errors.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { readExposition } from '../../src/platform/metrics/exposition.ts'
import { startHarness } from '../support/harness.ts'
import { findHaproxy } from '../tools/services/packages.ts'
import { freePort, launch, privateFolder } from '../tools/services/process.ts'
import { findPromtool, promtool } from '../tools/services/promtool.ts'
import { fixture } from '../support/scoring.ts'
import { scrapeText } from '../support/scrape.ts'
import { until } from '../tools/until.ts'

const folder = join(import.meta.dirname, '../../load/ops')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } }
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const { groups } = parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules).filter((rule) => rule.alert !== undefined)
const document = JSON.parse(readFileSync(join(folder, '../../generated/openapi.json'), 'utf8')) as {
  'x-objectives': { availabilityPercent: number; buckets: Record<string, { p99Milliseconds: number }> }
}
const dashboard = JSON.parse(read('dashboard.json')) as Dashboard
const runbook = read('RUNBOOK.md')

/** The text in each of the runbook's sections, by heading. */
const sections = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
)

test('each alert has a section in the runbook with its meaning, query, action and recovery, and each section has an alert', (t) => {
  t.deepEqual(
    [...sections.keys()],
    rules.map(({ alert }) => alert),
  )
  for (const { alert, annotations } of rules) {
    t.is(annotations.runbook, `RUNBOOK.md#${alert.toLowerCase()}`)
    for (const part of ['Means', 'Query', 'Action', 'Undo'])
      t.regex(sections.get(alert) as string, new RegExp(`^\\*\\*${part}\\*\\* \\S`, 'm'))
  }
})

test('the alerts use the objectives of the contract', (t) => {
  const { buckets, availabilityPercent } = document['x-objectives']
  const { expr: slow } = rules.find(({ alert }) => alert === 'ScreeningSlow')!
  const held = [...slow.matchAll(/bucket=~?"([^"]+)"[^>]*> ([\d.]+)/g)].flatMap(([, names, seconds]) =>
    names!.split('|').map((name) => [name, Number(seconds) * 1_000]),
  )
  const promised = Object.entries(buckets).map(([name, { p99Milliseconds }]) => [name, p99Milliseconds])
  t.deepEqual(Object.fromEntries(held), Object.fromEntries(promised))
  const budget = (1 - availabilityPercent / 100).toFixed(3)
  for (const { alert, expr } of rules.filter(({ expr }) => expr.includes('errors:ratio')))
    for (const [, part] of expr.matchAll(/> (?:[\d.]+ \* )?([\d.]+)/g)) t.is(part, budget, alert)
})

/** Returns the metrics that a file mentions. `up` is left out, because Prometheus itself provides it. */
const namesIn = (text: string) => text.match(/\b(?:screening|http|nodejs|process)_[a-z0-9_]+\b/g) ?? []

/** Labels, and words that only look like a metric's name. */
const isMetric = (name: string) => !['http_requests', 'process_start'].includes(name)

test('each metric in rules, dashboard or runbook appears in a scrape', async (t) => {
  const { server, client: make } = await startHarness(t)
  const client = await make()
  await client.generate('job-1')
  await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  const text = await scrapeText(server.adminUrl)
  // A counter whose labels have not been used yet appears only as a description.
  const described = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name as string],
  )
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const named = new Set([...expressions.flatMap(namesIn), ...namesIn(runbook)].filter(isMetric))
  t.true(named.size > 30)
  t.deepEqual(
    [...named].filter((name) => !described.includes(name)),
    [],
  )
  t.true(readExposition(text).length > 100)
})

const haproxy = findHaproxy()
for (const name of ['haproxy.cfg', 'haproxy-cells.cfg'])
  test(`HAProxy accepts ${name}, and while no API is ready, it answers like the service`, async (t) => {
    if (haproxy.path === null) {
      if (process.env.CI === 'true') t.fail(haproxy.reason)
      t.log(haproxy.reason)
      return t.pass()
    }
    const folder = privateFolder(t)
    const file = join(folder, name)
    const port = await freePort()
    writeFileSync(join(folder, 'cells.map'), '')
    const written = read(name)
      .replaceAll(/\/(etc|run)\/haproxy\//g, `${folder}/`)
      .replace('bind :8443', `bind 127.0.0.1:${port}`)
      // A port on which no server listens.
      .replaceAll(/10\.0\.\d\.\d:8080/g, '127.0.0.1:1')
    writeFileSync(file, written)
    const { status, stdout, stderr } = spawnSync(haproxy.path, ['-c', '-f', file], { encoding: 'utf8' })
    t.is(status, 0, stdout + stderr)
    launch(t, haproxy.path, ['-db', '-f', file], {})
    const answer = await until('HAProxy answers', () => fetch(`http://127.0.0.1:${port}/v1/usage`).catch(() => null))
    const { traceId, ...body } = (await answer.json()) as Record<string, unknown>
    const problem = toProblem(loadContract(), new ServiceError('SERVICE_UNAVAILABLE'), `${traceId}`)
    t.deepEqual({ traceId, ...body }, problem.body)
    t.regex(`${traceId}`, /^[0-9a-f]{32}$/)
    t.is(answer.status, problem.status)
    t.like(Object.fromEntries(answer.headers), {
      'content-type': 'application/json',
      'retry-after': problem.headers['Retry-After'],
      'x-trace-id': traceId,
    })
  })

const tool = findPromtool()
if (tool.path === null) {
  test('the rules are checked with promtool only if it is installed', (t) => {
    if (process.env.CI === 'true') t.fail(tool.reason)
    else t.log(tool.reason)
    t.pass()
  })
} else {
  const { path } = tool

  test('promtool finds no fault in the rules, and they fire when they should', (t) => {
    const scenes = read('alerts.test.yaml')
    t.deepEqual(
      rules.filter(({ alert }) => !scenes.includes(`{alertname="${alert}"}`)),
      [],
      'each alert is tested to fire',
    )
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const { ok, said } = promtool(path, args, folder)
      t.true(ok, said)
    }
  })

  test('promtool can evaluate each expression of the dashboard and each query of the runbook', (t) => {
    const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const lines = runbook.match(/^\*\*Query\*\* .*$/gm) ?? []
    const queries = lines.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, query]) => query as string))
    t.true(queries.length >= rules.length)
    const record = [...panels, ...queries.filter((query) => !query.startsWith('npm '))].map((expr, n) => ({
      ...{ record: `expression_${n}`, expr },
    }))
    const written = join(mkdtempSync(join(tmpdir(), 'dashboard-')), 'rules.json')
    t.teardown(() => rmSync(dirname(written), { recursive: true }))
    const file = JSON.stringify({ groups: [{ name: 'dashboard', rules: record }] })
    writeFileSync(written, file)
    const { ok, said } = promtool(path, ['check', 'rules', '--lint=none', written], folder)
    t.true(ok, said)
    t.regex(said, new RegExp(`${record.length} rules found`))
  })

  test('promtool finds no fault in a scrape', async (t) => {
    const { server } = await startHarness(t)
    const { ok, said } = promtool(path, ['check', 'metrics'], folder, await scrapeText(server.adminUrl))
    t.true(ok, said)
    t.is(said, '')
  })
}
