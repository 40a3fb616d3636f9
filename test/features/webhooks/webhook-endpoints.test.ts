import test from 'ava'
import { sweepEndpoints } from '../../../src/features/webhooks/webhook-endpoints.ts'
import { newId } from '../../../src/kit/ids.ts'
import { insertDeliveries } from '../../../src/tables/webhook-deliveries.ts'
import type { WebhookEndpointRow } from '../../../src/tables/webhook-endpoints.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'
import { runProcess } from '../../tools/services/process.ts'

const path = '/v1/webhook-endpoints'
const url = 'https://hooks.example.com/screening'
const allKinds = [
  'score.completed',
  'score.failed',
  'score.overridden',
  'score.review_requested',
  'batch.completed',
  'criteria.version.created',
  'deletion.completed',
  'deletion.failed',
  'audit.checkpoint',
]

/** Creates an endpoint, and returns the response body. */
async function create(client: Client, body: object = { url }) {
  return (await client.post(path, body)).body
}

test('an endpoint is created with a secret that no later response shows', async (t) => {
  const client = await (await startHarness(t)).client()
  const { status, headers, body } = await client.post(path, { url }, { 'X-Tenant-Id': '' })
  t.is(status, 201)
  t.regex(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { endpoint } = body
  t.regex(endpoint.id, /^we_/)
  const { id, createdAt } = endpoint
  t.deepEqual(endpoint, { id, url, name: null, events: allKinds, enabled: true, disabledReason: null, createdAt })
  t.is(headers.location, `${path}/${id}`)
  t.deepEqual((await client.get(`${path}/${id}`)).body, { endpoint })
  t.deepEqual((await client.get(path)).body, { data: [endpoint], nextCursor: null })
})

test('an endpoint can select event kinds, and be created disabled', async (t) => {
  const client = await (await startHarness(t)).client()
  const body = { url, name: 'ATS', events: ['score.failed', 'score.completed'], enabled: false }
  const { endpoint } = await create(client, body)
  t.like(endpoint, { ...body, disabledReason: 'REQUESTED' })
  for (const events of [[], ['score.failed', 'score.failed'], ['webhook.test']])
    t.is((await client.post(path, { url, events })).status, 400)
})

test('an address that is not public or not https is refused when an endpoint is created or changed', async (t) => {
  const client = await (await startHarness(t, { settings: { OUTBOUND_ALLOW: '127.0.0.1:9' } })).client()
  const { endpoint } = await create(client)
  for (const [address, code] of [
    ['http://hooks.example.com/', 'url_not_public'],
    ['ftp://hooks.example.com/', 'url_not_public'],
    ['https://10.0.0.1/', 'url_not_public'],
    ['https://0x7f000001/', 'url_not_public'],
    ['https://[::1]/', 'url_not_public'],
    ['https://localhost/', 'url_not_public'],
    ['https://hooks.internal/', 'url_not_public'],
    ['http://127.0.0.1:10/', 'url_not_public'],
    ['https://user:password@hooks.example.com/', 'invalid_url'],
    ['hooks.example.com', 'invalid_url'],
    ['https://', 'invalid_url'],
  ] as const) {
    for (const answer of [
      await client.post(path, { url: address }),
      await client.send('PATCH', `${path}/${endpoint.id}`, { url: address }),
    ]) {
      t.is(answer.status, 400, address)
      t.like(answer.body, { code: 'VALIDATION_ERROR', details: [{ field: 'url', code }] }, address)
    }
  }
  t.is((await client.get(`${path}/${endpoint.id}`)).body.endpoint.url, url)
  t.is(
    (await client.post(path, { url: 'http://127.0.0.1:9/hook' })).status,
    201,
    'addresses allowed by OUTBOUND_ALLOW are accepted',
  )
})

test('in each environment, five of ten concurrent requests create an endpoint, and deleting one allows another', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(path, { url })))
  const refused = answers.filter(({ status }) => status !== 201)
  t.is(refused.length, 5)
  for (const { status, body } of refused) {
    t.is(status, 400)
    t.is(body.details[0].code, 'limit_reached')
  }
  const production = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  t.is((await production.post(path, { url })).status, 201)
  const { data } = (await client.get(path)).body
  t.is((await client.send('DELETE', `${path}/${data[0].id}`)).status, 204)
  t.is((await client.post(path, { url })).status, 201)
  t.is((await client.post(path, { url })).status, 400)
})

test('endpoints are listed newest first, page by page', async (t) => {
  const clock = new HandClock()
  const client = await (await startHarness(t, { overrides: { clock } })).client()
  for (const name of ['a', 'b', 'c']) {
    clock.instant += 1
    await create(client, { url, name })
  }
  const namesIn = ({ body }: Answer) => body.data.map(({ name }: { name: string }) => name)
  const first = await client.get(`${path}?limit=2`)
  t.deepEqual(namesIn(first), ['c', 'b'])
  const second = await client.get(`${path}?limit=2&cursor=${first.body.nextCursor}`)
  t.deepEqual(namesIn(second), ['a'])
  t.is(second.body.nextCursor, null)
  t.is((await client.get(`${path}?cursor=x`)).status, 400)
})

test('a change sets only the given members', async (t) => {
  const client = await (await startHarness(t)).client()
  const { endpoint } = await create(client, { url, name: 'ATS' })
  const change = async (body: object) => (await client.send('PATCH', `${path}/${endpoint.id}`, body)).body.endpoint
  const elsewhere = 'https://other.example.com/'
  t.deepEqual(await change({ url: elsewhere }), { ...endpoint, url: elsewhere })
  t.deepEqual(await change({ name: null, url }), { ...endpoint, name: null })
  t.deepEqual(await change({ events: ['score.failed'] }), { ...endpoint, name: null, events: ['score.failed'] })
  t.is((await client.send('PATCH', `${path}/${endpoint.id}`, {})).status, 400)
})

test('an endpoint can be disabled, and can be enabled again, whatever the reason for which it was disabled', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const { database } = harness.server.services
  const { endpoint } = await create(client)
  const change = async (enabled: boolean) =>
    (await client.send('PATCH', `${path}/${endpoint.id}`, { enabled })).body.endpoint
  t.like(await change(false), { enabled: false, disabledReason: 'REQUESTED' })
  await database.execute("UPDATE webhook_endpoints SET disabledReason = 'FAILING', failingSince = 1 WHERE id = $1", [
    endpoint.id,
  ])
  t.like((await client.get(`${path}/${endpoint.id}`)).body.endpoint, { enabled: false, disabledReason: 'FAILING' })
  t.deepEqual(await change(true), endpoint)
  const [row] = await database.select<WebhookEndpointRow>('SELECT * FROM webhook_endpoints')
  t.is(row?.failingSince, null, 'the count of days with failures starts again')
})

test('deliveries to an endpoint that is disabled or deleted are not retried', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { database } = harness.server.services
  for (const end of [
    (id: string) => client.send('PATCH', `${path}/${id}`, { enabled: false }),
    (id: string) => client.send('DELETE', `${path}/${id}`),
  ]) {
    const { endpoint } = await create(client)
    // The next attempt is due in an hour, so that no sender claims the delivery.
    const createdAt = clock.now() + 3_600_000
    const ids = { id: newId('wd', createdAt), eventId: newId('evt', createdAt), endpointId: endpoint.id }
    const owner = { partnerId: client.partnerId, environment: 'SANDBOX' } as const
    const delivery = { ...ids, ...owner, type: 'score.failed', isTest: 0, createdAt } as const
    await database.transaction(() => insertDeliveries(database, [delivery]))
    t.true((await end(endpoint.id)).status < 300)
    const [row] = await database.select('SELECT * FROM webhook_deliveries WHERE endpointId = $1', [endpoint.id])
    t.like(row, { status: 'FAILED', dueAt: null })
  }
})

test("every operation returns the same 404 for a deleted, another caller's and an unknown endpoint", async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const deleted = (await create(client)).endpoint.id
  t.is((await client.send('DELETE', `${path}/${deleted}`)).status, 204)
  const kept = (await create(client)).endpoint.id
  const stranger = await harness.client()
  const production = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  for (const [caller, id] of [
    [client, deleted],
    [client, 'we_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e'],
    [client, 'x'],
    [stranger, kept],
    [production, kept],
  ] as const) {
    for (const answer of [
      await caller.get(`${path}/${id}`),
      await caller.send('PATCH', `${path}/${id}`, { enabled: false }),
      await caller.send('DELETE', `${path}/${id}`),
      await caller.post(`${path}/${id}/rotate-secret`, {}),
      await caller.send('POST', `${path}/${id}/test`),
    ]) {
      t.is(answer.status, 404)
      t.is(answer.body.code, 'NOT_FOUND')
    }
  }
  t.deepEqual((await stranger.get(path)).body.data, [])
  const { data } = (await client.get(path)).body
  t.deepEqual(
    data.map(({ id, enabled }: { id: string; enabled: boolean }) => [id, enabled]),
    [[kept, true]],
  )
})

test('a key without the permission `webhooks` cannot use any of the operations', async (t) => {
  const client = await (await startHarness(t)).client({ permissions: ['scoring.read'] })
  for (const answer of [await client.post(path, { url }), await client.get(path), await client.get(`${path}/we_1`)])
    t.is(answer.status, 403)
})

test("a deleted endpoint's row is kept for 90 days", async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { services } = harness.server
  const ids = [(await create(client)).endpoint.id, (await create(client)).endpoint.id]
  await client.send('DELETE', `${path}/${ids[0]}`)
  const left = async () => {
    await sweepEndpoints(services)
    return (await services.database.select<{ id: string }>('SELECT id FROM webhook_endpoints')).map(({ id }) => id)
  }
  clock.instant += 90 * 24 * 3_600_000
  t.deepEqual((await left()).sort(), ids.sort())
  clock.instant += 1
  t.deepEqual(
    await left(),
    (await client.get(path)).body.data.map(({ id }: { id: string }) => id),
  )
})

test('the operator lists all endpoints and enables a disabled one', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const { endpoint } = await create(client, { url: `${url}?token=t`, enabled: false })
  const cli = (...words: string[]) => runProcess(t, harness.settings, ['node', 'src/cli.ts', 'webhooks', ...words])
  const { stdout } = await cli('list')
  t.like(JSON.parse(stdout)[0], {
    endpointId: endpoint.id,
    environment: 'SANDBOX',
    origin: 'https://hooks.example.com',
    enabled: false,
    disabledReason: 'REQUESTED',
  })
  t.false(stdout.includes('token'))
  t.deepEqual(JSON.parse((await cli('enable', endpoint.id)).stdout), { endpointId: endpoint.id, enabled: true })
  t.like((await client.get(`${path}/${endpoint.id}`)).body.endpoint, { enabled: true, disabledReason: null })
  const unknown = await cli('enable', 'we_x')
  t.is(unknown.code, 1)
  t.regex(unknown.stderr, /no webhook endpoint "we_x"/)
})
