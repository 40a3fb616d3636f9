/**
 * Webhook deliveries as their owners see them: listing them, redelivering one, recovering missed events.
 *
 * Any sender may send a delivery once its row exists: if this process dies after the commit, another process sends the
 * delivery. A recovery commits in chunks. If the process dies or drains, or the caller disconnects, it stops after a
 * chunk. A repeated request creates the rest.
 */
import type { Keeper, PartnerOwner } from '../../kit/caller.ts'
import { facts } from '../../../generated/facts.gen.ts'
import type { DeliveryAttempt, WebhookDelivery } from '../../../generated/types.gen.ts'
import { toPage } from '../../kit/cursors.ts'
import { invalid, ServiceError } from '../../kit/errors.ts'
import { idsFrom, newId } from '../../kit/ids.ts'
import { lateJson, written } from '../../kit/stored-json.ts'
import { DAY, toIsoOrNull } from '../../kit/time.ts'
import { callerOf, type Reply } from '../../platform/contract/call.ts'
import { allowedCallerOf } from '../../platform/contract/quotas.ts'
import type { Handler, Services } from '../../platform/services.ts'
import {
  findDelivery,
  insertDeliveries,
  listDeliveries,
  listFeedCoverage,
  sweepDeliveries,
  type NewDelivery,
  type WebhookDeliveryRow,
} from '../../tables/webhook-deliveries.ts'
import { boundKept } from '../../tables/kept-counts.ts'
import { sharePartner } from '../../tables/partners.ts'
import { findEndpoint, lockEndpoint, type WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'timings'>

/** Rows per statement or transaction: more would block other writers for too long. */
const chunkMax = 500

export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async (call, { database }) => {
  const owner = callerOf(call)
  const { cursor: before = null, status, limit } = call.query
  const statuses = status ? [status] : facts.DeliveryStatus.values
  const { id } = known(await findEndpoint(database, owner, call.path.webhookEndpointId))
  const found = await listDeliveries(database, owner, id, { statuses, before, limit: limit + 1 })
  const { rows, nextCursor } = toPage(found, limit)
  const data = rows.map((row) => lateJson(() => toDelivery(row)))
  return { status: 200, body: written(() => ({ data, nextCursor })) }
}

export const redeliverWebhookDelivery: Handler<'redeliverWebhookDelivery'> = async (call, services) => {
  const { database, clock } = services
  const { partnerId, environment } = callerOf(call)
  const { webhookEndpointId, deliveryId } = call.path
  return services.write(call, async (): Promise<Reply<'redeliverWebhookDelivery'>> => {
    const owner = { partnerId, environment }
    checkEnabled(known(await findEndpoint(database, owner, webhookEndpointId)))
    const { eventId, type, isTest } = known(await findDelivery(database, owner, webhookEndpointId, deliveryId))
    const now = clock.now()
    const again = { ...owner, endpointId: webhookEndpointId, eventId, type, isTest, createdAt: now }
    const [row] = await insertDeliveries(database, [{ ...again, id: newId('wd', now) }])
    return { status: 202, body: { delivery: toDelivery(row as WebhookDeliveryRow) } }
  })
}

export const recoverWebhookDeliveries: Handler<'recoverWebhookDeliveries'> = async (call, services) => {
  const owner = allowedCallerOf(services, call)
  const { webhookEndpointId } = call.path
  known(await findEndpoint(services.database, owner, webhookEndpointId))
  let after: string | null = idsFrom('evt', readSince(services, call.body.since))
  let redelivered = 0
  while (after !== null) {
    // Stops if the process shuts down, or if the caller has disconnected and sent no idempotency key. The deliveries
    // created so far stay, and repeating the request creates the rest.
    const isUnheard = call.signal().aborted && call.lease === null
    if (services.closing() || isUnheard) throw new ServiceError('SERVICE_UNAVAILABLE')
    const from: string = after
    const chunk = await services.database.transaction(() => recoverFrom(services, owner, webhookEndpointId, from))
    redelivered += chunk.redelivered
    after = chunk.after
  }
  return services.write(call, async (): Promise<Reply<'recoverWebhookDeliveries'>> => {
    return { status: 202, body: { redelivered } }
  })
}

/** Deletes deliveries that are past their retention period. */
export async function sweepOldDeliveries({ database, clock, timings }: Needs): Promise<void> {
  await sweepDeliveries(database, clock.now() - timings.eventsKeptMs)
}

/**
 * Parses the start of the period to recover. @throws VALIDATION_ERROR if it is in the future, or before the retention
 * period
 */
function readSince({ clock, timings }: Needs, text: string): number {
  const since = Date.parse(text)
  const now = clock.now()
  // The schema also accepts leap seconds, which `Date` does not.
  if (Number.isNaN(since)) throw invalid('since', 'format', 'must be an RFC 3339 date-time')
  if (since > now) throw invalid('since', 'in_future', 'must not be in the future')
  if (since < now - timings.eventsKeptMs)
    throw invalid('since', 'too_old', `must not be more than ${timings.eventsKeptMs / DAY} days ago`)
  return since
}

/** Recovers one chunk of events. Returns the `after` of the next chunk, or null after the last one. */
async function recoverFrom(
  { database, clock }: Needs,
  { partnerId, environment, allowed }: PartnerOwner & Pick<Keeper, 'allowed'>,
  endpointId: string,
  after: string,
): Promise<{ redelivered: number; after: string | null }> {
  const owner = { partnerId, environment }
  boundKept(database, { ...owner, allowed })
  await sharePartner(database, partnerId)
  // The endpoint is locked until the commit, so that two concurrent recoveries send no event twice.
  const endpoint = known(await lockEndpoint(database, owner, endpointId))
  checkEnabled(endpoint)
  const kinds = endpoint.events === null ? null : (JSON.parse(endpoint.events) as string[])
  const events = await listFeedCoverage(database, owner, endpointId, after, chunkMax)
  const now = clock.now()
  const missed = events
    .filter(({ type, isCovered }) => isCovered === 0 && (kinds?.includes(type) ?? true))
    .map(({ id: eventId, type }): NewDelivery => {
      return { id: newId('wd', now), eventId, endpointId, ...owner, type, isTest: 0, createdAt: now }
    })
  await insertDeliveries(database, missed)
  return { redelivered: missed.length, after: events.length < chunkMax ? null : (events.at(-1)?.id ?? null) }
}

/** Returns a row that must exist. @throws NOT_FOUND */
function known<Row>(row: Row | null): Row {
  if (!row) throw new ServiceError('NOT_FOUND')
  return row
}

/** Refuses a disabled endpoint: nothing is sent to it, so a delivery cannot be promised. @throws VALIDATION_ERROR */
function checkEnabled({ enabled }: WebhookEndpointRow): void {
  if (enabled !== 1)
    throw invalid('webhookEndpointId', 'endpoint_disabled', 'is disabled; enable it first with `enabled: true`')
}

function toDelivery({ id, eventId, type, status, attempts, dueAt }: WebhookDeliveryRow): WebhookDelivery {
  const tried = JSON.parse(attempts) as DeliveryAttempt[]
  return { id, eventId, type, status, attempts: tried, nextAttemptAt: toIsoOrNull(dueAt) }
}
