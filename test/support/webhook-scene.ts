/** A server that may send to a receiver, a partner with endpoints at the receiver, and events that a test records. */
import type { ExecutionContext } from 'ava'
import type { WebhookDelivery, WebhookEndpointRequest } from '../../generated/types.gen.ts'
import { recordEvents, type NewEvent } from '../../src/features/events/record.ts'
import { createSender } from '../../src/features/webhooks/sender.ts'
import { type Services } from '../../src/platform/services.ts'
import { timings } from '../../src/platform/timings.ts'
import { HandClock } from '../tools/fakes/hand-clock.ts'
import { startHarness, type Client, type Options } from './harness.ts'
import { startReceiver } from '../tools/fakes/webhook-receiver.ts'

/** Starts a server with a real clock, whose sender runs by itself. */
export async function startWebhooks(t: ExecutionContext, overrides: Options['overrides'] = {}) {
  const receiver = await startReceiver(t)
  const harness = await startHarness(t, { settings: { OUTBOUND_ALLOW: receiver.pair }, overrides })
  const client = await harness.client()
  return { receiver, harness, client, services: harness.server.services }
}

/** Starts a server with a stopped clock, which sends only when `send` is called. */
export async function startStill(t: ExecutionContext, overrides: Options['overrides'] = {}) {
  const clock = new HandClock()
  const still = { ...timings, ...overrides.timings, deliverySweepMs: 1e9 }
  const scene = await startWebhooks(t, { ...overrides, clock, timings: still })
  return { ...scene, clock, send: () => sendDue(scene.services) }
}

/**
 * Polls once, like a separate process that sees only the rows. Resolves when the attempts that the poll started have
 * ended.
 */
export async function sendDue(services: Services): Promise<void> {
  const sender = createSender(services)
  await sender.poll()
  await sender.stop()
}

export type RegisteredEndpoint = { id: string; secret: string; path: string }

export async function registerEndpoint(
  client: Client,
  url: string,
  body: Omit<WebhookEndpointRequest, 'url'> = {},
): Promise<RegisteredEndpoint> {
  const { endpoint, secret } = await client.api.createWebhookEndpoint({ body: { url, ...body } })
  return { id: endpoint.id, secret: secret as string, path: `/v1/webhook-endpoints/${endpoint.id}` }
}

/** Records `count` events for the partner in one transaction. */
export async function happen(
  services: Services,
  { partnerId }: Client,
  count = 1,
  type: NewEvent['type'] = 'score.completed',
): Promise<void> {
  const one: NewEvent = { type, partnerId, environment: 'SANDBOX', tenantId: null, applicationId: null, data: {} }
  await services.database.transaction(() => recordEvents(services, Array<NewEvent>(count).fill(one)))
}

/** Returns an endpoint's deliveries, newest first. */
export async function deliveriesOf(
  { api }: Client,
  { id: webhookEndpointId }: Pick<RegisteredEndpoint, 'id'>,
): Promise<WebhookDelivery[]> {
  return (await api.listWebhookDeliveries({ webhookEndpointId, limit: 100 })).data
}

/**
 * Returns the first result of `deliveriesOf`.
 *
 * @throws Error if there is none
 */
export async function newestDeliveryOf(
  client: Client,
  endpoint: Pick<RegisteredEndpoint, 'id'>,
): Promise<WebhookDelivery> {
  const [newest] = await deliveriesOf(client, endpoint)
  if (!newest) throw new Error('the endpoint has no delivery')
  return newest
}
