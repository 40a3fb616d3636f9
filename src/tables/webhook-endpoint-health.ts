/**
 * Endpoint health, derived from deliveries: marks endpoints as failing, and disables them when they have failed for too
 * long.
 *
 * Used by the sender, which serves all owners. A transaction that changes an endpoint and its deliveries must change
 * the endpoint first, to avoid deadlocks.
 */
import { bindList, type Database } from '../platform/database/database.ts'
import { webhookEndpoints, type DisabledReason, type WebhookEndpointRow } from './webhook-endpoints.ts'

/** Returns endpoints by id, including disabled and deleted ones. */
export async function listEndpointsByIds(database: Database, ids: string[]): Promise<WebhookEndpointRow[]> {
  if (ids.length === 0) return []
  return database.select(`SELECT * FROM webhook_endpoints WHERE id IN (${bindList(1, ids)})`, ids)
}

/** An endpoint's state before the outcomes of its attempts are applied. */
export type EndpointHealth = Pick<WebhookEndpointRow, 'id' | 'url' | 'enabled' | 'failingSince'>

/** Locks these endpoints until the transaction ends, in a fixed order; returns them by id. */
export async function lockEndpointHealth(database: Database, ids: string[]): Promise<Map<string, EndpointHealth>> {
  const rows = await database.select<EndpointHealth>(
    `SELECT id, url, enabled, failingSince FROM webhook_endpoints${database.by('PRIMARY')}
      WHERE id IN (${bindList(1, ids)}) ORDER BY id${database.forUpdate}`,
    ids,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Marks these endpoints, which have accepted a delivery, as no longer failing. The caller has locked them. */
export async function clearEndpointsFailing(database: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await database.execute(
    `UPDATE webhook_endpoints${database.by('PRIMARY')} SET failingSince = NULL WHERE id IN (${bindList(1, ids)})`,
    ids,
  )
}

/** An endpoint and the URL that was tried. If the URL has been changed since, the outcome is ignored. */
type Target = Pick<WebhookEndpointRow, 'id' | 'url'>

/** Marks the endpoint as failing; keeps the time of its first failure. */
export async function markEndpointFailing(database: Database, { id, url }: Target, now: number): Promise<void> {
  const where = { id, url, enabled: 1, failingSince: null } as const
  await database.model(webhookEndpoints).update({ failingSince: now }, { where })
}

/**
 * Disables an endpoint that has been failing since `failingBefore` or longer. Returns false if it has not been failing
 * for that long, is already disabled, or has another URL by now.
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
