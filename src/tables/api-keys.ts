/** API keys of a partner in one environment; the key itself is never stored, only its SHA-256 and last four. */
import type { Environment } from '../kit/caller.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database.ts'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  name: nullable(columns.line(100)),
  sha256: columns.identifier(64),
  lastFour: columns.identifier(4),
  /** Comma-separated. */
  permissions: columns.identifier(255),
  createdAt: columns.instant(),
  revokedAt: nullable(columns.instant()),
}
export const apiKeys = defineTable('api_keys', shape)
export type ApiKeyRow = RowOf<typeof shape>

export async function insertApiKey(database: Database, row: ApiKeyRow): Promise<void> {
  await database.insert(apiKeys, [row])
}

/** The active key of this hash. */
export async function findActiveApiKey(database: Database, sha256: string): Promise<ApiKeyRow | null> {
  const [row] = await database.select<ApiKeyRow>('SELECT * FROM api_keys WHERE sha256 = $1 AND revokedAt IS NULL', [
    sha256,
  ])
  return row ?? null
}

/** Every key, newest first, with its partner's name: for the operator. */
export async function listApiKeys(database: Database): Promise<(ApiKeyRow & { partner: string })[]> {
  return database.select(
    'SELECT k.*, p.name AS partner FROM api_keys k JOIN partners p ON p.id = k.partnerId ORDER BY k.createdAt DESC, k.id DESC',
  )
}

/** Whether there is such a key; revoking twice keeps the first instant. */
export async function revokeApiKey(database: Database, id: string, revokedAt: number): Promise<boolean> {
  const changed = await database.execute('UPDATE api_keys SET revokedAt = COALESCE(revokedAt, $1) WHERE id = $2', [
    revokedAt,
    id,
  ])
  return changed === 1
}
