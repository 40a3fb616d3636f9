/** A partner's API keys in one environment. Only a key's SHA-256 and last four characters are stored. */
import { facts } from '../../generated/facts.gen.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { columns, defineTable, nullable, Op, type Database, type RowOf } from '../platform/database/database.ts'
import { findPartner, ofPartner, partners, type PartnerRow } from './partners.ts'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  name: nullable(columns.line(facts.ApiKeyName.maxLength)),
  sha256: columns.identifier(64),
  lastFour: columns.identifier(4),
  /** Comma-separated; empty for a key without additional permissions. */
  permissions: columns.identifier(255),
  createdAt: columns.instant(),
  revokedAt: nullable(columns.instant()),
  /** The key is refused from this time on; null if it never expires. */
  expiresAt: nullable(columns.instant()),
  /** Rounded down to the minute. */
  lastUsedAt: nullable(columns.instant()),
}
export const apiKeys = defineTable(
  'api_keys',
  shape,
  { unique: { key: ['sha256'] }, indexes: { partner: ['partnerId', 'environment'] } },
  { partnerId: partners },
)
export type ApiKeyRow = RowOf<typeof shape>

export async function insertApiKey(database: Database, row: ApiKeyRow): Promise<void> {
  await database.model(apiKeys).create(row)
}

export async function findApiKey(database: Database, owner: PartnerOwner, id: string): Promise<ApiKeyRow | null> {
  return database.model(apiKeys).findOne({ where: { ...ofPartner(owner), id } })
}

/** Returns what `findApiKey` returns, and locks the row until the transaction ends. */
export async function lockApiKey(database: Database, owner: PartnerOwner, id: string): Promise<ApiKeyRow | null> {
  return database.model(apiKeys).findOne({ where: { ...ofPartner(owner), id }, lock: true })
}

/** Returns up to `limit` keys created before `beforeId`, newest first; null starts at the newest. */
export async function listApiKeysOf(
  database: Database,
  owner: PartnerOwner,
  beforeId: string | null,
  limit: number,
): Promise<ApiKeyRow[]> {
  const page = beforeId === null ? {} : { id: { [Op.lt]: beforeId } }
  return database.model(apiKeys).findAll({ where: { ...ofPartner(owner), ...page }, order: [['id', 'DESC']], limit })
}

/** Revokes a key; returns false if it does not exist. Revoking a key again keeps the time of the first revocation. */
export async function revokeApiKeyOf(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  id: string,
  revokedAt: number,
): Promise<boolean> {
  const changed = await database.execute(
    'UPDATE api_keys SET revokedAt = COALESCE(revokedAt, $3) WHERE partnerId = $1 AND environment = $2 AND id = $4',
    [partnerId, environment, revokedAt, id],
  )
  // If the key was already revoked, the statement changes no value, and a database proxy may then report 0 changed
  // rows. So 0 does not mean that the key does not exist.
  return changed === 1 || (await database.model(apiKeys).count({ where: { partnerId, environment, id } })) === 1
}

/** Returns how many of the owner's keys are neither revoked nor expired at `now`. */
export async function countActiveKeys(database: Database, owner: PartnerOwner, now: number): Promise<number> {
  return database.model(apiKeys).count({ where: { ...ofPartner(owner), ...isActiveAt(now) } })
}

/** Deletes up to 500 of the owner's revoked and expired keys, except the `kept` newest. */
export async function deleteEndedKeys(
  database: Database,
  owner: PartnerOwner,
  kept: number,
  now: number,
): Promise<void> {
  const model = database.model(apiKeys)
  const rows = await model.findAll({
    attributes: ['id'],
    where: { ...ofPartner(owner), [Op.or]: [{ revokedAt: { [Op.ne]: null } }, { expiresAt: { [Op.lte]: now } }] },
    order: [['id', 'DESC']],
    limit: 500,
    offset: kept,
  })
  if (rows.length > 0) await model.destroy({ where: { id: rows.map(({ id }) => id) } })
}

function isActiveAt(now: number) {
  return { revokedAt: null, expiresAt: { [Op.or]: [null, { [Op.gt]: now }] } }
}

// ── for authentication, and for the operator ───────────────────────────────────────────────────────

/** A key with its partner's plan, limits and quotas (JSON), and the time when the partner was suspended. */
export type KnownApiKeyRow = ApiKeyRow & Pick<PartnerRow, 'limits' | 'quotas' | 'plan' | 'suspendedAt'>

/** Returns the key with this hash, even if it is revoked or expired. */
export async function findKnownApiKey(database: Database, sha256: string): Promise<KnownApiKeyRow | null> {
  const [row] = await database.select<KnownApiKeyRow>(
    'SELECT k.*, p.limits, p.quotas, p.plan, p.suspendedAt FROM api_keys k JOIN partners p ON p.id = k.partnerId WHERE k.sha256 = $1',
    [sha256],
  )
  return row ?? null
}

/**
 * Returns the hashes of all keys that are neither revoked nor expired at `now`, and whose partners are not suspended.
 */
export async function listActiveFingerprints(database: Database, now: number): Promise<string[]> {
  const rows = await database.select<Pick<ApiKeyRow, 'sha256'>>(
    'SELECT k.sha256 FROM api_keys k JOIN partners p ON p.id = k.partnerId WHERE k.revokedAt IS NULL AND (k.expiresAt IS NULL OR k.expiresAt > $1) AND p.suspendedAt IS NULL',
    [now],
  )
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Records the time when the key was last used, unless a later time is stored, because a slow process may write late.
 */
export async function updateLastUsedAt(database: Database, id: string, lastUsedAt: number): Promise<void> {
  const isEarlier = { [Op.or]: [null, { [Op.lt]: lastUsedAt }] }
  await database.model(apiKeys).update({ lastUsedAt }, { where: { id, lastUsedAt: isEarlier } })
}

/** Returns every key, newest first, with its partner's name. */
export async function listAllApiKeys(database: Database): Promise<(ApiKeyRow & { partner: string })[]> {
  return database.select(
    'SELECT k.*, p.name AS partner FROM api_keys k JOIN partners p ON p.id = k.partnerId ORDER BY k.createdAt DESC, k.id DESC',
  )
}

/** Returns the partner that has the key; null if the key does not exist. */
export async function findPartnerOfKey(database: Database, id: string): Promise<PartnerRow | null> {
  const key = await database.model(apiKeys).findOne({ where: { id } })
  return key && findPartner(database, key.partnerId)
}

/**
 * Returns the hashes of all of a partner's keys, by which requests are routed to the partner's cell. Includes the keys
 * of both environments, and revoked and expired keys.
 */
export async function listKeyHashes(database: Database, partnerId: string): Promise<string[]> {
  const rows = await database.model(apiKeys).findAll({ attributes: ['sha256'], where: { partnerId } })
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Revokes a key of any owner; returns false if it does not exist. Revoking a key again keeps the time of the first
 * revocation.
 */
export async function revokeAnyApiKey(database: Database, id: string, revokedAt: number): Promise<boolean> {
  const changed = await database.execute('UPDATE api_keys SET revokedAt = COALESCE(revokedAt, $1) WHERE id = $2', [
    revokedAt,
    id,
  ])
  return changed === 1 || (await database.model(apiKeys).count({ where: { id } })) === 1
}
