import test from 'ava'
import type { EventKind } from '../../../generated/types.gen.ts'
import { recordEvent } from '../../../src/features/events/record.ts'
import type { WebhookDeliveryRow } from '../../../src/tables/webhook-deliveries.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Client, type Harness } from '../../support/harness.ts'

const path = '/v1/webhook-endpoints'
/** No server listens there, so deliveries are refused immediately, without a name lookup. */
const unreachable = { settings: { OUTBOUND_ALLOW: '127.0.0.1:9' } }
const url = 'http://127.0.0.1:9/hook'

/** Creates an endpoint, and returns its id. */
async function create(client: Client, body: object = {}): Promise<string> {
  return (await client.post(path, { url, ...body })).body.endpoint.id
}

function deliveriesTo({ server }: Harness, endpointId: string): Promise<WebhookDeliveryRow[]> {
  return server.services.database.select('SELECT * FROM webhook_deliveries WHERE endpointId = $1', [endpointId])
}

test('an event is delivered to every endpoint that selects its kind, and to no other', async (t) => {
  const harness = await startHarness(t, unreachable)
  const client = await harness.client()
  const all = await create(client)
  const some = await create(client, { events: ['score.failed', 'criteria.version.created'] })
  const others = [
    await create(client, { events: ['score.failed'] }),
    await create(client, { enabled: false }),
    await create(await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })),
    await create(await harness.client()),
  ]
  const deleted = await create(client)
  await client.send('DELETE', `${path}/${deleted}`)
  await client.generate('job-1')
  const [event] = await harness.server.services.database.select<{ id: string }>('SELECT id FROM events')
  for (const taker of [all, some]) {
    const deliveries = await deliveriesTo(harness, taker)
    t.is(deliveries.length, 1)
    t.like(deliveries[0], { eventId: event?.id, type: 'criteria.version.created', isTest: 0 })
  }
  for (const other of [...others, deleted]) t.deepEqual(await deliveriesTo(harness, other), [])
})

test('an event of a new kind reaches existing endpoints, except those that select their kinds', async (t) => {
  const harness = await startHarness(t, unreachable)
  const client = await harness.client()
  const { services } = harness.server
  const all = await create(client)
  const { events } = (await client.get(`${path}/${all}`)).body.endpoint
  const chosen = await create(client, { events })
  const { partnerId } = client
  const unheardOf = 'score.revised' as EventKind
  const subject = { partnerId, environment: 'SANDBOX', tenantId: null, applicationId: null, data: {} } as const
  await services.database.transaction(() => recordEvent(services, { ...subject, type: unheardOf }))
  t.is((await deliveriesTo(harness, all)).length, 1)
  t.is((await deliveriesTo(harness, chosen)).length, 0)
})

test('a test delivery is sent only to its own endpoint, even a disabled one, and is not in the feed', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { ...unreachable, overrides: { clock } })
  const client = await harness.client()
  const other = await create(client)
  const id = await create(client, { events: ['score.failed'], enabled: false })
  const { status, body } = await client.send('POST', `${path}/${id}/test`)
  t.is(status, 202)
  t.like(body.event, {
    type: 'webhook.test',
    environment: 'SANDBOX',
    tenantId: null,
    data: { webhookEndpointId: id, path: `${path}/${id}` },
  })
  const [delivery, ...more] = await deliveriesTo(harness, id)
  t.like(delivery, { eventId: body.event.id, type: 'webhook.test', isTest: 1 })
  t.deepEqual(more, [])
  t.deepEqual(await deliveriesTo(harness, other), [])
  clock.instant += harness.server.services.timings.eventFeedDelayMs
  t.deepEqual((await client.get('/v1/events')).body.data, [])
})
