import test from 'ava'
import { Webhook } from 'standardwebhooks'
import { signedHeaders } from '../../../src/features/webhooks/signatures.ts'
import type { WebhookEndpointRow } from '../../../src/tables/webhook-endpoints.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness } from '../../support/harness.ts'

const path = '/v1/webhook-endpoints'

test('after a rotation both secrets sign until the overlap ends, and another rotation drops the oldest immediately', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { services } = harness.server
  const { endpoint, secret: first } = (await client.post(path, { url: 'https://hooks.example.com/' })).body
  const rotate = async (body?: object) => {
    const answer = await client.send('POST', `${path}/${endpoint.id}/rotate-secret`, body)
    t.deepEqual([answer.status, Object.keys(answer.body)], [200, ['secret']])
    return answer.body.secret as string
  }
  const signing = async (...secrets: string[]) => {
    const [row] = await services.database.select<WebhookEndpointRow>('SELECT * FROM webhook_endpoints')
    const message = { id: 'evt_1', body: '{}', now: clock.now() }
    const signatures = signedHeaders(services, row as WebhookEndpointRow, message)['webhook-signature'].split(' ')
    const expected = secrets.map((secret) => new Webhook(secret).sign('evt_1', new Date(message.now), '{}'))
    t.deepEqual(signatures, expected)
  }
  await signing(first)
  const second = await rotate({ overlapSeconds: 60 })
  await signing(second, first)
  const third = await rotate({ overlapSeconds: 60 })
  await signing(third, second)
  clock.instant += 60_000
  await signing(third)
  const fourth = await rotate() // no body, so the defaults apply
  clock.instant += 24 * 3_600_000 - 1
  await signing(fourth, third)
  clock.instant += 1
  await signing(fourth)
  await signing(await rotate({ overlapSeconds: 0 }))
  t.is((await client.post(`${path}/${endpoint.id}/rotate-secret`, { overlapSeconds: 604_801 })).status, 400)
})

test('a secret is not in replays or log lines, and is stored encrypted', async (t) => {
  // No server listens there, so a test delivery is refused immediately, without a name lookup.
  const harness = await startHarness(t, { settings: { OUTBOUND_ALLOW: '127.0.0.1:9' } })
  const client = await harness.client()
  const { database } = harness.server.services
  const token = 'a-token-in-the-path'
  const headers = { 'Idempotency-Key': 'k' }
  const send = () => client.post(path, { url: `http://127.0.0.1:9/${token}` }, headers)
  const [created, replayed] = [await send(), await send()]
  t.is(replayed.headers['idempotent-replayed'], 'true')
  t.deepEqual(replayed.body, { endpoint: created.body.endpoint })
  t.is((await client.get(path)).body.data.length, 1)
  const one = `${path}/${created.body.endpoint.id}`
  const rotate = () => client.post(`${one}/rotate-secret`, {}, headers)
  const rotated = await rotate()
  t.deepEqual((await rotate()).body, {})
  t.is((await client.send('POST', `${one}/test`)).status, 202)
  const tables = ['webhook_endpoints', 'webhook_deliveries', 'events', 'idempotent_answers']
  const rows = await Promise.all(tables.map((table) => database.select(`SELECT * FROM ${table}`)))
  const values = rows.flat().flatMap((row) => Object.values(row).filter((value) => value !== null))
  const stored = Buffer.concat(values.map((value) => Buffer.from(value instanceof Uint8Array ? value : String(value))))
  t.true(stored.includes(token), 'the dump contains a value that is known to be stored')
  for (const secret of [created.body.secret, rotated.body.secret]) {
    const base64 = secret.slice('whsec_'.length)
    t.false(stored.includes(base64))
    t.false(stored.includes(Buffer.from(base64, 'base64')))
    t.false(harness.log.join('\n').includes(base64))
  }
  t.false(harness.log.join('\n').includes(token), 'a URL may be a credential, too')
})
