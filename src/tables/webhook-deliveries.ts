/**
 * Webhook deliveries: one event sent to one endpoint, until the endpoint accepts it or the last attempt fails.
 *
 * PENDING ──▶ SUCCEEDED | FAILED
 *
 * `dueAt` is the schedule that callers see. `claimAt` is the time from which a sender may claim the row, and the order
 * of the queue of all deliveries. It is later than `dueAt` during a lease, and while the delivery is deferred because
 * its endpoint has too many attempts in flight. Once another sender has claimed the row, the previous sender can no
 * longer change it.
 */
import type { DeliveryStatus } from '../../generated/types.gen.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'
import { events, type EventType } from './events.ts'
import { countOwned, uncounting } from './kept-counts.ts'
import { pageBind, pageIds, type Page } from './pages.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

export type { DeliveryStatus }

const shape = {
  id: columns.id(),
  eventId: columns.id(),
  endpointId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /** The event's type. */
  type: columns.enumeration<EventType>(40),
  status: columns.enumeration<DeliveryStatus>(16),
  /** JSON: DeliveryAttempt[], in order. */
  attempts: columns.text(),
  /** The number of failed attempts. */
  failures: columns.integer(),
  /** 1 for a test that a partner requested. Statistics of deliveries exclude tests. */
  isTest: columns.flag(),
  /** The scheduled start of the next attempt, or of the attempt in flight; null if there is none. */
  dueAt: nullable(columns.instant()),
  /** The time from which the delivery can be claimed; null if there is no next attempt. */
  claimAt: nullable(columns.instant()),
  /** The lease of the attempt in flight, which ends at `claimAt`. */
  leaseId: nullable(columns.id()),
  createdAt: columns.instant(),
}
export const webhookDeliveries = defineTable(
  'webhook_deliveries',
  shape,
  {
    indexes: {
      line: ['claimAt'],
      backlog: ['endpointId', 'status', 'dueAt'],
      endpoint: ['endpointId', 'id'],
      state: ['endpointId', 'status', 'id'],
      event: ['eventId', 'endpointId'],
      age: ['createdAt'],
    },
  },
  { endpointId: webhookEndpoints, eventId: events },
)
export type WebhookDeliveryRow = RowOf<typeof shape>

/** The columns that differ between new deliveries; the remaining columns are the same for all of them. */
export type NewDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'eventId' | 'endpointId' | 'partnerId' | 'environment' | 'type' | 'isTest' | 'createdAt'
>

/** Inserts deliveries that are due immediately; a sender finds them by polling. */
export async function insertDeliveries(database: Database, deliveries: NewDelivery[]): Promise<WebhookDeliveryRow[]> {
  const rows = deliveries.map((delivery): WebhookDeliveryRow => ({
    ...delivery,
    status: 'PENDING',
    attempts: '[]',
    failures: 0,
    dueAt: delivery.createdAt,
    claimAt: delivery.createdAt,
    leaseId: null,
  }))
  await database.insert(webhookDeliveries, rows)
  countOwned(database, 'webhook_deliveries', rows)
  return rows
}

/** Returns a delivery; null if it does not exist, or its event no longer does. */
export async function findDelivery(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  endpointId: string,
  id: string,
): Promise<WebhookDeliveryRow | null> {
  if (!isId(id)) return null
  const [row] = await database.select<WebhookDeliveryRow>(
    `SELECT d.* FROM webhook_deliveries d JOIN events e ON e.id = d.eventId
      WHERE d.partnerId = $1 AND d.environment = $2 AND d.endpointId = $3 AND d.id = $4`,
    [partnerId, environment, endpointId, id],
  )
  return row ?? null
}

/** Returns an endpoint's deliveries, newest first. */
export async function listDeliveries(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  endpointId: string,
  page: Page<DeliveryStatus>,
): Promise<WebhookDeliveryRow[]> {
  const table = `webhook_deliveries${database.by('webhook_deliveries_state')}`
  const owned = 'endpointId = $3 AND partnerId = $1 AND environment = $2'
  return database.select(
    `SELECT d.* FROM (${pageIds(table, owned, page, 4)}) AS page
       JOIN webhook_deliveries d${database.by('PRIMARY')} ON d.id = page.id ORDER BY d.id DESC`,
    [partnerId, environment, endpointId, pageBind(page)],
  )
}

/** An event in the feed. `isCovered`: the endpoint has accepted the event, or has a pending delivery of it. */
export type FeedCoverage = Pick<WebhookDeliveryRow, 'type'> & { id: string; isCovered: 0 | 1 }

/**
 * Returns the feed's events by id, and whether they are covered for an endpoint. `after`: an id, or a string with which
 * ids begin.
 */
export async function listFeedCoverage(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  endpointId: string,
  after: string,
  limit: number,
): Promise<FeedCoverage[]> {
  return database.select(
    `SELECT e.id, e.type, EXISTS (SELECT 1 FROM webhook_deliveries d
        WHERE d.eventId = e.id AND d.endpointId = $4 AND d.status IN ('PENDING', 'SUCCEEDED')) AS isCovered
      FROM (SELECT id FROM events WHERE partnerId = $1 AND environment = $2 AND inFeed = 1 AND id > $3
        ORDER BY id LIMIT ${limit}) AS page JOIN events e ON e.id = page.id ORDER BY e.id`,
    [partnerId, environment, after, endpointId],
  )
}

/**
 * Fails the pending deliveries of a disabled or deleted endpoint, except those with an attempt in flight. That attempt
 * is then the last one.
 */
export async function failPendingDeliveries(database: Database, endpointId: string): Promise<number> {
  return database.execute(
    `UPDATE webhook_deliveries SET status = 'FAILED', dueAt = NULL, claimAt = NULL
      WHERE endpointId = $1 AND status = 'PENDING' AND leaseId IS NULL`,
    [endpointId],
  )
}

/** Deletes deliveries created before `before`. */
export function sweepDeliveries(database: Database, before: number): Promise<void> {
  return database.deleteBefore(webhookDeliveries, 'createdAt', before, uncounting(database, 'webhook_deliveries'))
}
