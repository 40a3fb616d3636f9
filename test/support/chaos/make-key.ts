/** Creates a partner in the database that a scene's processes use. */
import { defaultPermissions } from '../../../src/features/access/api-keys.ts'
import { fingerprintOf, makeKey as makeText } from '../../../src/features/access/api-key-text.ts'
import { newId } from '../../../src/kit/ids.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import type { Database } from '../../../src/platform/database/database.ts'

/**
 * Returns a new partner's sandbox key, with limits that are never reached. The rows have only the columns that the
 * first release has, because a scene may start with that release's schema.
 */
export async function makeKey(database: Database): Promise<string> {
  const now = Date.now()
  const [partnerId, key] = [newId('p', now), makeText('SANDBOX', null)]
  const limits = Object.keys(loadContract().defaultLimits).map((limit) => [limit, 100_000])
  await database.transaction(async () => {
    await database.execute('INSERT INTO partners (id, name, blind, createdAt, limits) VALUES ($1, $2, 1, $3, $4)', [
      ...[partnerId, 'chaos', now, JSON.stringify(Object.fromEntries(limits))],
    ])
    await database.execute(
      `INSERT INTO api_keys (id, partnerId, environment, sha256, lastFour, permissions, createdAt)
        VALUES ($1, $2, 'SANDBOX', $3, $4, $5, $6)`,
      [newId('key', now), partnerId, fingerprintOf(key), key.slice(-4), defaultPermissions.join(','), now],
    )
  })
  return key
}
