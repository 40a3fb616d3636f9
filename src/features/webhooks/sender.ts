/**
 * Sends webhooks: claims due deliveries and attempts them, so that no endpoint delays another.
 *
 * All deliveries wait in one queue. The sender never waits for an endpoint that has the maximum number of attempts in
 * flight. It defers that endpoint's deliveries, which takes them out of the queue, and sends them when attempts to the
 * endpoint end. Only this process knows which endpoints have deferred deliveries. If it dies, the deferred deliveries
 * become due again by themselves, and deliveries in flight become due when their leases end.
 */
import pLimit from 'p-limit'
import { newId } from '../../kit/ids.ts'
import { MINUTE } from '../../kit/time.ts'
import {
  claimDeliveries,
  deferDeliveries,
  failQueuedDeliveries,
  listDueOf,
  listQueueFront,
  requeueDeliveries,
  type ClaimedDelivery,
  type QueuedDelivery,
} from '../../tables/webhook-delivery-queue.ts'
import { listEndpointsByIds } from '../../tables/webhook-endpoint-health.ts'
import type { WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'
import { tryDelivery, type AttemptNeeds } from './attempts.ts'
import { admit, isWanted, roomFor, triesMax, tryOf, type Try } from './admission.ts'

/**
 * The maximum number of rows in each read of the queue. If a read returns this many, the next read follows immediately.
 */
const queueMax = 500
/**
 * A deferred delivery returns to the queue by itself after one to two times this period, in case the process that
 * deferred it has died.
 */
const deferMs = MINUTE

export type Sender = {
  /**
   * Starts attempts for all due deliveries, up to the maximum numbers in flight. Resolves without waiting for these
   * attempts.
   */
  poll: () => Promise<void>
  /**
   * Starts no more attempts, waits for those in flight, which end by their deadline, and leaves the rest to other
   * processes.
   */
  stop: () => Promise<void>
}

type State = {
  services: AttemptNeeds
  tries: Set<Try & { deliveryId: string; over: Promise<void> }>
  /** Ids of endpoints with a backlog, least recently served first. */
  backlogged: Set<string>
  isStopped: boolean
  /** Called when an attempt has ended, so that another one can start. */
  onRoom: () => void
}

export function createSender(services: AttemptNeeds): Sender {
  const { database, clock, log } = services
  // Only one poll runs at a time, because two would start too many attempts.
  const limited = pLimit(1)
  const state: State = { services, tries: new Set(), backlogged: new Set(), isStopped: false, onRoom: pollAgain }

  const poll = () =>
    limited(async () => {
      await serveBacklogs(state)
      while (await serveQueue(state));
    })

  function pollAgain(): void {
    if (limited.pendingCount > 0) return
    poll().catch((error: unknown) =>
      log.warn({ err: error }, 'a poll for webhook deliveries failed; polling continues'),
    )
  }

  return {
    poll,
    async stop() {
      state.isStopped = true
      await limited(() => {})
      await Promise.all([...state.tries].map(({ over }) => over))
      await requeueDeliveries(database, [...state.backlogged], clock.now()).catch((error: unknown) =>
        log.warn(
          { err: error },
          'could not return deferred webhook deliveries to the queue; they will become due again by themselves',
        ),
      )
    },
  }
}

/** Attempts deferred deliveries of the endpoints that can now have more attempts in flight. */
async function serveBacklogs(state: State): Promise<void> {
  const { services, backlogged } = state
  const { database, clock } = services
  if (state.isStopped) return
  const endpoints = await endpointsOf(state, [...backlogged])
  const rooms: { id: string; room: number }[] = []
  for (const id of [...backlogged]) {
    const endpoint = endpoints.get(id)
    const room = endpoint ? roomFor(endpoint, [...state.tries]) : 0
    if (endpoint && room === 0) continue
    backlogged.delete(id)
    // The deferred deliveries of a disabled endpoint return to the queue by themselves.
    if (endpoint?.enabled) rooms.push({ id, room })
  }
  const due = await listDueOf(database, rooms, clock.now())
  const left = state.isStopped ? due : await begin(state, endpoints, due)
  for (const { endpointId } of left) backlogged.add(endpointId)
  const found = Map.groupBy(due, ({ endpointId }) => endpointId)
  for (const { id, room } of rooms) if (found.get(id)?.length === room) backlogged.add(id)
}

/** Attempts the deliveries at the front of the queue. Returns whether there may be more due deliveries. */
async function serveQueue(state: State): Promise<boolean> {
  const { services, tries, backlogged } = state
  const { database, clock } = services
  if (state.isStopped || tries.size === triesMax) return false
  const now = clock.now()
  const queued = await listQueueFront(database, now, queueMax)
  const endpoints = await endpointsOf(
    state,
    queued.map(({ endpointId }) => endpointId),
  )
  if (state.isStopped) return false
  const isDue = (row: QueuedDelivery) => isWanted(row, endpoints.get(row.endpointId))
  await failQueuedDeliveries(database, idsOf(queued.filter((row) => !isDue(row))), now)
  const left = await begin(state, endpoints, queued.filter(isDue))
  for (const { endpointId } of left) backlogged.add(endpointId)
  await deferDeliveries(database, idsOf(left), now + Math.round(deferMs * (1 + Math.random())), now)
  return queued.length === queueMax
}

/** Claims deliveries and starts their attempts, up to the maximum numbers in flight. Returns the other deliveries. */
async function begin(
  state: State,
  endpoints: Map<string, WebhookEndpointRow>,
  rows: QueuedDelivery[],
): Promise<QueuedDelivery[]> {
  const { database, clock, timings } = state.services
  // If the clock was set forward, a lease may end too early. Even then, deliveries that are in flight in this process
  // are not sent twice.
  const sending = new Set([...state.tries].map(({ deliveryId }) => deliveryId))
  const free = rows.filter(({ id }) => !sending.has(id))
  const { admitted, left } = admit(free, endpoints, [...state.tries])
  const now = clock.now()
  const lease = { id: newId('lease', now), until: now + timings.deliveryLeaseMs }
  for (const delivery of await claimDeliveries(database, idsOf(admitted), lease, now))
    run(state, endpoints.get(delivery.endpointId) as WebhookEndpointRow, delivery)
  return left
}

function run(state: State, endpoint: WebhookEndpointRow, delivery: ClaimedDelivery): void {
  const { services, tries, backlogged } = state
  const over = tryDelivery(services, endpoint, delivery)
    .catch((error: unknown) => {
      const ids = { webhookDeliveryId: delivery.id }
      services.log.warn(
        { err: error, ...ids },
        'webhook delivery: the attempt failed on our side; it is retried when its lease ends',
      )
    })
    .then(() => {
      const isAwaited = backlogged.size > 0 || tries.size === triesMax
      tries.delete(own)
      if (isAwaited && !state.isStopped) state.onRoom()
    })
  const own = { ...tryOf(endpoint), deliveryId: delivery.id, over }
  tries.add(own)
}

async function endpointsOf({ services }: State, ids: string[]): Promise<Map<string, WebhookEndpointRow>> {
  const rows = await listEndpointsByIds(services.database, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
