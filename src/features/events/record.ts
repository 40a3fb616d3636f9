/**
 * Events: recorded in the same transaction as the change that they report.
 *
 * An event never changes once it is recorded. It contains only ids, states and counts, and is far below 20 kB. If the
 * process dies after the commit, the event and its deliveries are stored; before the commit, nothing has changed.
 */
import type { Event, EventKind } from '../../../generated/types.gen.ts'
import type { PartnerOwner } from '../../kit/caller.ts'
import { newId } from '../../kit/ids.ts'
import { toIso } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { insertEvents, listTenantNames, type EventRow, type EventType, type TenantName } from '../../tables/events.ts'
import { insertDeliveries, type NewDelivery } from '../../tables/webhook-deliveries.ts'
import { listEnabledEndpoints } from '../../tables/webhook-endpoints.ts'

type Needs = Pick<Services, 'database' | 'clock'>

/** The fields of a new event that the caller provides. */
export type NewEvent<Type extends EventType = EventKind> = PartnerOwner & {
  type: Type
  /**
   * Our ids of the tenant and application that the event belongs to, so that a deletion finds the event; null if none.
   */
  tenantId: string | null
  applicationId: string | null
  /** The trace context of the request that caused the event, if any. */
  traceparent?: string | null
  /** The type and tenant that a test event shows in place of its real ones. */
  shown?: Partial<Pick<Event, 'type' | 'tenantId'>>
  /** May contain callers' ids, but never text from a resume, an answer or a job description. */
  data: Record<string, unknown>
}

/** Records one event; see `recordEvents`. */
export async function recordEvent(services: Needs, event: NewEvent): Promise<void> {
  await recordEvents(services, [event])
}

/**
 * Records events and a delivery for each subscribed endpoint. Call it inside the transaction that makes the change,
 * preferably at its end. If the commit follows later than `eventFeedDelayMs` after this call, readers of the feed may
 * miss the event.
 */
export async function recordEvents(services: Needs, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const { database } = services
  const rows = Map.groupBy(await insertAll(services, events), textOfOwner)
  const endpoints = await listEnabledEndpoints(
    database,
    [...rows.values()].map(([first]) => first as PartnerOwner),
  )
  const deliveries = endpoints.flatMap(({ id, events: taken, ...owner }) => {
    const kinds = taken === null ? null : (JSON.parse(taken) as string[])
    const owned = rows.get(textOfOwner(owner)) ?? []
    return owned.filter(({ type }) => kinds?.includes(type) ?? true).map((row) => newDelivery(row, id))
  })
  if (deliveries.length > 0) await insertDeliveries(database, deliveries)
}

function textOfOwner({ partnerId, environment }: PartnerOwner): string {
  return `${partnerId} ${environment}`
}

/**
 * Records a test event for one endpoint only. The feed and the analytics exclude it, regardless of its type. Call it
 * inside a transaction.
 */
export async function recordTest(
  services: Needs,
  endpointId: string,
  { partnerId, environment, data, shown }: Pick<NewEvent, 'partnerId' | 'environment' | 'data' | 'shown'>,
): Promise<Event> {
  const subject = { partnerId, environment, tenantId: null, applicationId: null }
  const [row] = (await insertAll(services, [{ ...subject, type: 'webhook.test', data, shown }])) as [EventRow]
  await insertDeliveries(services.database, [newDelivery(row, endpointId)])
  return toEvent(row)
}

async function insertAll({ database, clock }: Needs, events: NewEvent<EventType>[]): Promise<EventRow[]> {
  const names = await tenantNamesOf(database, new Set(events.flatMap(({ tenantId }) => tenantId ?? [])))
  const now = clock.now()
  const rows = events.map((event) => {
    const name = event.tenantId === null ? undefined : names.get(event.tenantId)
    return toRow(event, name && textOfOwner(name) === textOfOwner(event) ? name.externalId : null, now)
  })
  await insertEvents(database, rows)
  return rows
}

const namesKey = {}

/** Returns the names of tenants, by our ids. A transaction reads each name only once. */
export async function tenantNamesOf(
  database: Needs['database'],
  ids: Set<string>,
): Promise<ReadonlyMap<string, TenantName>> {
  const known = database.ofTransaction(
    namesKey,
    () => new Map<string, TenantName>(),
    () => Promise.resolve(),
  )
  const rows = await listTenantNames(
    database,
    [...ids].filter((id) => !known.has(id)),
  )
  for (const row of rows) known.set(row.id, row)
  return known
}

function toRow({ data, shown, ...columns }: NewEvent<EventType>, tenantName: string | null, now: number): EventRow {
  const { type, environment, traceparent = null } = columns
  const id = newId('evt', now)
  const isTest = type === 'webhook.test'
  const common = { id, type, timestamp: toIso(now), apiVersion: 'v1', environment, tenantId: tenantName } as const
  const event: Event = { ...common, ...shown, data, ...(isTest ? { test: true } : {}) }
  return {
    ...columns,
    traceparent,
    id,
    body: JSON.stringify(event),
    inFeed: isTest ? 0 : 1,
    createdAt: now,
  }
}

/** Returns a delivery of an event to an endpoint, due when the event was recorded. */
function newDelivery(event: EventRow, endpointId: string): NewDelivery {
  const { id: eventId, partnerId, environment, type, createdAt } = event
  const isTest = type === 'webhook.test' ? 1 : 0
  return { id: newId('wd', createdAt), eventId, endpointId, partnerId, environment, type, isTest, createdAt }
}

/** Returns an event as the feed and the deliveries show it. */
export function toEvent({ body }: Pick<EventRow, 'body'>): Event {
  return JSON.parse(body) as Event
}
