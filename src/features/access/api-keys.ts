/**
 * API keys: creating, listing and revoking them, for the partner and for the operator.
 *
 * A key is shown only in the response that creates it; replays of that response omit the key.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { ApiKey, ErrorDetail, Permission } from '../../../generated/types.gen.ts'
import type { Caller, PartnerOwner } from '../../kit/caller.ts'
import { toPage } from '../../kit/cursors.ts'
import { invalid, ServiceError, type DetailCode } from '../../kit/errors.ts'
import { isId, newId } from '../../kit/ids.ts'
import { written } from '../../kit/stored-json.ts'
import { toIso, toIsoOrNull } from '../../kit/time.ts'
import { callerOf, type Reply } from '../../platform/contract/call.ts'
import { allowedOf, limitReached } from '../../platform/contract/quotas.ts'
import type { Handler, Services } from '../../platform/services.ts'
import {
  countActiveKeys,
  deleteEndedKeys,
  findApiKey,
  findPartnerOfKey,
  insertApiKey,
  listApiKeysOf,
  lockApiKey,
  revokeAnyApiKey,
  revokeApiKeyOf,
  type ApiKeyRow,
} from '../../tables/api-keys.ts'
import { fingerprintOf, makeKey } from './api-key-text.ts'
import { checkChangeableHere } from './partners.ts'
import { exemptKept } from '../../tables/kept-counts.ts'
import { lockPartner, sharePartner } from '../../tables/partners.ts'

/** All permissions that a key can have. */
export const permissions: readonly Permission[] = facts.Permission.values

/** The default permissions of a new key: all except creating further keys. */
export const defaultPermissions = permissions.filter((permission) => permission !== 'keys')

const { maxLength: nameCharactersMax, pattern: namePattern } = facts.ApiKeyName
const namesKey = new RegExp(namePattern, 'u')

type Needs = Pick<Services, 'database' | 'clock'>
type Issues = Needs & Pick<Services, 'cell'>
/** The settings of a new key. */
export type Grant = { permissions?: readonly string[]; name?: string | null; expiresAt?: number | null }
export type NewKey = { row: ApiKeyRow; key: string }

/** Creates and stores a key. */
export async function issueKey(services: Issues, owner: PartnerOwner, grant: Grant = {}): Promise<NewKey> {
  const { permissions: granted = defaultPermissions, name = null, expiresAt = null } = grant
  const key = makeKey(owner.environment, services.cell)
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
    expiresAt,
    lastUsedAt: null,
  }
  await services.database.transaction(async () => {
    await sharePartner(services.database, owner.partnerId)
    await insertApiKey(services.database, row)
  })
  return { row, key }
}

/** Parses a key's `permissions` column. */
export function permissionsOf({ permissions: listed }: Pick<ApiKeyRow, 'permissions'>): Permission[] {
  return listed === '' ? [] : (listed.split(',') as Permission[])
}

/**
 * The reasons why a request is not authorised: each code in `details`, with its message. Only a caller that has the key
 * learns that it has expired or that its partner is suspended.
 */
const refusals = {
  missing_key: 'the Authorization header is missing; send "Authorization: Bearer <API_KEY>"',
  not_bearer: 'the Authorization header must be of the form "Bearer <API_KEY>"',
  malformed_key:
    'this is not a complete API key: a key starts with sk_test_ or sk_live_ and ends with a checksum; check that you copied all of it',
  unknown_key: 'the key is unknown; check that it was created for this server',
  revoked_key: 'this key was revoked; use another key',
  expired_key: 'this key has expired; use another key',
  partner_suspended: 'the operator of this service has suspended your account; contact the operator',
} satisfies Partial<Record<DetailCode, string>>

/** Returns the error for a request that is not authorised. */
export function unauthorized(code: keyof typeof refusals, headers: Record<string, string> = {}): ServiceError {
  const details = [{ field: 'Authorization', code, message: refusals[code] }]
  return new ServiceError('UNAUTHORIZED', { details, headers: { 'WWW-Authenticate': 'Bearer', ...headers } })
}

// ── the partner's operations ────────────────────────────────────────────────────────────────────

/**
 * Creates a key. If the process dies before the commit, no key exists. If it dies after the commit, the caller may not
 * have received the key, but can find its id in the list and revoke it.
 */
export const createApiKey: Handler<'createApiKey'> = async (call, services) => {
  const caller = callerOf(call)
  const held = permissions.filter((permission) => caller.permissions.has(permission))
  const { name, permissions: granted = held.filter((permission) => permission !== 'keys') } = call.body
  const expiresAt = readExpiry(services, call.body.expiresAt ?? null)
  checkHeld(caller, granted, 'permissions')
  return services.write(call, async (): Promise<Reply<'createApiKey'>> => {
    // Checks the database, because servers cache keys for seconds: a stolen key must not create new ones after its
    // owner has revoked it.
    const own = await lockApiKey(services.database, caller, caller.keyId)
    if (own === null || own.revokedAt !== null) throw unauthorized('revoked_key')
    await makeRoom(services, caller)
    const { row, key } = await issueKey(services, caller, { permissions: granted, name, expiresAt })
    const headers = { Location: services.contract.locate('getApiKey', { apiKeyId: row.id }) }
    return { status: 201, body: { apiKey: toApiKey(row), key }, headers }
  })
}

/**
 * Checks that the partner may have one more active key. Locks the partner's row, so that the partner's concurrent
 * requests wait. Also limits the number of revoked and expired keys in the list, by deleting the oldest ones.
 * @throws VALIDATION_ERROR
 */
async function makeRoom(
  { database, contract, clock }: Needs & Pick<Services, 'contract'>,
  caller: Caller,
): Promise<void> {
  const { apiKeys } = allowedOf(contract, caller)
  await lockPartner(database, caller.partnerId)
  if ((await countActiveKeys(database, caller, clock.now())) >= apiKeys) throw limitReached('apiKeys', apiKeys)
  await deleteEndedKeys(database, caller, apiKeys, clock.now())
}

/** Parses the time at which a new key expires. Null means never. @throws VALIDATION_ERROR for a time in the past */
export function readExpiry({ clock }: Pick<Services, 'clock'>, text: string | null): number | null {
  if (text === null) return null
  const instant = Date.parse(text)
  if (!(instant > clock.now()))
    throw invalid(
      'expiresAt',
      'minimum',
      `"${text}" is not in the future; give a later instant, such as 2027-01-31T00:00:00Z`,
    )
  return instant
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
 * Revokes a key, which may be the caller's own. This server refuses the key immediately; other servers may accept it
 * for a few seconds more. A caller cannot revoke a key that has more permissions than its own.
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

/**
 * Checks that the caller's key has the permissions that it grants or revokes. @throws FORBIDDEN, with `field` in its
 * details
 */
function checkHeld(caller: Caller, asked: readonly Permission[], field: string): void {
  const missing = asked.filter((permission) => !caller.permissions.has(permission))
  if (missing.length === 0) return
  const toDetail = (permission: Permission): ErrorDetail => {
    const message = `you can only grant or revoke permissions that your own key has; it does not have ${permission}`
    return { field, code: 'missing_permission', message }
  }
  throw new ServiceError('FORBIDDEN', { details: missing.map(toDetail) })
}

/** Returns a key as the API shows it. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    permissions: permissionsOf(row),
    createdAt: toIso(row.createdAt),
    // Rounded down to the minute, but never before the key was created.
    lastUsedAt: toIsoOrNull(row.lastUsedAt && Math.max(row.lastUsedAt, row.createdAt)),
    revokedAt: toIsoOrNull(row.revokedAt),
    expiresAt: toIsoOrNull(row.expiresAt),
  }
}

// ── the operator's commands ─────────────────────────────────────────────────────────────────────

/** Revokes a key of any partner. @throws VALIDATION_ERROR if it does not exist */
export async function revokeKey(services: Needs, id: string): Promise<void> {
  const { database, clock } = services
  const known = await database.transaction(async () => {
    const partner = await findPartnerOfKey(database, id)
    if (!partner) return false
    // If the partner has moved, the key in this cell is only a copy.
    checkChangeableHere(partner)
    await sharePartner(database, partner.id)
    return revokeAnyApiKey(database, id, clock.now())
  })
  if (!known) throw invalid('keyId', 'unknown', `there is no key "${id}"; list them with: keys list`)
}

/** Parses comma-separated permissions. @throws VALIDATION_ERROR for an unknown permission */
export function readPermissions(text: string): string[] {
  const asked = text.split(',').map((permission) => permission.trim())
  const known: readonly string[] = permissions
  const unknown = asked.filter((permission) => !known.includes(permission))
  if (unknown.length === 0) return asked
  const message = `"${unknown.join(',')}" is not a permission; use ${known.join(', ')}`
  throw invalid('permissions', 'unknown', message)
}

/** Checks the name of a key. @throws VALIDATION_ERROR for a name that the contract would refuse */
export function readKeyName(text: string): string {
  if (namesKey.test(text) && text !== '' && [...text].length <= nameCharactersMax) return text
  throw invalid(
    'name',
    'pattern',
    `a key's name must have 1 to ${nameCharactersMax} characters, and no control characters`,
  )
}
