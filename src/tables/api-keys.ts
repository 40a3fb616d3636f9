/** API keys of a partner in one environment. Only a key's SHA-256 and last four characters are stored. */
import { facts } from '../../generated/facts.gen.ts'
import type { Environment, PartnerOwner, Plan } from '../kit/caller.ts'
import { columns, defineTable, nullable, Op, type Database, type RowOf } from '../platform/database/database.ts'
import { ofPartner, partners } from './partners.ts'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  name: nullable(columns.line(facts.ApiKeyName.maxLength)),
  sha256: columns.identifier(64),
  lastFour: columns.identifier(4),
  /** Comma-separated; empty for a key that has only what every key has. */
  permissions: columns.identifier(255),
  createdAt: columns.instant(),
  revokedAt: nullable(columns.instant()),
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

/** As `findApiKey`, and locks the row until the transaction ends. */
export async function lockApiKey(database: Database, owner: PartnerOwner, id: string): Promise<ApiKeyRow | null> {
  return database.model(apiKeys).findOne({ where: { ...ofPartner(owner), id }, lock: true })
}

/** Up to `limit` keys that were made before `beforeId`, newest first; null starts at the newest. */
export async function listApiKeysOf(
  database: Database,
  owner: PartnerOwner,
  beforeId: string | null,
  limit: number,
): Promise<ApiKeyRow[]> {
  const page = beforeId === null ? {} : { id: { [Op.lt]: beforeId } }
  return database.model(apiKeys).findAll({ where: { ...ofPartner(owner), ...page }, order: [['id', 'DESC']], limit })
}

/** False where there is no such key. Revoking twice keeps the first instant. */
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
  return changed === 1
}

/** How many keys of the owner are not revoked. */
export async function countActiveKeys(database: Database, owner: PartnerOwner): Promise<number> {
  return database.model(apiKeys).count({ where: { ...ofPartner(owner), revokedAt: null } })
}

/** Deletes the owner's revoked keys, but for the `kept` that were revoked last. */
export async function deleteRevokedKeys(database: Database, owner: PartnerOwner, kept: number): Promise<void> {
  const model = database.model(apiKeys)
  const rows = await model.findAll({
    attributes: ['id'],
    where: { ...ofPartner(owner), revokedAt: { [Op.ne]: null } },
    order: [
      ['revokedAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: 500,
    offset: kept,
  })
  if (rows.length > 0) await model.destroy({ where: { id: rows.map(({ id }) => id) } })
}

// ── before the owner is known, and for the operator ─────────────────────────────────────────────

/** A key with its partner's plan, limits and quotas (JSON). */
export type ActiveApiKeyRow = ApiKeyRow & { limits: string | null; quotas: string | null; plan: Plan | null }

/** The active key with this hash. */
export async function findActiveApiKey(database: Database, sha256: string): Promise<ActiveApiKeyRow | null> {
  const [row] = await database.select<ActiveApiKeyRow>(
    'SELECT k.*, p.limits, p.quotas, p.plan FROM api_keys k JOIN partners p ON p.id = k.partnerId WHERE k.sha256 = $1 AND k.revokedAt IS NULL',
    [sha256],
  )
  return row ?? null
}

/** The hashes of all active keys. */
export async function listActiveFingerprints(database: Database): Promise<string[]> {
  const rows = await database.model(apiKeys).findAll({ attributes: ['sha256'], where: { revokedAt: null } })
  return rows.map(({ sha256 }) => sha256)
}

/** Never moves the instant back: a slow process may write late. */
export async function updateLastUsedAt(database: Database, id: string, lastUsedAt: number): Promise<void> {
  const isEarlier = { [Op.or]: [null, { [Op.lt]: lastUsedAt }] }
  await database.model(apiKeys).update({ lastUsedAt }, { where: { id, lastUsedAt: isEarlier } })
}

/** Every key, newest first, with its partner's name. */
export async function listAllApiKeys(database: Database): Promise<(ApiKeyRow & { partner: string })[]> {
  return database.select(
    'SELECT k.*, p.name AS partner FROM api_keys k JOIN partners p ON p.id = k.partnerId ORDER BY k.createdAt DESC, k.id DESC',
  )
}

/** Revokes a key of any owner; false where there is no such key. Revoking twice keeps the first instant. */
export async function revokeAnyApiKey(database: Database, id: string, revokedAt: number): Promise<boolean> {
  const changed = await database.execute('UPDATE api_keys SET revokedAt = COALESCE(revokedAt, $1) WHERE id = $2', [
    revokedAt,
    id,
  ])
  return changed === 1
}
