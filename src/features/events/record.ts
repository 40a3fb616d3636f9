/**
 * Events: what happened, recorded in the transaction in which it happened.
 *
 * An event's text is fixed when it is made and never holds more than ids, states and counts: under 20 kB by far. If the
 * process dies after the commit, the event and its deliveries are rows; before it, nothing has happened.
 */
import type { Event, EventKind } from '../../../generated/types.gen.ts'
import type { PartnerOwner } from '../../kit/caller.ts'
import { newId } from '../../kit/ids.ts'
import { toIso } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { insertEvents, listTenantNames, type EventRow } from '../../tables/events.ts'
import type { EventType } from '../../tables/events.ts'
import { insertDeliveries, type NewDelivery } from '../../tables/webhook-deliveries.ts'
import { listEnabledEndpoints } from '../../tables/webhook-endpoints.ts'

export type Happening<Type extends EventType = EventKind> = PartnerOwner & {
  type: Type
  /** Ids of ours, so that a deletion finds the event; null where it belongs to none. */
  tenantId: string | null
  applicationId: string | null
  /** Holds callers' ids and no word of a resume, an answer or a job description. */
  data: Record<string, unknown>
}

/** Inside the transaction of what happened. */
export async function recordEvent(services: Services, happening: Happening): Promise<void> {
  await recordEvents(services, [happening])
}

/**
 * All at once, for each partner and environment: inside the transaction of what happened, best at its end, as what
 * commits later than `eventFeedDelayMs` after it is missed by who reads the feed.
 */
export async function recordEvents(services: Services, happenings: Happening[]): Promise<void> {
  const owners = Map.groupBy(happenings, ({ partnerId, environment }) => `${partnerId} ${environment}`)
  for (const owned of owners.values()) await recordOwned(services, owned[0] as PartnerOwner, owned)
}

async function recordOwned(services: Services, owner: PartnerOwner, happenings: Happening[]): Promise<void> {
  const { database } = services
  const rows = await insertHappenings(services, owner, happenings)
  const endpoints = await listEnabledEndpoints(database, owner)
  const deliveries = endpoints.flatMap(({ id, events }) => {
    const kinds = events === null ? null : (JSON.parse(events) as string[])
    return rows.filter(({ type }) => kinds?.includes(type) ?? true).map((row) => newDelivery(row, id))
  })
  if (deliveries.length > 0) await insertDeliveries(database, deliveries)
}

/** A test of one endpoint alone, which is not in the feed. Inside a transaction. */
export async function recordTest(
  services: Services,
  endpointId: string,
  { partnerId, environment, data }: Pick<Happening, 'partnerId' | 'environment' | 'data'>,
): Promise<Event> {
  const subject = { partnerId, environment, tenantId: null, applicationId: null }
  const [row] = (await insertHappenings(services, subject, [{ ...subject, type: 'webhook.test', data }])) as [EventRow]
  await insertDeliveries(services.database, [newDelivery(row, endpointId)])
  return toEvent(row)
}

async function insertHappenings(
  { database, clock }: Services,
  owner: PartnerOwner,
  happenings: Happening<EventType>[],
): Promise<EventRow[]> {
  const ids = new Set(happenings.flatMap(({ tenantId }) => tenantId ?? []))
  const names = await listTenantNames(database, owner, [...ids])
  const now = clock.now()
  const rows = happenings.map((happening) => toRow(happening, names.get(happening.tenantId ?? '') ?? null, now))
  await insertEvents(database, rows)
  return rows
}

function toRow({ data, ...happening }: Happening<EventType>, tenantName: string | null, now: number): EventRow {
  const { type, environment } = happening
  const id = newId('evt', now)
  const event: Event = { id, type, timestamp: toIso(now), apiVersion: 'v1', environment, tenantId: tenantName, data }
  return { ...happening, id, body: JSON.stringify(event), inFeed: type === 'webhook.test' ? 0 : 1, createdAt: now }
}

/** An event on its way to an endpoint, from when the event was made. */
function newDelivery(event: EventRow, endpointId: string): NewDelivery {
  const { id: eventId, partnerId, environment, type, createdAt } = event
  const isTest = type === 'webhook.test' ? 1 : 0
  return { id: newId('wd', createdAt), eventId, endpointId, partnerId, environment, type, isTest, createdAt }
}

/** An event as the feed and a delivery carry it. */
export function toEvent({ body }: Pick<EventRow, 'body'>): Event {
  return JSON.parse(body) as Event
}
