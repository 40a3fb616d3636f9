/**
 * API keys: how one is made, recognised and revoked.
 *
 * `sk_test_` or `sk_live_`, 32 random base62 characters, and 6 of a checksum, which tells a mistyped key from an
 * unknown one without asking the database. What is stored is the SHA-256: a key of 190 bits needs no slow hash.
 */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Caller, Environment } from '../kit/caller.ts'
import { invalid, ServiceError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Services } from '../platform/services.ts'
import { findActiveApiKey, insertApiKey, revokeApiKey, type ApiKeyRow } from '../tables/api-keys.ts'

/** Everything a key can be allowed. */
export const permissions = [
  'criteria.read',
  'criteria.write',
  'library.read',
  'library.write',
  'scoring.read',
  'scoring.write',
  'analytics.read',
  'webhooks',
  'deletions',
  'keys',
] as const

/** What a new key may do: all but make further keys. */
export const defaultPermissions = permissions.filter((permission) => permission !== 'keys')

const prefixes: Record<Environment, string> = { SANDBOX: 'sk_test_', PRODUCTION: 'sk_live_' }
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^(sk_(?:test|live)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

export type NewKey = { row: ApiKeyRow; key: string }
type Needs = Pick<Services, 'database' | 'clock'>

/** The key itself is in the answer and nowhere else. */
export async function createApiKey(
  services: Needs,
  partnerId: string,
  environment: Environment,
  granted: readonly string[] = defaultPermissions,
): Promise<NewKey> {
  const key = makeKey(environment)
  const now = services.clock.now()
  const row: ApiKeyRow = {
    id: newId('key', now),
    partnerId,
    environment,
    name: null,
    sha256: hash('sha256', key),
    lastFour: key.slice(-4),
    permissions: granted.join(','),
    createdAt: now,
    revokedAt: null,
  }
  await services.database.transaction(() => insertApiKey(services.database, row))
  return { row, key }
}

/** @throws VALIDATION_ERROR when there is no such key. */
export async function revokeKey(services: Needs, id: string): Promise<void> {
  const known = await services.database.transaction(() => revokeApiKey(services.database, id, services.clock.now()))
  if (!known) throw invalid('keyId', 'unknown', `there is no key "${id}"; list them with: keys list`)
}

/** Resolves a bearer key to its caller; unknown keys are looked up each time, known ones at most once a `keyCacheMs`. */
export function createAuthenticator(services: Pick<Services, 'database' | 'clock' | 'periods'>) {
  const known = new Map<string, { caller: Caller; until: number }>()
  /** @throws UNAUTHORIZED */
  return async function authenticate(authorization: string | undefined): Promise<Caller> {
    const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    if (!key || !isWellFormed(key)) throw unauthorized()
    const sha256 = hash('sha256', key)
    const now = services.clock.now()
    const cached = known.get(sha256)
    if (cached && cached.until > now) return cached.caller
    known.delete(sha256)
    const row = await findActiveApiKey(services.database, sha256)
    if (!row) throw unauthorized()
    const { id: keyId, partnerId, environment } = row
    const caller: Caller = { keyId, partnerId, environment, permissions: new Set(row.permissions.split(',')) }
    if (known.size >= cachedKeysMax) known.clear()
    known.set(sha256, { caller, until: now + services.periods.keyCacheMs })
    return caller
  }
}

/** A bound on memory, far above the keys in use within seconds. */
const cachedKeysMax = 10_000

function unauthorized(): ServiceError {
  return new ServiceError('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer' } })
}

function makeKey(environment: Environment): string {
  const secret = prefixes[environment] + Array.from({ length: 32 }, () => base62[randomInt(62)]).join('')
  return secret + checksum(secret)
}

function isWellFormed(key: string): boolean {
  const [, secret, sum] = form.exec(key) ?? []
  return secret !== undefined && checksum(secret) === sum
}

/** CRC-32 in six base62 digits, most significant first. */
function checksum(text: string): string {
  const digits: string[] = []
  for (let rest = crc32(text); digits.length < 6; rest = Math.floor(rest / 62)) digits.unshift(base62.charAt(rest % 62))
  return digits.join('')
}
