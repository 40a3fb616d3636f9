/** Deliveries that are not accepted: the retry schedule, and endpoints that keep failing. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { newId } from '../../../src/kit/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/kit/time.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { createOutbound, parseOutboundAllow } from '../../../src/platform/outbound/outbound.ts'
import { status } from '../../tools/fakes/resume-host.ts'
import { happen, newestDeliveryOf, registerEndpoint, startStill } from '../../support/webhook-scene.ts'

const retryPlanMs = loadContract().retries.webhooks.waitsSeconds.map((seconds) => seconds * SECOND)

test('the retry schedule is the promised one', (t) => {
  const promised = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
  t.deepEqual(retryPlanMs, promised)
})

test('a delivery is attempted immediately and then on schedule, within 10 %, and always has the same id and bytes', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook', status(500))
  const endpoint = await registerEndpoint(client, inbox.url)
  await happen(services, client)
  await send()
  for (const [index, waitMs] of retryPlanMs.entries()) {
    const delivery = await newestDeliveryOf(client, endpoint)
    t.is(delivery.status, 'PENDING')
    t.is(delivery.attempts.length, index + 1)
    t.like(delivery.attempts.at(-1), { statusCode: 500, error: 'the receiver responded with status 500' })
    const nextAt = Date.parse(delivery.nextAttemptAt ?? '')
    const waited = nextAt - Date.parse(delivery.attempts.at(-1)?.at ?? '')
    t.true(waited >= waitMs * 0.9 && waited <= waitMs * 1.1, `${waited} of ${waitMs}`)
    clock.instant = nextAt - 1
    await send()
    t.is(inbox.ledger.length, index + 1, 'the attempt is not made before it is due')
    clock.instant = nextAt
    await send()
    t.is(inbox.ledger.length, index + 2)
    t.is(
      inbox.ledger.at(-1)?.headers['webhook-timestamp'],
      String(Math.floor(nextAt / 1000)),
      'each attempt is signed with its own time',
    )
  }
  const delivery = await newestDeliveryOf(client, endpoint)
  t.like(delivery, { status: 'FAILED', nextAttemptAt: null })
  t.is(delivery.attempts.length, 10)
  clock.instant += 3 * DAY
  await send()
  t.is(inbox.ledger.length, 10)
  t.deepEqual(new Set(inbox.ids()), new Set([delivery.eventId]))
  t.is(new Set(inbox.ledger.map(({ body }) => body)).size, 1)
})

test('no attempt follows a successful one', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook', status(500), status(200))
  const endpoint = await registerEndpoint(client, inbox.url)
  await happen(services, client)
  await send()
  clock.instant += 6 * SECOND
  await send()
  const delivery = await newestDeliveryOf(client, endpoint)
  t.like(delivery, { status: 'SUCCEEDED', nextAttemptAt: null })
  t.deepEqual(
    delivery.attempts.map(({ statusCode }) => statusCode),
    [500, 200],
  )
  t.is(delivery.attempts[1]?.error, null)
})

test("a 429's or 503's Retry-After is respected if it is later than the schedule, up to a day", async (t) => {
  const { receiver, client, services, send } = await startStill(t)
  const wait = async (code: number, retryAfter: string): Promise<number> => {
    const inbox = receiver.inbox(`/${code}/${retryAfter}`, status(code, { 'retry-after': retryAfter }))
    const endpoint = await registerEndpoint(client, inbox.url)
    await happen(services, client)
    await send()
    const { nextAttemptAt, attempts } = await newestDeliveryOf(client, endpoint)
    await client.send('DELETE', endpoint.path)
    return Date.parse(nextAttemptAt ?? '') - Date.parse(attempts[0]?.at ?? '')
  }
  t.is(await wait(429, '120'), 2 * MINUTE)
  t.is(await wait(503, '3600'), HOUR)
  t.is(await wait(429, '999999999'), DAY)
  for (const planned of [await wait(429, '1'), await wait(500, '120')]) {
    t.true(planned >= 4.5 * SECOND && planned <= 5.5 * SECOND, `${planned}`)
  }
})

test('the outcome of an attempt does not affect the endpoint if its URL changed during the attempt', async (t) => {
  let changeUrl = async () => {}
  const { receiver, client, services, clock, send } = await startStill(t, {
    failpoint: (point) => (point === 'delivered' ? changeUrl() : undefined),
  })
  const [old, current] = [receiver.inbox('/old', status(410)), receiver.inbox('/current', status(200))]
  const endpoint = await registerEndpoint(client, old.url)
  changeUrl = async () => {
    changeUrl = async () => {}
    await client.send('PATCH', endpoint.path, { url: current.url })
  }
  await happen(services, client)
  await send()
  t.true((await client.get(endpoint.path)).body.endpoint.enabled)
  const [row] = await services.database.select<{ failingSince: unknown }>('SELECT failingSince FROM webhook_endpoints')
  t.is(row?.failingSince, null)
  t.like(await newestDeliveryOf(client, endpoint), { status: 'PENDING', attempts: [{ statusCode: 410 }] })
  clock.instant += 6 * SECOND
  await send()
  t.is(current.ledger.length, 1)
  t.is((await newestDeliveryOf(client, endpoint)).status, 'SUCCEEDED')
})

test('a sender that has lost its lease changes nothing', async (t) => {
  let loseLease = async () => {}
  const { receiver, client, services, send } = await startStill(t, {
    failpoint: (point) => (point === 'delivered' ? loseLease() : undefined),
  })
  await registerEndpoint(client, receiver.inbox('/hook', status(410)).url)
  const rowsOf = () =>
    Promise.all(
      ['webhook_endpoints', 'webhook_deliveries'].map((table) => services.database.select(`SELECT * FROM ${table}`)),
    )
  let before: unknown
  loseLease = async () => {
    await services.database.execute('UPDATE webhook_deliveries SET leaseId = $1', [newId('lease', 0)])
    before = await rowsOf()
  }
  await happen(services, client)
  await send()
  t.deepEqual(await rowsOf(), before)
})

test('an attempt whose secret cannot be decrypted fails, and is retried on schedule', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook')
  const endpoint = await registerEndpoint(client, inbox.url)
  const { secretKeys } = services
  services.secretKeys = [randomBytes(32)]
  await happen(services, client)
  await send()
  const delivery = await newestDeliveryOf(client, endpoint)
  t.is(delivery.status, 'PENDING')
  t.like(delivery.attempts, { 0: { statusCode: null, error: 'the webhook secret could not be decrypted' }, length: 1 })
  t.is(inbox.ledger.length, 0)
  services.secretKeys = secretKeys
  clock.instant = Date.parse(delivery.nextAttemptAt ?? '')
  await send()
  t.is((await newestDeliveryOf(client, endpoint)).status, 'SUCCEEDED')
})

test('no connection is made to a host that now resolves to a private address', async (t) => {
  const { receiver, client, services, send } = await startStill(t)
  services.outbound = createOutbound(
    { allow: parseOutboundAllow('') },
    { lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]) },
  )
  const endpoint = await registerEndpoint(client, `https://hooks.example.com:${receiver.host.port}/hook`)
  await happen(services, client)
  await send()
  const delivery = await newestDeliveryOf(client, endpoint)
  t.like(delivery, { status: 'PENDING' })
  t.like(delivery.attempts[0], {
    statusCode: null,
    error: 'the URL is refused: the host resolves to an address that is not public',
  })
  t.is(receiver.host.connections(), 0)
})
