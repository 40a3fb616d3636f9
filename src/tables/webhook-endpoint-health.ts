/**
 * What deliveries teach about an endpoint: since when it fails, and whether it is sent anything any more.
 *
 * For the sender, which serves all owners. Whoever changes deliveries in the same transaction changes the endpoint
 * first: everybody takes the two locks in that order.
 */
import { bindList, type Database } from '../platform/database/database.ts'
import type { DisabledReason, WebhookEndpointRow } from './webhook-endpoints.ts'

/** Disabled and deleted ones too. */
export async function listEndpointsByIds(database: Database, ids: string[]): Promise<WebhookEndpointRow[]> {
  if (ids.length === 0) return []
  return database.select(`SELECT * FROM webhook_endpoints WHERE id IN (${bindList(1, ids)})`, ids)
}

/** Holds it until the transaction ends; whether it is enabled. */
export async function lockClaimedEndpoint(database: Database, id: string): Promise<boolean> {
  const [row] = await database.select<Pick<WebhookEndpointRow, 'enabled'>>(
    `SELECT enabled FROM webhook_endpoints WHERE id = $1${database.forUpdate}`,
    [id],
  )
  return row?.enabled === 1
}

/** Which endpoint, and where a try of it was sent: what came of that says nothing about a URL that it has by now. */
type Sent = Pick<WebhookEndpointRow, 'id' | 'url'>

/** It has accepted something: its failures are forgotten. */
export async function clearEndpointFailing(database: Database, { id, url }: Sent): Promise<void> {
  await database.execute(
    'UPDATE webhook_endpoints SET failingSince = NULL WHERE id = $1 AND url = $2 AND failingSince IS NOT NULL',
    [id, url],
  )
}

/** It has failed. */
export async function markEndpointFailing(database: Database, { id, url }: Sent, now: number): Promise<void> {
  await database.execute(
    `UPDATE webhook_endpoints SET failingSince = COALESCE(failingSince, $1)
      WHERE id = $2 AND url = $3 AND enabled = 1`,
    [now, id, url],
  )
}

/** Whether it was enabled until now, and failing since `failingBefore` or longer. */
export async function disableEndpoint(
  database: Database,
  { id, url }: Sent,
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
