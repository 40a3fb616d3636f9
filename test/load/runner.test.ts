/**
 * The parts of `make load` around k6: settings, k6's output, combined sessions, requests outside the load, webhooks.
 */
import test, { type ExecutionContext } from 'ava'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import type { Sample } from '../../load/lib/sample.ts'
import { feedCursor, readEnds } from '../../load/runner/aftermath.ts'
import { clientOf } from '../../load/runner/client.ts'
import { promisedBy } from '../../load/runner/contract.ts'
import { CouldNotRun, explained } from '../../load/runner/could-not-run.ts'
import { runScript } from '../../load/runner/k6.ts'
import { outcomeOf, type Act } from '../../load/runner/outcome.ts'
import type { Played } from '../../load/runner/play.ts'
import { createProgress } from '../../load/runner/progress.ts'
import { startReceiver } from '../../load/runner/receiver.ts'
import { readSettings } from '../../load/runner/settings.ts'
import { verdictOf } from '../../load/verdict/outcome.ts'
import { defaultContract, document } from './contract.ts'
import { sample, windowOf } from './samples.ts'
import { until } from '../tools/until.ts'

test('by default the scenarios that together take five minutes run, and SCENARIO selects one or several', (t) => {
  t.like(readSettings({}), { backend: 'embedded', remote: null, port: 0, seconds: null })
  t.deepEqual(readSettings({}).scenarios, ['smoke', 'average', 'spike', 'backlog', 'lists', 'webhooks', 'limits'])
  const asked = { SCENARIO: 'smoke,soak', BACKEND: 'services', SECONDS: '600', PORT: '8080', OUT: '/tmp/out' }
  t.like(readSettings(asked), { backend: 'services', port: 8080, seconds: 600, out: '/tmp/out' })
  t.deepEqual(readSettings(asked).scenarios, ['smoke', 'soak'])
})

test('a remote server requires sandbox keys and a confirmation, and a local one does not', (t) => {
  const keys = ['sk_test_a', 'sk_test_b']
  t.deepEqual(readSettings({ BASE: 'https://a.invalid/v1?x=1', KEY: keys.join(','), REMOTE: 'yes' }).remote, {
    ...{ base: 'https://a.invalid', keys },
  })
  for (const base of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
    t.is(readSettings({ BASE: base, KEY: 'sk_test_a' }).remote?.base, base)
})

for (const SECONDS of ['0', '-1', '1.5', 'soon', '604801'])
  test(`SECONDS=${SECONDS} is refused`, (t) => {
    t.throws(() => readSettings({ SECONDS }), {
      ...{ instanceOf: CouldNotRun, message: `SECONDS is "${SECONDS}": give a whole number from 1 to 604800` },
    })
  })

test('a server whose contract has no limits or objectives is refused as too old', (t) => {
  t.throws(() => promisedBy({ ...document, 'x-objectives': undefined }), {
    ...{ instanceOf: CouldNotRun, message: /bring the server up to date$/ },
  })
})

test('a full disk is reported as one line with the fix, and any other error is unchanged', (t) => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', path: '/out/plan.json' })
  const said = (place: string) => `the disk is full (${place}): free some space, or set OUT and TMPDIR to other folders`
  t.is(explained(full).message, said('/out/plan.json'))
  const other = new Error('other')
  t.is(explained(other, [tmpdir()]), other)
  // Only a kernel file system such as this one certainly has no free space.
  if (existsSync('/proc/self')) t.is(explained(other, [tmpdir(), '/proc/self']).message, said('/proc/self'))
})

test('on a terminal the progress is rewritten in place, and elsewhere it is printed rarely', (t) => {
  const written = (isTTY: boolean) => {
    const lines: string[] = []
    const out = { isTTY, write: (text: string) => lines.push(text) > 0 }
    const progress = createProgress(out as unknown as NodeJS.WriteStream)
    progress.tell('one')
    progress.tell('two')
    progress.end()
    progress.tell('three')
    return lines
  }
  t.deepEqual(written(true), ['\r\x1b[2Kone', '\r\x1b[2Ktwo', '\r\x1b[2K', '\r\x1b[2Kthree'])
  t.deepEqual(written(false), ['one\n', 'three\n'])
})

/** Runs a shell script in place of k6. */
async function runAsK6(t: ExecutionContext, script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'screening-k6-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const command = join(folder, 'k6')
  writeFileSync(command, `#!/bin/sh\n${script}\n`)
  chmodSync(command, 0o755)
  const samples: Sample[] = []
  const run = runScript({ command, args: [] }, 'load/smoke.ts', '/plan', (one) => void samples.push(one))
  const error = await run.ended.then(
    () => null,
    (reason: Error) => reason.message,
  )
  return { samples, error }
}

test("k6's output lines that are samples become samples, and its other output explains a failure", async (t) => {
  const line = JSON.stringify(sample())
  t.deepEqual(await runAsK6(t, `echo noise; echo '${line}'; echo '${line}'`), {
    ...{ samples: [sample(), sample()], error: null },
  })
  const failed = await runAsK6(t, `echo '${line}'; echo 'the script throws' >&2; exit 107`)
  t.is(failed.samples.length, 1)
  t.is(failed.error, 'k6 ended with 107: the script throws')
})

const played = (scenario: Played['scenario'], samples: Sample[], own: Partial<Played> = {}): Played => ({
  ...{ scenario, samples, readings: [], startedAt: 5, seconds: 10, dropped: 0 },
  ...own,
})
const actOf = (...list: Played[]): Act => ({
  session: { promised: defaultContract, played: list, jobs: null, ends: new Map(), webhooks: null, seen: null },
  stage: { name: 'one process', generationMs: null },
})
const outcomeOfActs = (...acts: Act[]) => outcomeOf(acts, new Date(), 'k6 v1')
const current = (own: Partial<Sample> = {}) =>
  sample({ operation: 'getCurrentCriteria', bucket: 'criteria_current_reads', ...own })

test('the rows of operations cover all scenarios except limits and breakpoint', (t) => {
  const others = [played('limits', [current({ ms: 9_999 })]), played('breakpoint', [current({ ms: 9_999 })])]
  const { operations, scenarios } = outcomeOfActs(actOf(played('average', [current(), current()])), actOf(...others))
  t.like(operations[0], { operation: 'getCurrentCriteria', count: 2, perSecond: 0.2, p99: 10 })
  t.deepEqual(scenarios, ['average', 'limits', 'breakpoint'])
})

test('if k6 sends requests late, the run is invalid, except in the breakpoint scenario', (t) => {
  const late = outcomeOfActs(actOf(played('average', [current()], { dropped: 3 })))
  t.regex(late.invalid[0]!, /^average: k6 could not send 3 requests in time/)
  t.is(verdictOf(late), 'INVALID')
  t.deepEqual(outcomeOfActs(actOf(played('breakpoint', [current()], { dropped: 3 }))).invalid, [])
  const { limit } = defaultContract.limits.buckets.read_and_ops!
  const bunched = outcomeOfActs(actOf(played('average', windowOf(limit, limit + 1))))
  t.regex(bunched.invalid[0]!, /^average: k6 was late and sent more than the limit/)
})

test('memory is judged only in the soak scenario', (t) => {
  const memoryOf = (scenario: Played['scenario']) =>
    outcomeOfActs(actOf(played(scenario, [current()]))).checks.filter(({ name }) => name === 'memory')
  t.is(memoryOf('soak').length, 1)
  t.is(memoryOf('average').length, 0)
})

test('the series has requests, refusals, failures and p99 for each second of a scenario', (t) => {
  const samples = [
    ...[current({ from: 1_000, ms: 5 }), current({ from: 1_900, ms: 7, isSuccess: false, status: 503 })],
    current({ from: 2_100, status: 429, isSuccess: false }),
  ]
  t.deepEqual(outcomeOfActs(actOf(played('average', samples))).series, [
    { at: 5, scenario: 'average', requests: 2, refused: 0, failed: 1, p99: 7 },
    { at: 6, scenario: 'average', requests: 1, refused: 1, failed: 0, p99: 0 },
  ])
})

async function serve(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a refused request outside the load is repeated after Retry-After, and errors state the request', async (t) => {
  const statuses = [429, 200, 500]
  const seen: string[] = []
  const url = await serve(t, (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['x-tenant-id']}`)
    response.writeHead(statuses.shift()!, { 'retry-after': '0' }).end('{"said":1}')
  })
  const client = clientOf(url, defaultContract.operations, 'sk_test_a')
  const values = { tenant: 'acme', jobId: 'a job' }
  t.deepEqual(await client('getCurrentCriteria', values), { said: 1 })
  t.deepEqual(seen, Array(2).fill('GET /v1/jobs/a%20job/criteria acme'))
  await t.throwsAsync(client('getCurrentCriteria', values), {
    ...{ instanceOf: CouldNotRun, message: /^GET \/v1\/jobs\/a%20job\/criteria of .* answered 500: {"said":1}$/ },
  })
})

test('a server that stops responding in the middle of a run ends it with one line', async (t) => {
  const url = await serve(t, (_, response) => void response.destroy())
  const client = clientOf(url, defaultContract.operations, 'sk_test_a')
  await t.throwsAsync(client('listEvents'), {
    ...{ instanceOf: CouldNotRun, message: `${url} has stopped answering: look why, and run again` },
  })
})

test('the feed is read to its end, and then until all jobs have ended', async (t) => {
  const timestamp = new Date(1_000).toISOString()
  const event = (n: number) => ({ id: `evt_${n}`, timestamp, data: { scoringJobId: `sj_${n % 2}` } })
  const end = (id: string) => ({ id, at: 1_000 })
  const pages: Record<string, object> = {
    '': { data: [event(9)], nextCursor: 'a' },
    a: { data: [], nextCursor: null },
    b: { data: [event(1), event(2), event(3)], nextCursor: 'c' },
  }
  const url = await serve(t, (request, response) => {
    const cursor = new URL(request.url!, 'http://a').searchParams.get('cursor') ?? ''
    response.end(JSON.stringify(pages[cursor]))
  })
  const client = clientOf(url, defaultContract.operations, 'sk_test_a')
  t.is(await feedCursor(client), 'a')
  const open: number[] = []
  const ends = await readEnds(client, 'b', new Set(['sj_0', 'sj_1']), 60_000, (count) => open.push(count))
  t.deepEqual(
    [...ends],
    [
      ['sj_1', [end('evt_1'), end('evt_3')]],
      ['sj_0', [end('evt_2')]],
    ],
  )
  t.deepEqual(open, [0])
})

test('waiting for jobs stops if none ends for a while', async (t) => {
  const url = await serve(t, (_, response) => response.end('{"data":[],"nextCursor":null}'))
  const client = clientOf(url, defaultContract.operations, 'sk_test_a')
  t.is((await readEnds(client, null, new Set(['sj_1']), 0, () => {})).size, 0)
})

test("a webhook is recorded as signed if its signature is the endpoint's", async (t) => {
  const receiver = await startReceiver()
  t.teardown(() => receiver.close())
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const send = (by: string) => {
    const body = JSON.stringify({ id: 'evt_1', timestamp: new Date().toISOString() })
    const at = new Date()
    const signed = {
      ...{ 'webhook-id': 'evt_1', 'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}` },
      'webhook-signature': new Webhook(by).sign('evt_1', at, body),
    }
    return fetch(receiver.url, { method: 'POST', body, headers: signed })
  }
  await send(secret)
  receiver.setSecret(secret)
  for (const by of [secret, `whsec_${Buffer.alloc(32, 2).toString('base64')}`]) t.is((await send(by)).status, 204)
  await until('three webhooks are counted', () => receiver.received.length === 3)
  t.deepEqual(
    receiver.received.map(({ id, isSigned }) => [id, isSigned]),
    [
      ['evt_1', false],
      ['evt_1', true],
      ['evt_1', false],
    ],
  )
})
