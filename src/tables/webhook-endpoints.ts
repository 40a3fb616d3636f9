/**
 * Webhook endpoints: the URLs to which a partner's events are sent.
 *
 * Operations ignore a deleted endpoint, but its row is kept as long as analytics can show it.
 */
import { facts } from '../../generated/facts.gen.ts'
import type { DisabledReason } from '../../generated/types.gen.ts'
import { isId } from '../kit/ids.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { columns, defineTable, nullable, Op, type Database, type RowOf } from '../platform/database/database.ts'
import { keyBind } from '../platform/database/keys.ts'
import { countOwned, uncounting } from './kept-counts.ts'
import { ofPartner, partners } from './partners.ts'

export type { DisabledReason }

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  url: columns.text(),
  name: nullable(columns.line(facts.WebhookName.maxLength)),
  /** JSON: EventKind[]; null for all kinds, including future ones. */
  events: nullable(columns.text()),
  enabled: columns.flag(),
  /** Null while the endpoint is enabled. */
  disabledReason: nullable(columns.enumeration<DisabledReason>(16)),
  /** Encrypted. */
  secret: columns.bytes(),
  /** The previous secret, encrypted. Until `previousUntil`, deliveries are signed with it too. */
  previousSecret: nullable(columns.bytes()),
  previousUntil: nullable(columns.instant()),
  /** The time of the first failure after the last success; null if there is none. */
  failingSince: nullable(columns.instant()),
  createdAt: columns.instant(),
  deletedAt: nullable(columns.instant()),
}
export const webhookEndpoints = defineTable(
  'webhook_endpoints',
  shape,
  { indexes: { partner: ['partnerId', 'environment', 'deletedAt', 'id'], deleted: ['deletedAt'] } },
  { partnerId: partners },
)
export type WebhookEndpointRow = RowOf<typeof shape>

function ownedBy(owner: PartnerOwner) {
  return { ...ofPartner(owner), deletedAt: null }
}

export async function insertEndpoint(database: Database, row: WebhookEndpointRow): Promise<void> {
  await database.model(webhookEndpoints).create(row)
  countOwned(database, 'webhook_endpoints', [row])
}

export async function countEndpoints(database: Database, owner: PartnerOwner): Promise<number> {
  return database.model(webhookEndpoints).count({ where: ownedBy(owner) })
}

export async function findEndpoint(
  database: Database,
  owner: PartnerOwner,
  id: string,
): Promise<WebhookEndpointRow | null> {
  return isId(id) ? database.model(webhookEndpoints).findOne({ where: { ...ownedBy(owner), id } }) : null
}

/** Returns what `findEndpoint` returns, and locks the row until the transaction ends. */
export async function lockEndpoint(
  database: Database,
  owner: PartnerOwner,
  id: string,
): Promise<WebhookEndpointRow | null> {
  return isId(id) ? database.model(webhookEndpoints).findOne({ where: { ...ownedBy(owner), id }, lock: true }) : null
}

/** Returns an owner's endpoints, newest first; `before`: an id, or null to start at the newest. */
export async function listEndpoints(
  database: Database,
  owner: PartnerOwner,
  before: string | null,
  limit: number,
): Promise<WebhookEndpointRow[]> {
  const page = before === null ? {} : { id: { [Op.lt]: before } }
  return database
    .model(webhookEndpoints)
    .findAll({ where: { ...ownedBy(owner), ...page }, order: [['id', 'DESC']], limit })
}

/** Returns these owners' endpoints that receive events, with their event kinds. */
export async function listEnabledEndpoints(
  database: Database,
  owners: readonly PartnerOwner[],
): Promise<Pick<WebhookEndpointRow, 'id' | 'partnerId' | 'environment' | 'events'>[]> {
  const keys = owners.map(({ partnerId, environment }) => [partnerId, environment])
  return database.select(
    `SELECT e.id, e.partnerId, e.environment, e.events FROM ${database.keyTable(['partnerId', 'environment'])} AS k
       ${database.thenJoin} webhook_endpoints e ON e.partnerId = k.partnerId AND e.environment = k.environment
      WHERE e.enabled = 1 AND e.deletedAt IS NULL`,
    [keyBind(keys)],
  )
}

/** Writes the members that callers may change. The caller has locked the row with `lockEndpoint`. */
export async function updateEndpoint(database: Database, row: WebhookEndpointRow): Promise<void> {
  const { id, partnerId, url, name, events, enabled, disabledReason, failingSince } = row
  const changes = { url, name, events, enabled, disabledReason, failingSince }
  await database.model(webhookEndpoints).update(changes, { where: { id, partnerId } })
}

/** Writes both secrets. The caller has locked the row with `lockEndpoint`. */
export async function updateEndpointSecrets(database: Database, row: WebhookEndpointRow): Promise<void> {
  const { id, partnerId, secret, previousSecret, previousUntil } = row
  await database.model(webhookEndpoints).update({ secret, previousSecret, previousUntil }, { where: { id, partnerId } })
}

/** Marks an endpoint as deleted; returns false if it does not exist. */
export async function deleteEndpoint(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  id: string,
  deletedAt: number,
): Promise<boolean> {
  if (!isId(id)) return false
  const changed = await database.execute(
    `UPDATE webhook_endpoints${database.by('PRIMARY')} SET deletedAt = $4, enabled = 0
      WHERE partnerId = $1 AND environment = $2 AND deletedAt IS NULL AND id = $3`,
    [partnerId, environment, id, deletedAt],
  )
  return changed === 1
}

/** Returns every endpoint that is not deleted, newest first, with its partner's name, for the operator. */
export async function listEveryEndpoint(database: Database): Promise<(WebhookEndpointRow & { partner: string })[]> {
  return database.select(
    `SELECT e.*, p.name AS partner FROM webhook_endpoints e JOIN partners p ON p.id = e.partnerId
      WHERE e.deletedAt IS NULL ORDER BY e.id DESC`,
  )
}

/** Enables an endpoint for the operator, even one that its partner disabled; returns false if it does not exist. */
export async function enableEndpoint(database: Database, id: string): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE webhook_endpoints${database.by('PRIMARY')} SET enabled = 1, disabledReason = NULL, failingSince = NULL
      WHERE id = $1 AND deletedAt IS NULL`,
    [id],
  )
  // The number of changed rows alone does not show whether the endpoint exists. Enabling an enabled endpoint changes no
  // value, and a database proxy may count only rows whose values change.
  return changed === 1 || (await database.model(webhookEndpoints).count({ where: { id, deletedAt: null } })) === 1
}

/** Removes the rows of endpoints that were deleted before `before`. */
export function sweepDeletedEndpoints(database: Database, before: number): Promise<void> {
  return database.deleteBefore(webhookEndpoints, 'deletedAt', before, uncounting(database, 'webhook_endpoints'))
}
