import test, { type ExecutionContext } from 'ava'
import { setLimits } from '../../../src/features/access/rate-limits.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client, type Harness } from '../../support/harness.ts'

/** Starts a server whose clock stays at the beginning of a minute until a test moves it. */
async function start(t: ExecutionContext): Promise<{ harness: Harness; clock: HandClock }> {
  const clock = new HandClock()
  clock.instant -= clock.instant % 60_000
  return { clock, harness: await startHarness(t, { overrides: { clock } }) }
}

function burst(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, send))
}

const limitHeaders = ({ headers }: Answer) =>
  ['bucket', 'limit', 'remaining', 'reset', 'degraded'].map((name) => headers[`x-ratelimit-${name}`])

const windowHeaders = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-tenant-${name}`])

const passed = (answers: Answer[]) => answers.filter(({ status }) => status !== 429)
const refused = (answers: Answer[]) => answers.filter(({ status }) => status === 429)
const score = '/v1/jobs/none/applications/none/score'

/**
 * For each bucket, its limit and a request that takes a token from it. Most of these requests then fail, so they change
 * nothing.
 */
const buckets: Record<string, [number, (client: Client) => Promise<Answer>]> = {
  criteria_ai: [2, (client) => client.post('/v1/jobs/a/criteria-generations', {})],
  criteria_current_reads: [60, (client) => client.get('/v1/jobs/none/criteria')],
  scoring_intake_batch: [1, (client) => client.post('/v1/jobs/a/scoring-batches', {})],
  scoring_intake_single: [10, (client) => client.post('/v1/jobs/a/applications/a/scoring-jobs', {})],
  read_and_ops: [20, (client) => client.get('/v1/jobs/a/criteria-generations/none')],
  rate_limit_status: [2, (client) => client.get('/v1/rate-limit-status')],
  analytics: [20, (client) => client.get('/v1/analytics/errors?timeRange=never')],
  exports: [1, (client) => client.get('/v1/exports/scores?limit=none')],
}

for (const [bucket, [limit, send]] of Object.entries(buckets)) {
  test(`${bucket} allows exactly ${limit} requests a second, reports this on every response, and is full a second later`, async (t) => {
    const { harness, clock } = await start(t)
    const client = await harness.client({ limits: 'default' })
    for (let second = 0; second < 3; second += 1) {
      clock.instant += 1_000
      const reset = String(clock.instant / 1_000 + 1)
      const answers = await burst(2 * limit, () => send(client))
      t.deepEqual(
        passed(answers).map(limitHeaders).sort(byRemaining),
        Array.from({ length: limit }, (_, left) => [bucket, String(limit), String(left), reset, undefined]),
      )
      t.is(refused(answers).length, limit)
      for (const answer of refused(answers)) {
        t.deepEqual(limitHeaders(answer), [bucket, String(limit), '0', reset, undefined])
        t.is(answer.headers['retry-after'], '1')
        t.is(answer.body.code, 'RATE_LIMITED')
        t.true(answer.body.retryable)
        t.is(answer.body.details[0].code, 'bucket')
        t.is(answer.body.details[0].field, bucket)
      }
    }
  })
}

function byRemaining(one: unknown[], other: unknown[]): number {
  return Number(one[2]) - Number(other[2])
}

test('each partner has its own limits in each environment, which all of its tenants share', async (t) => {
  const { harness } = await start(t)
  const client = await harness.client({ limits: 'default' })
  await burst(60, () => client.get('/v1/jobs/none/criteria'))
  const { partnerId } = client
  const left = async (of: Client) => (await of.get('/v1/jobs/none/criteria')).headers['x-ratelimit-remaining']
  t.is(await left(await harness.client({ partnerId, tenant: 'other' })), '0', 'all tenants share the bucket')
  t.is(await left(await harness.client({ partnerId, environment: 'PRODUCTION' })), '59')
  t.is(await left(await harness.client({ limits: 'default' })), '59')
})

test('each tenant may send 100 scoring requests a minute', async (t) => {
  const { harness, clock } = await start(t)
  clock.instant += 42_500
  const client = await harness.client({ limits: { read_and_ops: 1_000 } })
  const answers = await burst(130, () => client.get(score))
  t.is(passed(answers).length, 100)
  for (const answer of refused(answers)) {
    t.is(answer.headers['retry-after'], '18')
    t.is(answer.body.code, 'RATE_LIMITED')
    t.deepEqual(answer.body.details[0], {
      field: 'read_and_ops',
      code: 'tenant_window',
      message: 'the limit for each tenant is 100 requests per 60 seconds',
    })
    t.deepEqual(limitHeaders(answer).slice(0, 2), ['read_and_ops', '1000'], 'the headers still describe the bucket')
  }
  const { partnerId } = client
  t.is((await client.get('/v1/jobs/a/criteria-generations/none')).headers['x-ratelimit-remaining'], '869')
  t.is((await (await harness.client({ partnerId, tenant: 'other' })).get(score)).status, 404)
  t.is((await (await harness.client({ partnerId, environment: 'PRODUCTION' })).get(score)).status, 404)
  clock.instant += 17_499
  t.is((await client.get(score)).status, 429)
  clock.instant += 1
  t.is(passed(await burst(130, () => client.get(score))).length, 100)
})

test('responses to a tenant’s requests, and the rate limit status, show how much of its window is left', async (t) => {
  const { harness, clock } = await start(t)
  clock.instant += 42_500
  const reset = clock.instant / 1_000 + 17.5
  const client = await harness.client({ limits: { read_and_ops: 2, tenant_window: 3, rate_limit_status: 100 } })
  const statusFor = async (tenant: string) =>
    (await client.get('/v1/rate-limit-status', { 'X-Tenant-Id': tenant })).body.tenantWindow
  const windowState = (remaining: number) => ({ limit: 3, remaining, resetAt: reset, resetInSeconds: 18 })
  const mine = client.tenant
  t.deepEqual(await statusFor(mine), windowState(3))
  const codes = []
  for (const [after, remaining] of [
    [0, 2],
    [0, 1],
    [0, 1],
    [1_000, 0],
    [0, 0],
  ] as const) {
    clock.instant += after
    const answer = await client.get(score)
    codes.push(answer.status === 429 ? answer.body.details[0].code : answer.status)
    t.deepEqual(windowHeaders(answer), ['3', String(remaining), String(reset)])
  }
  t.deepEqual(codes, [404, 404, 'bucket', 404, 'tenant_window'], 'the window counts only requests that pass the bucket')
  t.deepEqual(await statusFor(mine), { ...windowState(0), resetInSeconds: 17 })
  t.deepEqual(await statusFor('other'), { ...windowState(3), resetInSeconds: 17 })
  for (const none of ['', 'a b', '.']) t.is(await statusFor(none), undefined)
})

test("a response shows a tenant's window only if the request counts towards that window", async (t) => {
  const { harness } = await start(t)
  const client = await harness.client({ limits: 'default' })
  const barred = await harness.client({ partnerId: client.partnerId, permissions: ['criteria.read'] })
  for (const answer of [
    await client.get('/v1/jobs/none/criteria'),
    await client.get(score, { 'X-Tenant-Id': 'a b' }),
    await client.get('/v1/rate-limit-status', { 'X-Tenant-Id': 'a' }),
    await barred.get(score),
  ])
    t.deepEqual(windowHeaders(answer), [undefined, undefined, undefined])
  t.is((await client.get(score)).headers['x-ratelimit-tenant-remaining'], '99')
})

test('a request is checked in the promised order: key, bucket, permission, tenant, tenant window, body', async (t) => {
  const { harness, clock } = await start(t)
  const limits = { scoring_intake_single: 1, tenant_window: 1 }
  const { partnerId } = await harness.client({ limits })
  const allowed = await harness.client({ partnerId })
  const barred = await harness.client({ partnerId, permissions: ['criteria.read'] })
  const path = '/v1/jobs/a/applications/a/scoring-jobs'
  const send = async (client: Client, headers: Record<string, string> = {}) => {
    const { status, body } = await client.send('POST', path, '{ not even json', headers)
    return [status, body.details?.[0].code]
  }
  t.deepEqual(await send(barred, { 'X-Tenant-Id': '' }), [403, 'missing_permission'])
  t.deepEqual(await send(barred, { 'X-Tenant-Id': '' }), [429, 'bucket'])
  t.deepEqual(await send(barred, { Authorization: '' }), [401, 'missing_key'])
  clock.instant += 1_000
  t.deepEqual(await send(allowed), [400, 'json'])
  clock.instant += 1_000
  t.deepEqual(await send(allowed), [429, 'tenant_window'])
  t.deepEqual(await send(allowed), [429, 'bucket'], 'a refused request still counts towards its bucket')
  clock.instant += 1_000
  t.deepEqual(await send(allowed, { 'X-Tenant-Id': 'a b' }), [400, 'pattern'])
})

test('every response to a request with a valid key shows the state of its bucket, and no other response does', async (t) => {
  const { harness } = await start(t)
  const client = await harness.client({ limits: 'default' })
  const made = await client.post(
    '/v1/jobs/a/criteria-generations',
    { jobContext: { jobDescription: 'Requirements: patience' } },
    { 'Idempotency-Key': 'k' },
  )
  const reads = ['criteria_current_reads', '60']
  const holds = { 'If-None-Match': made.headers.etag as string }
  for (const [answer, status, headers] of [
    [made, 201, ['criteria_ai', '2', '1']],
    [await client.get('/v1/jobs/a/criteria'), 200, [...reads, '59']],
    [await client.get('/v1/jobs/a/criteria', holds), 304, [...reads, '58']],
    [await client.send('HEAD', '/v1/jobs/a/criteria'), 200, [...reads, '57']],
    [await client.get('/v1/jobs/none/criteria'), 404, [...reads, '56']],
    [await client.get('/v1/jobs/a/criteria', { 'X-Tenant-Id': '' }), 400, [...reads, '55']],
    [await client.get('/v1/jobs/a/criteria?other=1'), 400, [...reads, '54']],
    [await client.get('/v1/jobs/a/criteria', { Authorization: '' }), 401, []],
    [await client.send('DELETE', '/v1/jobs/a/criteria-generations'), 405, []],
    [await client.get('/v1/nowhere'), 404, []],
    [await client.get('/livez'), 200, []],
  ] as [Answer, number, string[]][]) {
    t.is(answer.status, status)
    t.deepEqual(limitHeaders(answer).slice(0, 3), headers.length > 0 ? headers : [undefined, undefined, undefined])
  }
})

test('the rate limit status shows every limit and uses only its own bucket', async (t) => {
  const { harness, clock } = await start(t)
  clock.instant += 999
  const client = await harness.client({ limits: 'default', environment: 'PRODUCTION' })
  await client.get('/v1/jobs/none/criteria')
  const resetAt = Math.ceil(clock.instant / 1_000)
  const idle = (limit: number, remaining = limit) => ({ limit, remaining, resetAt, resetInSeconds: 1 })
  const expected = (remaining: number) => ({
    partnerId: client.partnerId,
    environment: 'PRODUCTION',
    generatedAt: new Date(clock.instant).toISOString(),
    degraded: false,
    buckets: {
      criteria_ai: idle(2),
      criteria_current_reads: idle(60, 59),
      scoring_intake_batch: idle(1),
      scoring_intake_single: idle(10),
      read_and_ops: idle(20),
      rate_limit_status: idle(2, remaining),
      analytics: idle(20),
      exports: idle(1),
      criteria_ai_inflight: { limit: 4, active: 0, retryAfterSeconds: 0 },
    },
  })
  const tenantWindow = { limit: 100, remaining: 100, resetAt: Math.ceil(resetAt / 60) * 60, resetInSeconds: 60 }
  t.deepEqual((await client.get('/v1/rate-limit-status')).body, { ...expected(1), tenantWindow })
  t.deepEqual((await client.get('/v1/rate-limit-status', { 'X-Tenant-Id': '' })).body, expected(0))
  t.is((await client.get('/v1/rate-limit-status')).status, 429)
})

test('a running server applies an operator’s change of a limit within 5 s', async (t) => {
  const { harness, clock } = await start(t)
  const client = await harness.client({ limits: 'default' })
  const limitNow = async () => (await client.get('/v1/jobs/none/criteria')).headers['x-ratelimit-limit']
  t.is(await limitNow(), '60')
  const [partner] = await harness.server.services.database.select<{ name: string }>('SELECT name FROM partners')
  const { name } = partner as { name: string }
  await setLimits(harness.server.services, name, { criteria_current_reads: 3 })
  clock.instant += 5_000
  t.is(await limitNow(), '3')
  const answers = await burst(9, () => client.get('/v1/jobs/none/criteria'))
  t.is(passed(answers).length, 2)
  await setLimits(harness.server.services, name, { criteria_current_reads: null })
  clock.instant += 5_000
  t.is(await limitNow(), '60')
})
