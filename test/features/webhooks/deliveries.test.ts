/** Deliveries as their owners see them: requests, the list, redelivery. */
import test from 'ava'
import { Webhook } from 'standardwebhooks'
import { recoverWebhookDeliveries, sweepOldDeliveries } from '../../../src/features/webhooks/deliveries.ts'
import { DAY, toIso } from '../../../src/kit/time.ts'
import type { Call } from '../../../src/platform/contract/call.ts'
import type { Services } from '../../../src/platform/services.ts'
import { status } from '../../tools/fakes/resume-host.ts'
import {
  deliveriesOf,
  happen,
  newestDeliveryOf,
  registerEndpoint,
  startStill,
  startWebhooks,
} from '../../support/webhook-scene.ts'
import { until } from '../../tools/until.ts'

test('an event is delivered with its stored bytes, signed according to Standard Webhooks', async (t) => {
  const { receiver, client, services } = await startWebhooks(t)
  const inbox = receiver.inbox('/hook')
  const endpoint = await registerEndpoint(client, inbox.url)
  await client.generate('job-1')
  await inbox.arrived(1)
  const [{ headers, body }] = inbox.ledger as [(typeof inbox.ledger)[0]]
  const verified = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)
  t.like(verified, { type: 'criteria.version.created', tenantId: 'acme', data: { jobId: 'job-1' } })
  const events = await services.database.select<{ id: string; body: string }>('SELECT id, body FROM events')
  t.deepEqual(events, [{ id: headers['webhook-id'] as string, body }])
  t.is(headers['content-type'], 'application/json')

  await until('the attempt is recorded', async () => (await newestDeliveryOf(client, endpoint)).status !== 'PENDING')
  const deliveries = await deliveriesOf(client, endpoint)
  t.is(deliveries.length, 1)
  t.like(deliveries[0], { eventId: headers['webhook-id'], type: 'criteria.version.created', status: 'SUCCEEDED' })
  t.is(deliveries[0]?.nextAttemptAt, null)
  t.like(deliveries[0]?.attempts, { 0: { statusCode: 200, error: null }, length: 1 })
})

test('the list shows this endpoint’s deliveries, newest first, page by page', async (t) => {
  const { receiver, client, services, clock } = await startStill(t)
  const endpoint = await registerEndpoint(client, receiver.inbox('/a').url, { events: ['score.completed'] })
  const other = await registerEndpoint(client, receiver.inbox('/b').url, { events: ['score.failed'] })
  for (let count = 0; count < 5; count += 1) {
    await happen(services, client)
    clock.instant += 1
  }
  await happen(services, client, 1, 'score.failed')
  const all = await deliveriesOf(client, endpoint)
  t.is(all.length, 5)
  t.deepEqual(
    all.map(({ id }) => id),
    all.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1)),
  )
  const paged = []
  for (let cursor = ''; ;) {
    const { body } = await client.get(`${endpoint.path}/deliveries?limit=2${cursor}`)
    paged.push(...body.data)
    if (body.nextCursor === null) break
    cursor = `&cursor=${body.nextCursor}`
  }
  t.deepEqual(paged, all)
  for (const status of ['PENDING', 'SUCCEEDED', 'FAILED']) {
    const { body } = await client.get(`${endpoint.path}/deliveries?limit=100&status=${status}`)
    t.deepEqual(
      body.data,
      all.filter((delivery) => delivery.status === status),
    )
  }
  t.is((await deliveriesOf(client, other)).length, 1)
  t.is((await client.get(`${endpoint.path}/deliveries?cursor=x`)).status, 400)
})

test('a redelivery is a new delivery of the same event', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook')
  const endpoint = await registerEndpoint(client, inbox.url)
  await happen(services, client)
  await send()
  const first = await newestDeliveryOf(client, endpoint)
  clock.instant += 1000
  const again = await client.post(`${endpoint.path}/deliveries/${first.id}/redeliver`, undefined)
  t.is(again.status, 202)
  t.like(again.body.delivery, { eventId: first.eventId, type: first.type, status: 'PENDING' })
  t.is(again.body.delivery.nextAttemptAt, toIso(clock.instant))
  await send()
  t.deepEqual(inbox.ids(), [first.eventId, first.eventId])
  t.is(inbox.ledger[0]?.body, inbox.ledger[1]?.body)
  const [second, unchanged] = await deliveriesOf(client, endpoint)
  t.like(second, { id: again.body.delivery.id, status: 'SUCCEEDED' })
  t.deepEqual(unchanged, first)
})

test('`recover` redelivers missed events in chunks, but none that was accepted or is in progress', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook', status(200), status(500))
  const endpoint = await registerEndpoint(client, inbox.url, { events: ['score.completed'] })
  const startedAt = clock.instant
  const recover = async (since: number) => {
    const answer = await client.post(`${endpoint.path}/recover`, { since: toIso(since) })
    t.is(answer.status, 202, JSON.stringify(answer.body))
    return answer.body.redelivered as number
  }
  const step = async (count: number, type?: 'score.failed') => {
    await happen(services, client, count, type)
    clock.instant += 1000
  }
  await happen(services, client)
  await send()
  await step(1) // fails when it is sent, and is not retried because the endpoint is then disabled
  await send()
  await client.send('PATCH', endpoint.path, { enabled: false })
  await step(1100) // never sent
  await step(3, 'score.failed') // of a kind that the endpoint does not select
  await client.send('PATCH', endpoint.path, { enabled: true })
  await step(1) // in progress
  t.is(await recover(clock.instant), 0, 'no event has happened since then')
  const both = await Promise.all([recover(startedAt), recover(startedAt)])
  t.is(both[0] + both[1], 1101, 'two concurrent calls share the work')
  t.is(await recover(startedAt), 0)
  const counts = await services.database.select('SELECT eventId FROM webhook_deliveries GROUP BY eventId')
  t.is(counts.length, 1103)
})

test('`recover` without an idempotency key stops if its caller disconnects or the server drains, and a repeat continues', async (t) => {
  const { receiver, client, services, clock } = await startStill(t)
  const endpoint = await registerEndpoint(client, receiver.inbox('/hook').url, { enabled: false })
  const since = toIso(clock.instant)
  await happen(services, client, 1600)
  await client.send('PATCH', endpoint.path, { enabled: true })
  const caller = { partnerId: client.partnerId, environment: 'SANDBOX', plan: 'standard', quotas: {} }
  /** Calls recover. Before its second chunk, the server drains or the caller disconnects. */
  const recover = (ends: 'drained' | 'unheard' | 'unheard but kept') => {
    let chunks = 0
    const isSecond = () => (chunks += 1) === 2
    const call = {
      ...{ path: { webhookEndpointId: endpoint.id }, body: { since }, caller },
      signal: () => ({ aborted: ends !== 'drained' && isSecond() }),
      lease: ends === 'unheard but kept' ? { id: 'key', leaseId: 'lease' } : null,
    } as unknown as Call<'recoverWebhookDeliveries'>
    const write: Services['write'] = (_call, work) => work()
    const closing = ends === 'drained' ? isSecond : () => false
    return recoverWebhookDeliveries(call, { ...services, write, closing })
  }
  const countOf = async () => (await services.database.select('SELECT id FROM webhook_deliveries')).length
  await t.throwsAsync(recover('drained'), { message: /SERVICE_UNAVAILABLE/ })
  t.is(await countOf(), 500)
  // The first chunk contains only events that have already been redelivered.
  await t.throwsAsync(recover('unheard'), { message: /SERVICE_UNAVAILABLE/ })
  t.is(await countOf(), 500)
  t.like(await recover('unheard but kept'), { body: { redelivered: 1100 } })
  t.is(await countOf(), 1600)
})

test('`recover` refuses a time in the future, a time too long ago, and a value that is not a time', async (t) => {
  const { receiver, client, clock } = await startStill(t)
  const endpoint = await registerEndpoint(client, receiver.inbox('/hook').url)
  const refused = async (since: string) => {
    const { status, body } = await client.post(`${endpoint.path}/recover`, { since })
    return [status, body.code, body.details[0].code]
  }
  t.deepEqual(await refused(toIso(clock.instant + 1)), [400, 'VALIDATION_ERROR', 'in_future'])
  t.deepEqual(await refused(toIso(clock.instant - 30 * DAY - 1)), [400, 'VALIDATION_ERROR', 'too_old'])
  t.deepEqual(await refused('2016-12-31T23:59:60Z'), [400, 'VALIDATION_ERROR', 'format'])
  const oldest = await client.post(`${endpoint.path}/recover`, { since: toIso(clock.instant - 30 * DAY) })
  t.deepEqual(oldest.body, { redelivered: 0 })
})

test('a delivery cannot be redelivered to a disabled endpoint', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const endpoint = await registerEndpoint(client, receiver.inbox('/hook').url)
  await happen(services, client)
  await send()
  const delivery = await newestDeliveryOf(client, endpoint)
  await client.send('PATCH', endpoint.path, { enabled: false })
  for (const answer of [
    await client.post(`${endpoint.path}/deliveries/${delivery.id}/redeliver`, undefined),
    await client.post(`${endpoint.path}/recover`, { since: toIso(clock.instant) }),
  ]) {
    t.is(answer.status, 400)
    t.is(answer.body.details[0].code, 'endpoint_disabled')
  }
})

test("another caller's endpoints and deliveries, and another endpoint's deliveries, are not found", async (t) => {
  const { harness, receiver, client, services, clock } = await startStill(t)
  const endpoint = await registerEndpoint(client, receiver.inbox('/a').url)
  const sibling = await registerEndpoint(client, receiver.inbox('/b').url)
  await happen(services, client)
  const delivery = await newestDeliveryOf(client, endpoint)
  const live = await harness.client({ environment: 'PRODUCTION', partnerId: client.partnerId })
  for (const stranger of [await harness.client(), live]) {
    t.is((await stranger.get(`${endpoint.path}/deliveries`)).status, 404)
    t.is((await stranger.post(`${endpoint.path}/deliveries/${delivery.id}/redeliver`, undefined)).status, 404)
    t.is((await stranger.post(`${endpoint.path}/recover`, { since: toIso(clock.instant) })).status, 404)
  }
  for (const id of [delivery.id, 'nonsense']) {
    const answer = await client.post(`${sibling.path}/deliveries/${id}/redeliver`, undefined)
    t.is(answer.status, 404)
    t.is(answer.body.code, 'NOT_FOUND')
  }
})

test('deliveries are kept for 30 days', async (t) => {
  const { receiver, client, services, clock } = await startStill(t)
  const endpoint = await registerEndpoint(client, receiver.inbox('/hook').url)
  await happen(services, client, 600)
  clock.instant += 30 * DAY
  await happen(services, client)
  await sweepOldDeliveries(services)
  t.is((await services.database.select('SELECT id FROM webhook_deliveries')).length, 601)
  clock.instant += 1
  await sweepOldDeliveries(services)
  t.is((await deliveriesOf(client, endpoint)).length, 1)
})
