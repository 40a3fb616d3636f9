/**
 * Webhook deliveries: one event on its way to one endpoint, until it is accepted or the last try has failed.
 *
 *   PENDING ──▶ SUCCEEDED | FAILED
 *
 * `dueAt` is the plan, which callers see; `claimAt` is when a sender looks at the row, and so the line in which all
 * deliveries wait: it is later than `dueAt` while a lease runs, and where the endpoint had no room. A lease that has
 * ended is nobody's: what its holder still writes changes nothing.
 */
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, nullable, bindList, type Database, type RowOf } from '../platform/database/database.ts'
import type { EventType } from './events.ts'

export type DeliveryStatus = 'PENDING' | 'SUCCEEDED' | 'FAILED'

const shape = {
  id: columns.id(),
  eventId: columns.id(),
  endpointId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /** Of the event. */
  type: columns.enumeration<EventType>(40),
  status: columns.enumeration<DeliveryStatus>(16),
  /** JSON: DeliveryAttempt[], in order; never more than the plan has tries. */
  attempts: columns.text(),
  /** Tries that failed. */
  failures: columns.integer(),
  /** 1: a test that a partner asked for; no part of delivery health. */
  isTest: columns.flag(),
  /** Of the next try, or the one under way; null once there is none. */
  dueAt: nullable(columns.instant()),
  /** When a sender is to look at it; null once there is no next try. */
  claimAt: nullable(columns.instant()),
  /** Of the try that is under way, until `claimAt`. */
  leaseId: nullable(columns.id()),
  createdAt: columns.instant(),
}
export const webhookDeliveries = defineTable('webhook_deliveries', shape)
export type WebhookDeliveryRow = RowOf<typeof shape>

/** What a new delivery is made of; the rest is the same for all. */
export type NewDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'eventId' | 'endpointId' | 'partnerId' | 'environment' | 'type' | 'isTest' | 'createdAt'
>

/** Due at once; a sender takes them up by itself. */
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
  return rows
}

/** Null also where its event is gone. */
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

/** Newest first; `before`: an id, null for the newest. */
export async function listDeliveries(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  endpointId: string,
  before: string | null,
  limit: number,
): Promise<WebhookDeliveryRow[]> {
  const older = before === null ? '' : 'AND id < $4'
  const byEndpoint = database.by('webhook_deliveries_endpoint')
  return database.select(
    `SELECT * FROM webhook_deliveries${byEndpoint}
      WHERE partnerId = $1 AND environment = $2 AND endpointId = $3 ${older} ORDER BY id DESC LIMIT ${limit}`,
    [partnerId, environment, endpointId, ...(before === null ? [] : [before])],
  )
}

/** `isCovered`: the endpoint has accepted it, or it is on its way there. */
export type FedEvent = Pick<WebhookDeliveryRow, 'type'> & { id: string; isCovered: 0 | 1 }

/** The feed's events in the order of their ids, as an endpoint knows them; `after`: an id, or what ids begin with. */
export async function listFedEvents(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  endpointId: string,
  after: string,
  limit: number,
): Promise<FedEvent[]> {
  return database.select(
    `SELECT e.id, e.type, EXISTS (SELECT 1 FROM webhook_deliveries d
        WHERE d.eventId = e.id AND d.endpointId = $4 AND d.status IN ('PENDING', 'SUCCEEDED')) AS isCovered
      FROM (SELECT id FROM events WHERE partnerId = $1 AND environment = $2 AND inFeed = 1 AND id > $3
        ORDER BY id LIMIT ${limit}) AS page JOIN events e ON e.id = page.id ORDER BY e.id`,
    [partnerId, environment, after, endpointId],
  )
}

/** Of an endpoint that is disabled or deleted: no next try, but for one that is under way, whose end then says so. */
export async function failPendingDeliveries(database: Database, endpointId: string): Promise<number> {
  return database.execute(
    `UPDATE webhook_deliveries SET status = 'FAILED', dueAt = NULL, claimAt = NULL
      WHERE endpointId = $1 AND status = 'PENDING' AND leaseId IS NULL`,
    [endpointId],
  )
}

// ── for the sender, which serves all owners ─────────────────────────────────────────────────────

export type InLine = Pick<WebhookDeliveryRow, 'id' | 'endpointId' | 'isTest'>

/** The front of the line: a range of its index, however long the backlog of any endpoint. */
export async function listDueInLine(database: Database, now: number, most: number): Promise<InLine[]> {
  return database.select(
    `SELECT id, endpointId, isTest FROM webhook_deliveries WHERE claimAt <= $1 ORDER BY claimAt LIMIT ${most}`,
    [now],
  )
}

/** What is due at this endpoint, also what was put aside. */
export async function listDueOf(database: Database, endpointId: string, now: number, most: number): Promise<InLine[]> {
  return database.select(
    `SELECT id, endpointId, isTest FROM webhook_deliveries
      WHERE endpointId = $1 AND status = 'PENDING' AND dueAt <= $2 AND (leaseId IS NULL OR claimAt <= $2)
      ORDER BY dueAt LIMIT ${most}`,
    [endpointId, now],
  )
}

/** `id`: new for each claim; `until`: epoch ms. */
export type Lease = { id: string; until: number }
/** `body`: the event's; null where the event is gone. */
export type ClaimedDelivery = WebhookDeliveryRow & { body: string | null }

/** Takes those of `ids` that nobody else holds. */
export async function claimDeliveries(
  database: Database,
  ids: string[],
  lease: Lease,
  now: number,
): Promise<ClaimedDelivery[]> {
  if (ids.length === 0) return []
  const changed = await database.execute(
    `UPDATE webhook_deliveries${database.by('PRIMARY')} SET leaseId = $1, claimAt = $2
      WHERE id IN (${bindList(4, ids)}) AND status = 'PENDING' AND dueAt <= $3 AND (leaseId IS NULL OR claimAt <= $3)`,
    [lease.id, lease.until, now, ...ids],
  )
  if (changed === 0) return []
  return database.select(
    `SELECT d.*, e.body FROM webhook_deliveries d LEFT JOIN events e ON e.id = d.eventId
      WHERE d.id IN (${bindList(2, ids)}) AND d.leaseId = $1`,
    [lease.id, ...ids],
  )
}

/** Their endpoint has no room: out of the line until `claimAt`, so that they hide nobody behind them. */
export async function putAsideDeliveries(
  database: Database,
  ids: string[],
  claimAt: number,
  now: number,
): Promise<number> {
  if (ids.length === 0) return 0
  return database.execute(
    `UPDATE webhook_deliveries${database.by('PRIMARY')}
      SET claimAt = $1, leaseId = NULL
      WHERE id IN (${bindList(3, ids)}) AND claimAt <= $2`,
    [claimAt, now, ...ids],
  )
}

/** Back to the line at once: whoever put aside what is due at these endpoints takes it up no more. */
export async function lineUpDeliveries(database: Database, endpointIds: string[], now: number): Promise<void> {
  if (endpointIds.length === 0) return
  await database.execute(
    `UPDATE webhook_deliveries SET claimAt = dueAt
      WHERE endpointId IN (${bindList(2, endpointIds)}) AND status = 'PENDING' AND dueAt <= $1 AND leaseId IS NULL`,
    [now, ...endpointIds],
  )
}

/** Deliveries in line that shall not be tried. */
export async function failDeliveriesInLine(database: Database, ids: string[], now: number): Promise<number> {
  if (ids.length === 0) return 0
  return database.execute(
    `UPDATE webhook_deliveries${database.by('PRIMARY')}
      SET status = 'FAILED', dueAt = NULL, claimAt = NULL, leaseId = NULL
      WHERE id IN (${bindList(2, ids)}) AND claimAt <= $1`,
    [now, ...ids],
  )
}

/** Whether the lease is still the caller's; the row is held until the transaction ends. */
export async function lockClaimedDelivery(
  database: Database,
  { id, leaseId }: Pick<WebhookDeliveryRow, 'id' | 'leaseId'>,
): Promise<boolean> {
  const [row] = await database.select<Pick<WebhookDeliveryRow, 'leaseId' | 'status'>>(
    `SELECT leaseId, status FROM webhook_deliveries WHERE id = $1${database.forUpdate}`,
    [id],
  )
  return row?.status === 'PENDING' && row.leaseId === leaseId
}

/** A try's end: `dueAt` is null where there is no next one. Whether the lease was still the caller's. */
export type TriedDelivery = Pick<WebhookDeliveryRow, 'id' | 'leaseId' | 'status' | 'attempts' | 'failures' | 'dueAt'>

export async function updateTriedDelivery(database: Database, tried: TriedDelivery): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE webhook_deliveries${database.by('PRIMARY')}
      SET status = $1, attempts = $2, failures = $3, dueAt = $4, claimAt = $4, leaseId = NULL
      WHERE id = $5 AND leaseId = $6 AND status = 'PENDING'`,
    [tried.status, tried.attempts, tried.failures, tried.dueAt, tried.id, tried.leaseId],
  )
  return changed === 1
}

/** Drops deliveries made before `before`. */
export function sweepDeliveries(database: Database, before: number): Promise<void> {
  return database.deleteBefore(webhookDeliveries, 'createdAt', before)
}
