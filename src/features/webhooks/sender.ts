/**
 * Which deliveries are tried next, so that no endpoint delays another.
 *
 * All deliveries wait in one line, and an endpoint without room is not waited for: what it has at the front of the line
 * is put aside, and taken up from its own backlog as its tries end. Only the process knows of what it put aside; if it
 * dies on the next line, that comes back to the line by itself, and what was in flight does when its lease ends.
 */
import pLimit from 'p-limit'
import { newId } from '../../kit/ids.ts'
import { MINUTE } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import {
  listDueInLine,
  listDueOf,
  claimDeliveries,
  failDeliveriesInLine,
  lineUpDeliveries,
  putAsideDeliveries,
  type ClaimedDelivery,
  type InLine,
} from '../../tables/webhook-deliveries.ts'
import { listEndpointsByIds } from '../../tables/webhook-endpoint-health.ts'
import type { WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'
import { tryDelivery } from './attempts.ts'

/** Tries at once in a process: each may last 15 s, nearly all of it waiting. */
const triesMax = 64
/** Of one endpoint: a receiver that takes 100 ms gets 40 a second, and one that hangs leaves room for 15 others. */
const triesOfEndpointMax = 4
/** Of one that has accepted nothing since it failed, and of all those together: half the room stays for the others. */
const triesOfFailingMax = 1
const triesOfAllFailingMax = 32
/** Rows of one look at the line; when there are more, the next look follows at once. */
const lineMost = 500
/** What was put aside is back in the line after once to twice that, should its process have died. */
const asideMs = MINUTE

export type Sender = {
  /** Begins what is due and has room, until nothing is; resolves without waiting for those tries. */
  look: () => Promise<void>
  /** Begins nothing more, waits for the tries in flight, which end by their deadline, and leaves the rest to others. */
  stop: () => Promise<void>
}

/** `isFailing`: when it began. */
type Try = { endpointId: string; isFailing: boolean; ended: Promise<void> }

export function createSender(services: Services): Sender {
  const { database, clock, log, timings } = services
  const tries = new Set<Try>()
  // Endpoints with a backlog; who was served last is at the end.
  const waiting = new Set<string>()
  // One look at a time: two would give the same room away twice.
  const alone = pLimit(1)
  let stopped = false

  function roomOf({ id, failingSince }: WebhookEndpointRow): number {
    const all = [...tries]
    const own = all.filter(({ endpointId }) => endpointId === id).length
    const room = triesMax - all.length
    if (failingSince === null) return Math.max(0, Math.min(room, triesOfEndpointMax - own))
    const failing = all.filter(({ isFailing }) => isFailing).length
    return Math.max(0, Math.min(room, triesOfAllFailingMax - failing, triesOfFailingMax - own))
  }

  /** Claims and begins as many as there is room for; those that there was none for. */
  async function begin(endpoint: WebhookEndpointRow, rows: InLine[]): Promise<InLine[]> {
    const room = roomOf(endpoint)
    const now = clock.now()
    const lease = { id: newId('lease', now), until: now + timings.deliveryLeaseMs }
    const ids = idsOf(rows.slice(0, room))
    for (const delivery of await claimDeliveries(database, ids, lease, now)) run(endpoint, delivery)
    return rows.slice(room)
  }

  function run(endpoint: WebhookEndpointRow, delivery: ClaimedDelivery): void {
    const ended: Promise<void> = tryDelivery(services, endpoint, delivery)
      .catch((error: unknown) => {
        log.warn({ err: error, webhookDeliveryId: delivery.id }, 'webhook delivery: tried again when its lease ends')
      })
      .then(() => {
        const isAwaited = waiting.size > 0 || tries.size === triesMax
        tries.delete(own)
        if (isAwaited && !stopped && alone.pendingCount === 0) void lookAgain()
      })
    const own: Try = { endpointId: endpoint.id, isFailing: endpoint.failingSince !== null, ended }
    tries.add(own)
  }

  async function lookAgain(): Promise<void> {
    await look().catch((error: unknown) => log.warn({ err: error }, 'the look for webhooks failed; another follows'))
  }

  async function serveBacklogs(): Promise<void> {
    const endpoints = await endpointsOf([...waiting])
    for (const id of [...waiting]) {
      if (stopped) return
      const endpoint = endpoints.get(id)
      const room = endpoint ? roomOf(endpoint) : 0
      if (endpoint && room === 0) continue
      waiting.delete(id)
      // What a disabled one has left comes back to the line.
      if (!endpoint?.enabled) continue
      const rows = await listDueOf(database, id, clock.now(), room)
      await begin(endpoint, rows)
      if (rows.length === room) waiting.add(id)
    }
  }

  /** Whether there may be more. */
  async function serveLine(): Promise<boolean> {
    if (stopped || tries.size === triesMax) return false
    const now = clock.now()
    const line = await listDueInLine(database, now, lineMost)
    const endpoints = await endpointsOf(line.map(({ endpointId }) => endpointId))
    for (const [id, rows] of Map.groupBy(line, ({ endpointId }) => endpointId)) {
      if (stopped) return false
      const endpoint = endpoints.get(id)
      const unwanted = rows.filter((row) => !isWanted(row, endpoint))
      await failDeliveriesInLine(database, idsOf(unwanted), now)
      const wanted = rows.filter((row) => isWanted(row, endpoint))
      const left = endpoint ? await begin(endpoint, wanted) : []
      if (left.length === 0) continue
      waiting.add(id)
      await putAsideDeliveries(database, idsOf(left), now + Math.round(asideMs * (1 + Math.random())), now)
    }
    return line.length === lineMost
  }

  async function endpointsOf(ids: string[]): Promise<Map<string, WebhookEndpointRow>> {
    const rows = await listEndpointsByIds(database, [...new Set(ids)])
    return new Map(rows.map((row) => [row.id, row]))
  }

  const look = () =>
    alone(async () => {
      await serveBacklogs()
      while (await serveLine());
    })

  return {
    look,
    async stop() {
      stopped = true
      await alone(() => {})
      await Promise.all([...tries].map(({ ended }) => ended))
      await lineUpDeliveries(database, [...waiting], clock.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'webhook deliveries that were put aside come back to the line by themselves'),
      )
    },
  }
}

/** A disabled endpoint is sent tests alone, a deleted one nothing. */
function isWanted({ isTest }: InLine, endpoint: WebhookEndpointRow | undefined): boolean {
  if (!endpoint || endpoint.deletedAt !== null) return false
  return endpoint.enabled === 1 || isTest === 1
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
