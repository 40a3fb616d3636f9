/**
 * Tests analytics on inserted counts: the boundaries of each time range, the owners, and how long responses and counts
 * are kept.
 */
import test, { type ExecutionContext } from 'ava'
import type { ErrorAnalytics } from '../../../generated/types.gen.ts'
import { sweepOldRollups } from '../../../src/features/analytics.ts'
import { DAY, HOUR, MINUTE, SECOND, toIso } from '../../../src/kit/time.ts'
import type { Services } from '../../../src/platform/services.ts'
import { addToRollups, rollups, updateLastError, type Counted } from '../../../src/tables/rollups.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Client } from '../../support/harness.ts'

const ranges = { '1h': HOUR, '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY, '90d': 90 * DAY }
const midnight = Math.floor(Date.now() / DAY) * DAY

async function start(t: ExecutionContext, instant = midnight + 10 * HOUR + 30 * MINUTE + 30 * SECOND + 500) {
  const clock = new HandClock()
  clock.instant = instant
  const harness = await startHarness(t, { overrides: { clock } })
  const { services } = harness.server
  return { harness, services, clock, client: await harness.client() }
}

const ownerOf = ({ partnerId }: Client) => ({ partnerId, environment: 'SANDBOX' as const })
const errorsOf = async (client: Client, range: string) =>
  (await client.get(`/v1/analytics/errors?timeRange=${range}`)).body
const healthOf = async (client: Client, range: string) =>
  (await client.get(`/v1/analytics/webhook-health?timeRange=${range}`)).body

function count(services: Services, counted: Counted[]): Promise<void> {
  return services.database.transaction(() => addToRollups(services.database, counted))
}

async function failJobs(services: Services, client: Client, subject: string, instants: number[]): Promise<void> {
  const kind = 'SCORING_FAILURE'
  await count(
    services,
    instants.map((at) => ({ ...ownerOf(client), kind, subject, at })),
  )
}

async function failAttempt(services: Services, client: Client, subject: string, at: number, error: string) {
  const counted = { ...ownerOf(client), kind: 'DELIVERY_FAILURE' as const, subject, at }
  await count(services, [counted])
  await services.database.transaction(() => updateLastError(services.database, counted, error))
}

async function acceptAttempts(services: Services, client: Client, subject: string, instants: number[]): Promise<void> {
  const kind = 'DELIVERY_SUCCESS'
  await count(
    services,
    instants.map((at) => ({ ...ownerOf(client), kind, subject, at })),
  )
}

async function register(client: Client, name: string | null = null): Promise<{ id: string; url: string }> {
  const url = `https://example.com/${name ?? ''}`
  return (await client.post('/v1/webhook-endpoints', name === null ? { url } : { url, name })).body.endpoint
}

/** Returns times within 1 ms of each range's ends, and of the start and end of every unit that contains them. */
function edgesOf(end: number): number[] {
  const ends = [end, ...Object.values(ranges).map((rangeMs) => end - rangeMs)]
  const cuts = ends.flatMap((at) =>
    [SECOND, MINUTE, HOUR, DAY].flatMap((grainMs) => [at - (at % grainMs), at - (at % grainMs) + grainMs]),
  )
  const around = [...ends, ...cuts].flatMap((at) => [at - 1, at, at + 1])
  return [...new Set(around)].sort((a, b) => a - b)
}

/** Times of day at which a range may end, in milliseconds since midnight. */
const nows = {
  'in the middle of a minute': 10 * HOUR + 30 * MINUTE + 30 * SECOND + 500,
  'at the last millisecond of an hour': 11 * HOUR - 1,
  'at the turn of an hour': 11 * HOUR,
  'at midnight': 0,
}

for (const [name, sinceMidnight] of Object.entries(nows)) {
  test(`every range counts everything from its first millisecond until now, and nothing else: ${name}`, async (t) => {
    const end = midnight + sinceMidnight
    const { services, client } = await start(t, end)
    const edges = edgesOf(end)
    const endpoint = await register(client)
    await failJobs(services, client, 'TIMEOUT', edges)
    await acceptAttempts(services, client, endpoint.id, edges)
    await failAttempt(services, client, endpoint.id, end, 'no answer')
    for (const [range, rangeMs] of Object.entries(ranges)) {
      const start = end - rangeMs
      const inside = edges.filter((at) => at >= start && at <= end).length
      const period = { start: toIso(start), end: toIso(end) }
      const errors = await errorsOf(client, range)
      t.deepEqual(errors.period, period)
      t.is(errors.data[0].count, inside, range)
      const health = await healthOf(client, range)
      t.deepEqual(health.period, period)
      t.is(health.summary.totalDeliveries, inside + 1, range)
    }
  })
}

test('errors are sorted by frequency, then by code, and have a meaning and a share', async (t) => {
  const { services, client, clock } = await start(t)
  const at = clock.instant
  await failJobs(services, client, 'TIMEOUT', [at])
  await failJobs(services, client, 'RESUME_ENCRYPTED', [at, at - 5, at - HOUR])
  await failJobs(services, client, 'AI_SCORING_FAILED', [at - 1])
  await failJobs(services, client, 'RESUME_EMPTY', [at - HOUR - 1, at - 2 * HOUR])
  const answer = await client.get('/v1/analytics/errors?timeRange=1h')
  t.is(answer.headers['cache-control'], 'private, max-age=60')
  t.is(answer.headers['x-ratelimit-bucket'], 'analytics')
  const meaning = (code: 'RESUME_ENCRYPTED' | 'AI_SCORING_FAILED' | 'TIMEOUT') =>
    services.contract.catalogue[code].meaning
  t.deepEqual(answer.body.data, [
    { errorCode: 'RESUME_ENCRYPTED', description: meaning('RESUME_ENCRYPTED'), count: 3, percentage: 60 },
    { errorCode: 'AI_SCORING_FAILED', description: meaning('AI_SCORING_FAILED'), count: 1, percentage: 20 },
    { errorCode: 'TIMEOUT', description: meaning('TIMEOUT'), count: 1, percentage: 20 },
  ])
  const { data } = await errorsOf(client, '24h')
  t.deepEqual(
    data.map(({ errorCode, percentage }: ErrorAnalytics['data'][number]) => [errorCode, percentage]),
    [
      ['RESUME_ENCRYPTED', 42.9],
      ['RESUME_EMPTY', 28.6],
      ['AI_SCORING_FAILED', 14.3],
      ['TIMEOUT', 14.3],
    ],
  )
})

test('delivery health shows the share that succeeded, and each endpoint with failures and its newest error', async (t) => {
  const { services, client, clock } = await start(t)
  const at = clock.instant
  const often = await register(client, 'often')
  const seldom = await register(client)
  const healthy = await register(client, 'healthy')
  await failAttempt(services, client, seldom.id, at - 2 * DAY, 'two days ago')
  await failAttempt(services, client, seldom.id, at - DAY - 1, 'the newest')
  await failAttempt(services, client, often.id, at - 1, 'the newest, too')
  for (const late of [2, 3]) await failAttempt(services, client, often.id, at - late, 'older, but written later')
  for (const { id } of [often, seldom, healthy]) await acceptAttempts(services, client, id, [at - 10, at])
  t.deepEqual((await healthOf(client, '24h')).summary, { deliveryRate: 6 / 9, totalDeliveries: 9 })
  const answer = await client.get('/v1/analytics/webhook-health?timeRange=7d')
  t.is(answer.headers['cache-control'], 'private, max-age=60')
  t.deepEqual(answer.body.summary, { deliveryRate: 6 / 11, totalDeliveries: 11 })
  const listed = [
    { endpointUrl: often.url, endpointName: 'often', failureCount: 3, lastError: 'the newest, too' },
    { endpointUrl: seldom.url, endpointName: null, failureCount: 2, lastError: 'the newest' },
  ]
  t.deepEqual(answer.body.failureBreakdown, listed)
  t.is((await client.send('DELETE', `/v1/webhook-endpoints/${often.id}`)).status, 204)
  t.deepEqual((await healthOf(client, '30d')).failureBreakdown, listed, 'deleted endpoints stay listed')
})

test('an owner without deliveries has the rate 1 and empty lists, whatever other partners and environments deliver', async (t) => {
  const { harness, services, client, clock } = await start(t)
  const endpoint = await register(client)
  await failJobs(services, client, 'TIMEOUT', [clock.instant])
  await failAttempt(services, client, endpoint.id, clock.instant, 'no answer')
  const stranger = await harness.client()
  const live = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  const nothing = { summary: { deliveryRate: 1, totalDeliveries: 0 }, failureBreakdown: [] }
  for (const range of Object.keys(ranges)) {
    t.is((await errorsOf(client, range)).data.length, 1)
    t.is((await healthOf(client, range)).summary.deliveryRate, 0)
    for (const other of [stranger, live]) {
      t.deepEqual((await errorsOf(other, range)).data, [])
      t.like(await healthOf(other, range), nothing)
    }
  }
})

test('the time range is required, and must be one of the five allowed values', async (t) => {
  const { client } = await start(t)
  for (const operation of ['errors', 'webhook-health'])
    for (const query of ['', '?timeRange=', '?timeRange=2h', '?timeRange=1H', '?timeRange=1h&timeRange=24h']) {
      const { status, body } = await client.get(`/v1/analytics/${operation}${query}`)
      t.is(status, 400, query)
      t.is(body.code, 'VALIDATION_ERROR')
    }
})

test('a response is reused for one minute, and only for the same query', async (t) => {
  const { services, client, clock } = await start(t)
  const endpoint = await register(client)
  const first = { errors: await errorsOf(client, '24h'), health: await healthOf(client, '24h') }
  t.deepEqual(first.errors.data, [])
  clock.instant += 1
  await failJobs(services, client, 'TIMEOUT', [clock.instant])
  await failAttempt(services, client, endpoint.id, clock.instant, 'no answer')
  clock.instant += MINUTE - 2
  t.deepEqual(await errorsOf(client, '24h'), first.errors)
  t.deepEqual(await healthOf(client, '24h'), first.health)
  t.is((await errorsOf(client, '7d')).data.length, 1)
  t.is((await healthOf(client, '7d')).failureBreakdown.length, 1)
  clock.instant += 1
  t.is((await errorsOf(client, '24h')).period.end, toIso(clock.instant))
  t.is((await errorsOf(client, '24h')).data.length, 1)
  t.is((await healthOf(client, '24h')).failureBreakdown.length, 1)
})

test('concurrent requests share one computation, and a failed computation is not kept', async (t) => {
  const { services, client } = await start(t)
  const { database } = services
  const select = database.select.bind(database)
  let computed = 0
  database.select = async (sql, bind) => {
    if (!sql.includes(rollups.name)) return select(sql, bind)
    computed += 1
    if (computed === 1) throw new Error('the database is unavailable')
    return select(sql, bind)
  }
  t.is((await client.get('/v1/analytics/errors?timeRange=1h')).status, 500)
  await Promise.all(Array.from({ length: 10 }, () => errorsOf(client, '1h')))
  t.is(computed, 2)
})

test('a count is kept for 90 days and then deleted', async (t) => {
  const { services, client, clock } = await start(t)
  const at = clock.instant
  const endpoint = await register(client)
  await failJobs(services, client, 'TIMEOUT', [at])
  await failAttempt(services, client, endpoint.id, at, 'no answer')
  clock.instant = at + 90 * DAY
  await sweepOldRollups(services)
  t.is((await errorsOf(client, '90d')).data[0].count, 1)
  t.is((await healthOf(client, '90d')).failureBreakdown[0].lastError, 'no answer')
  t.deepEqual((await errorsOf(client, '30d')).data, [])
  clock.instant += 2 * MINUTE
  t.deepEqual((await errorsOf(client, '90d')).data, [])
  const young = clock.instant
  // There are so many rows that deleting them takes more than one statement.
  await failJobs(
    services,
    client,
    'TIMEOUT',
    Array.from({ length: 300 }, (_, index) => at + index * MINUTE),
  )
  await failJobs(services, client, 'TIMEOUT', [young])
  clock.instant = at + 91 * DAY
  await sweepOldRollups(services)
  const [oldest] = await services.database.select<{ startAt: number }>(
    `SELECT MIN(startAt) AS startAt FROM ${rollups.name} WHERE partnerId = $1`,
    [client.partnerId],
  )
  t.is(oldest?.startAt, young - (young % DAY))
  t.is((await errorsOf(client, '90d')).data[0].count, 1)
})
