/** API keys of a partner in one environment. Only a key's SHA-256 and last four characters are stored. */
import { facts } from '../../generated/facts.gen.ts'
import type { Environment, PartnerOwner, Plan } from '../kit/caller.ts'
import { bindList, columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'
import { partners } from './partners.ts'

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
  await database.insert(apiKeys, [row])
}

export async function findApiKey(database: Database, owner: PartnerOwner, id: string): Promise<ApiKeyRow | null> {
  const [row] = await database.select<ApiKeyRow>(`${ownApiKeys} AND id = $3`, [...ownerBinds(owner), id])
  return row ?? null
}

/** As `findApiKey`, and locks the row until the transaction ends. */
export async function lockApiKey(database: Database, owner: PartnerOwner, id: string): Promise<ApiKeyRow | null> {
  const sql = `${ownApiKeys} AND id = $3${database.forUpdate}`
  const [row] = await database.select<ApiKeyRow>(sql, [...ownerBinds(owner), id])
  return row ?? null
}

/** Up to `most` keys that were made before `beforeId`, newest first; null starts at the newest. */
export async function listApiKeysOf(
  database: Database,
  owner: PartnerOwner,
  beforeId: string | null,
  most: number,
): Promise<ApiKeyRow[]> {
  const page = beforeId === null ? '' : 'AND id < $3'
  return database.select<ApiKeyRow>(`${ownApiKeys} ${page} ORDER BY id DESC LIMIT ${most}`, [
    ...ownerBinds(owner),
    ...(beforeId === null ? [] : [beforeId]),
  ])
}

/** False where there is no such key. Revoking twice keeps the first instant. */
export async function revokeApiKeyOf(
  database: Database,
  owner: PartnerOwner,
  id: string,
  revokedAt: number,
): Promise<boolean> {
  const changed = await database.execute(
    'UPDATE api_keys SET revokedAt = COALESCE(revokedAt, $3) WHERE partnerId = $1 AND environment = $2 AND id = $4',
    [...ownerBinds(owner), revokedAt, id],
  )
  return changed === 1
}

/** How many keys of the owner are not revoked. */
export async function countActiveKeys(database: Database, owner: PartnerOwner): Promise<number> {
  const [row] = await database.select<{ count: number }>(
    'SELECT COUNT(*) AS count FROM api_keys WHERE partnerId = $1 AND environment = $2 AND revokedAt IS NULL',
    ownerBinds(owner),
  )
  return row!.count
}

/** Deletes the owner's revoked keys, but for the `kept` that were revoked last. */
export async function deleteRevokedKeys(database: Database, owner: PartnerOwner, kept: number): Promise<void> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM api_keys WHERE partnerId = $1 AND environment = $2 AND revokedAt IS NOT NULL
      ORDER BY revokedAt DESC, id DESC LIMIT 500 OFFSET ${kept}`,
    ownerBinds(owner),
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await database.execute(`DELETE FROM api_keys WHERE id IN (${bindList(1, ids)})`, ids)
}

const ownApiKeys = 'SELECT * FROM api_keys WHERE partnerId = $1 AND environment = $2'

function ownerBinds({ partnerId, environment }: PartnerOwner): [string, string] {
  return [partnerId, environment]
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
  const rows = await database.select<{ sha256: string }>('SELECT sha256 FROM api_keys WHERE revokedAt IS NULL', [])
  return rows.map(({ sha256 }) => sha256)
}

/** Never moves the instant back: a slow process may write late. */
export async function updateLastUsedAt(database: Database, id: string, lastUsedAt: number): Promise<void> {
  await database.execute('UPDATE api_keys SET lastUsedAt = $1 WHERE id = $2 AND COALESCE(lastUsedAt, 0) < $1', [
    lastUsedAt,
    id,
  ])
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
