/**
 * API keys: making, listing and revoking them, for the partner and for the operator.
 *
 * A key is `sk_test_` or `sk_live_`, 32 random base62 characters and a checksum of 6, which tells a mistyped key from
 * an unknown one without a query. We store its SHA-256: a key of 190 bits needs no slow hash. Only the answer that
 * makes a key shows it; the answer that is kept for a replay leaves it out.
 */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { facts } from '../../../generated/facts.gen.ts'
import type { ApiKey, ErrorDetail, Permission } from '../../../generated/types.gen.ts'
import type { Caller, Environment, PartnerOwner } from '../../kit/caller.ts'
import { toPage } from '../../kit/cursors.ts'
import { invalid, ServiceError } from '../../kit/errors.ts'
import { isId, newId } from '../../kit/ids.ts'
import { written } from '../../kit/stored-json.ts'
import { toIso, toIsoOrNull } from '../../kit/time.ts'
import { callerOf, type Reply } from '../../platform/contract/call.ts'
import { allowedOf, limitReached } from '../../platform/contract/quotas.ts'
import type { Handler, Services } from '../../platform/services.ts'
import {
  countActiveKeys,
  deleteRevokedKeys,
  findApiKey,
  insertApiKey,
  listApiKeysOf,
  lockApiKey,
  revokeAnyApiKey,
  revokeApiKeyOf,
  type ApiKeyRow,
} from '../../tables/api-keys.ts'
import { exemptKept } from '../../tables/kept-counts.ts'
import { lockPartner } from '../../tables/partners.ts'

/** All permissions that a key can have. */
export const permissions: readonly Permission[] = facts.Permission.values

/** The permissions of a new key by default: all but making further keys. */
export const defaultPermissions = permissions.filter((permission) => permission !== 'keys')

const { maxLength: nameCharactersMax, pattern: namePattern } = facts.ApiKeyName
const namesKey = new RegExp(namePattern, 'u')
const prefixes: Record<Environment, string> = { SANDBOX: 'sk_test_', PRODUCTION: 'sk_live_' }
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^(sk_(?:test|live)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

type Needs = Pick<Services, 'database' | 'clock'>
/** What a new key is to have. */
export type Grant = { permissions?: readonly string[]; name?: string | null }
export type NewKey = { row: ApiKeyRow; key: string }

/** Makes and stores a key. */
export async function issueKey(services: Needs, owner: PartnerOwner, grant: Grant = {}): Promise<NewKey> {
  const { permissions: granted = defaultPermissions, name = null } = grant
  const key = makeKey(owner.environment)
  const now = services.clock.now()
  const row: ApiKeyRow = {
    id: newId('key', now),
    partnerId: owner.partnerId,
    environment: owner.environment,
    name,
    sha256: fingerprintOf(key),
    lastFour: key.slice(-4),
    permissions: permissions.filter((permission) => granted.includes(permission)).join(','),
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
  }
  await services.database.transaction(() => insertApiKey(services.database, row))
  return { row, key }
}

/** Parses a key's `permissions` column. */
export function permissionsOf({ permissions: listed }: Pick<ApiKeyRow, 'permissions'>): Permission[] {
  return listed === '' ? [] : (listed.split(',') as Permission[])
}

/** Whether a text can be a key, by its form and checksum. */
export function isWellFormed(key: string): boolean {
  const [, secret, sum] = form.exec(key) ?? []
  return secret !== undefined && checksum(secret) === sum
}

/** What we know a key by. */
export function fingerprintOf(key: string): string {
  return hash('sha256', key)
}

/** The answer to a missing, malformed, unknown or revoked key: it does not say which. */
export function unauthorized(headers: Record<string, string> = {}): ServiceError {
  return new ServiceError('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer', ...headers } })
}

// ── the partner's operations ────────────────────────────────────────────────────────────────────

/**
 * If the process dies before the commit, there is no key; after it, the key is lost to its caller, who can revoke its
 * id.
 */
export const createApiKey: Handler<'createApiKey'> = async (call, services) => {
  const caller = callerOf(call)
  const held = permissions.filter((permission) => caller.permissions.has(permission))
  const { name, permissions: granted = held.filter((permission) => permission !== 'keys') } = call.body
  checkHeld(caller, granted, 'permissions')
  return services.write(call, async (): Promise<Reply<'createApiKey'>> => {
    // Servers cache keys for seconds: a stolen key must not make new ones after its owner has revoked it.
    const own = await lockApiKey(services.database, caller, caller.keyId)
    if (own === null || own.revokedAt !== null) throw unauthorized()
    await makeRoom(services, caller)
    const { row, key } = await issueKey(services, caller, { permissions: granted, name })
    const headers = { Location: services.contract.locate('getApiKey', { apiKeyId: row.id }) }
    return { status: 201, body: { apiKey: toApiKey(row), key }, headers }
  })
}

/**
 * Makes sure that the caller may keep one more key; concurrent requests of its partner then come one after the other. As
 * many revoked keys stay on show as there may be active ones. @throws VALIDATION_ERROR
 */
async function makeRoom(
  { database, contract }: Pick<Services, 'database' | 'contract'>,
  caller: Caller,
): Promise<void> {
  const { apiKeys } = allowedOf(contract, caller)
  await lockPartner(database, caller.partnerId)
  if ((await countActiveKeys(database, caller)) >= apiKeys) throw limitReached('apiKeys', apiKeys)
  await deleteRevokedKeys(database, caller, apiKeys)
}

export const listApiKeys: Handler<'listApiKeys'> = async (call, { database }) => {
  const { limit, cursor = null } = call.query
  const rows = await listApiKeysOf(database, callerOf(call), cursor, limit + 1)
  const page = toPage(rows, limit)
  return { status: 200, body: written(() => ({ data: page.rows.map(toApiKey), nextCursor: page.nextCursor })) }
}

export const getApiKey: Handler<'getApiKey'> = async (call, { database }) => {
  const { apiKeyId } = call.path
  const row = isId(apiKeyId) ? await findApiKey(database, callerOf(call), apiKeyId) : null
  if (!row) throw new ServiceError('NOT_FOUND')
  return { status: 200, body: { apiKey: toApiKey(row) } }
}

/**
 * A caller may revoke its own key. This server refuses it at once; others keep it in their cache for some seconds more. A
 * key that may do more than the caller's stands above it.
 */
export const revokeApiKey: Handler<'revokeApiKey'> = async (call, services) => {
  const { apiKeyId } = call.path
  const reply = await services.write(call, async (): Promise<Reply<'revokeApiKey'>> => {
    const { database, clock } = services
    const caller = callerOf(call)
    const row = isId(apiKeyId) ? await lockApiKey(database, caller, apiKeyId) : null
    if (!row) throw new ServiceError('NOT_FOUND')
    checkHeld(caller, permissionsOf(row), 'apiKeyId')
    await revokeApiKeyOf(database, caller, apiKeyId, clock.now())
    if (row.revokedAt === null) exemptKept(database, caller)
    return { status: 204, body: undefined }
  })
  services.revokedKeys.set(apiKeyId, true)
  return reply
}

/** A key must never give or take what it does not hold. @throws FORBIDDEN that names `field` */
function checkHeld(caller: Caller, asked: readonly Permission[], field: string): void {
  const missing = asked.filter((permission) => !caller.permissions.has(permission))
  if (missing.length === 0) return
  const toDetail = (permission: Permission): ErrorDetail => {
    const message = `you can only grant or revoke permissions that your own key has; it does not have ${permission}`
    return { field, code: 'missing_permission', message }
  }
  throw new ServiceError('FORBIDDEN', { details: missing.map(toDetail) })
}

/** What the API shows of a key. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    permissions: permissionsOf(row),
    createdAt: toIso(row.createdAt),
    // Rounded down to the minute, but never to before the key was made.
    lastUsedAt: toIsoOrNull(row.lastUsedAt && Math.max(row.lastUsedAt, row.createdAt)),
    revokedAt: toIsoOrNull(row.revokedAt),
  }
}

// ── the operator's commands ─────────────────────────────────────────────────────────────────────

/** Revokes a key of any partner. @throws VALIDATION_ERROR when there is no such key. */
export async function revokeKey(services: Needs, id: string): Promise<void> {
  const known = await services.database.transaction(() => revokeAnyApiKey(services.database, id, services.clock.now()))
  if (!known) throw invalid('keyId', 'unknown', `there is no key "${id}"; list them with: keys list`)
}

/** Parses comma-separated permissions. @throws VALIDATION_ERROR that lists all permissions, for an unknown one */
export function readPermissions(text: string): string[] {
  const asked = text.split(',').map((permission) => permission.trim())
  const known: readonly string[] = permissions
  const unknown = asked.filter((permission) => !known.includes(permission))
  if (unknown.length === 0) return asked
  const message = `"${unknown.join(',')}" is not a permission; use ${known.join(', ')}`
  throw invalid('permissions', 'unknown', message)
}

/** Checks the name of a key. @throws VALIDATION_ERROR for a name that the contract would refuse. */
export function readKeyName(text: string): string {
  if (namesKey.test(text) && text !== '' && [...text].length <= nameCharactersMax) return text
  throw invalid(
    'name',
    'pattern',
    `a key's name has 1 to ${nameCharactersMax} characters, none of them a control character`,
  )
}

// ── a key's text ────────────────────────────────────────────────────────────────────────────────

function makeKey(environment: Environment): string {
  const secret = prefixes[environment] + Array.from({ length: 32 }, () => base62[randomInt(62)]).join('')
  return secret + checksum(secret)
}

/** CRC-32 in six base62 digits, most significant first. */
function checksum(text: string): string {
  const digits: string[] = []
  for (let rest = crc32(text); digits.length < 6; rest = Math.floor(rest / 62)) digits.unshift(base62.charAt(rest % 62))
  return digits.join('')
}
