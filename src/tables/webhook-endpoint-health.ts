/**
 * Endpoint health, as deliveries show it: since when an endpoint has been failing, and when that disables it.
 *
 * For the sender, which serves all owners. Lock order: a transaction that changes an endpoint and its deliveries
 * changes the endpoint first.
 */
import { bindList, type Database } from '../platform/database/database.ts'
import type { DisabledReason, WebhookEndpointRow } from './webhook-endpoints.ts'

/** Includes disabled and deleted endpoints. */
export async function listEndpointsByIds(database: Database, ids: string[]): Promise<WebhookEndpointRow[]> {
  if (ids.length === 0) return []
  return database.select(`SELECT * FROM webhook_endpoints WHERE id IN (${bindList(1, ids)})`, ids)
}

/** Locks the endpoint until the transaction ends; whether it is enabled. */
export async function lockEndpointHealth(database: Database, id: string): Promise<boolean> {
  const [row] = await database.select<Pick<WebhookEndpointRow, 'enabled'>>(
    `SELECT enabled FROM webhook_endpoints WHERE id = $1${database.forUpdate}`,
    [id],
  )
  return row?.enabled === 1
}

/** An endpoint and the URL that a try was sent to: the outcome says nothing about a URL that was set since. */
type Target = Pick<WebhookEndpointRow, 'id' | 'url'>

/** The endpoint has accepted a delivery: forgets its failures. */
export async function clearEndpointFailing(database: Database, { id, url }: Target): Promise<void> {
  await database.execute(
    'UPDATE webhook_endpoints SET failingSince = NULL WHERE id = $1 AND url = $2 AND failingSince IS NOT NULL',
    [id, url],
  )
}

/** The endpoint has failed; keeps the instant of its first failure. */
export async function markEndpointFailing(database: Database, { id, url }: Target, now: number): Promise<void> {
  await database.execute(
    `UPDATE webhook_endpoints SET failingSince = COALESCE(failingSince, $1)
      WHERE id = $2 AND url = $3 AND enabled = 1`,
    [now, id, url],
  )
}

/**
 * Disables an endpoint that has been failing since `failingBefore` or longer; false where it has not, or was disabled.
 */
export async function disableEndpoint(
  database: Database,
  { id, url }: Target,
  reason: DisabledReason,
  failingBefore: number,
): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE webhook_endpoints SET enabled = 0, disabledReason = $1
      WHERE id = $2 AND url = $3 AND enabled = 1 AND failingSince <= $4`,
    [reason, id, url, failingBefore],
  )
  return changed === 1
}
