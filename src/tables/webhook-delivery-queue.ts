/**
 * The queue of webhook deliveries: claims, leases and outcomes. Used by the sender, which serves all owners.
 *
 * The order is `claimAt`; see `webhook-deliveries.ts` for the columns and states.
 */
import { bindList, unionOf, valuesById, type Database } from '../platform/database/database.ts'
import type { WebhookDeliveryRow } from './webhook-deliveries.ts'

/** A due delivery, before its claim. */
export type QueuedDelivery = Pick<WebhookDeliveryRow, 'id' | 'endpointId' | 'isTest'>

/** Returns the front of the queue. Reads one range of an index, regardless of the number of waiting deliveries. */
export async function listQueueFront(database: Database, now: number, limit: number): Promise<QueuedDelivery[]> {
  return database.select(
    `SELECT id, endpointId, isTest FROM webhook_deliveries WHERE claimAt <= $1 ORDER BY claimAt LIMIT ${limit}`,
    [now],
  )
}

/** Returns, for each of these endpoints, up to `room` due deliveries, including deferred ones. */
export async function listDueOf(
  database: Database,
  endpoints: readonly { id: string; room: number }[],
  now: number,
): Promise<QueuedDelivery[]> {
  if (endpoints.length === 0) return []
  const selects = endpoints.map(
    ({ room }, index) => `SELECT id, endpointId, isTest FROM webhook_deliveries
      WHERE endpointId = $${index + 2} AND status = 'PENDING' AND dueAt <= $1 AND (leaseId IS NULL OR claimAt <= $1)
      ORDER BY dueAt LIMIT ${room}`,
  )
  return database.select(unionOf(selects), [now, ...endpoints.map(({ id }) => id)])
}

/** A lease. `id`: new for each claim; `until`: epoch ms. */
export type Lease = { id: string; until: number }
/** `body`: the event's text. `body` and `traceparent` are null if the event no longer exists. */
export type ClaimedDelivery = WebhookDeliveryRow & { body: string | null; traceparent: string | null }

/** Claims the deliveries among `ids` that are due and under no other lease. */
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
    `SELECT d.*, e.body, e.traceparent FROM webhook_deliveries d LEFT JOIN events e ON e.id = d.eventId
      WHERE d.id IN (${bindList(2, ids)}) AND d.leaseId = $1`,
    [lease.id, ...ids],
  )
}

/**
 * Defers deliveries whose endpoint has no room: takes them out of the queue until `claimAt`, so that later deliveries
 * can be sent.
 */
export async function deferDeliveries(
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

/**
 * Puts the deferred deliveries of these endpoints back into the queue immediately, because the process that deferred
 * them is stopping.
 */
export async function requeueDeliveries(database: Database, endpointIds: string[], now: number): Promise<void> {
  if (endpointIds.length === 0) return
  await database.execute(
    `UPDATE webhook_deliveries SET claimAt = dueAt
      WHERE endpointId IN (${bindList(2, endpointIds)}) AND status = 'PENDING' AND dueAt <= $1 AND leaseId IS NULL`,
    [now, ...endpointIds],
  )
}

/** Fails queued deliveries without an attempt. */
export async function failQueuedDeliveries(database: Database, ids: string[], now: number): Promise<number> {
  if (ids.length === 0) return 0
  return database.execute(
    `UPDATE webhook_deliveries${database.by('PRIMARY')}
      SET status = 'FAILED', dueAt = NULL, claimAt = NULL, leaseId = NULL
      WHERE id IN (${bindList(2, ids)}) AND claimAt <= $1`,
    [now, ...ids],
  )
}

/** A delivery and the lease under which it was claimed. */
export type Leased = Pick<WebhookDeliveryRow, 'id' | 'leaseId'>

/**
 * Locks these deliveries until the transaction ends, in a fixed order, and returns those that no other sender has
 * claimed since.
 */
export async function lockLeases<Row extends Leased>(database: Database, leased: readonly Row[]): Promise<Row[]> {
  const ids = leased.map(({ id }) => id)
  const rows = await database.select<Leased>(
    `SELECT id, leaseId FROM webhook_deliveries${database.by('PRIMARY')}
      WHERE id IN (${bindList(1, ids)}) AND status = 'PENDING' ORDER BY id${database.forUpdate}`,
    ids,
  )
  const leases = new Map(rows.map(({ id, leaseId }) => [id, leaseId]))
  return leased.filter(({ id, leaseId }) => leases.get(id) === leaseId)
}

/** A delivery after an attempt; `dueAt` is null if there is no next attempt. */
export type TriedDelivery = Pick<WebhookDeliveryRow, 'id' | 'status' | 'attempts' | 'failures' | 'dueAt'>

/**
 * Writes the outcomes of attempts and ends their leases, for deliveries that the caller has locked with `lockLeases`.
 */
export async function updateTriedDeliveries(database: Database, tried: readonly TriedDelivery[]): Promise<void> {
  if (tried.length === 0) return
  const columns = ['status', 'attempts', 'failures', 'dueAt'] as const
  const { set, valueOf, where, binds } = valuesById(1, tried, columns)
  await database.execute(
    `UPDATE webhook_deliveries${database.by('PRIMARY')} SET ${set(columns)}, claimAt = ${valueOf('dueAt')}, leaseId = NULL
      WHERE ${where}`,
    binds,
  )
}
