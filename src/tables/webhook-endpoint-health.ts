/**
 * What deliveries teach about an endpoint: since when it fails, and whether it is sent anything any more.
 *
 * For the sender, which serves all owners. Whoever changes deliveries in the same transaction changes the endpoint
 * first: everybody takes the two locks in that order.
 */
import { places, type Database } from '../platform/database.ts'
import type { DisabledReason, WebhookEndpointRow } from './webhook-endpoints.ts'

/** Disabled and deleted ones too. */
export async function claimedEndpoints(database: Database, ids: string[]): Promise<WebhookEndpointRow[]> {
  if (ids.length === 0) return []
  return database.select(`SELECT * FROM webhook_endpoints WHERE id IN (${places(1, ids)})`, ids)
}

/** It has accepted something: its failures are forgotten. */
export async function clearEndpointFailing(database: Database, id: string): Promise<void> {
  await database.execute(
    'UPDATE webhook_endpoints SET failingSince = NULL WHERE id = $1 AND failingSince IS NOT NULL',
    [id],
  )
}

/** It has failed; whether it is enabled, and so to be tried again. */
export async function markEndpointFailing(database: Database, id: string, now: number): Promise<boolean> {
  const changed = await database.execute(
    'UPDATE webhook_endpoints SET failingSince = COALESCE(failingSince, $1) WHERE id = $2 AND enabled = 1',
    [now, id],
  )
  return changed === 1
}

/** Whether it was enabled until now, and failing since `failingBefore` or longer. */
export async function disableEndpoint(
  database: Database,
  id: string,
  reason: DisabledReason,
  failingBefore: number,
): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE webhook_endpoints SET enabled = 0, disabledReason = $1
      WHERE id = $2 AND enabled = 1 AND failingSince <= $3`,
    [reason, id, failingBefore],
  )
  return changed === 1
}
