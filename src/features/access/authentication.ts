/**
 * Authentication: resolves a bearer key to its caller, and records when the key was last used.
 *
 * Servers cache a key for `keyCacheMs`. A revocation on another server takes effect within that time, and so does a
 * change of limits, quotas or plan. The time of use is written in the background: a request never waits for that write,
 * and never fails because of it.
 */
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../kit/caller.ts'
import { MINUTE } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { findKnownApiKey, updateLastUsedAt, type KnownApiKeyRow } from '../../tables/api-keys.ts'
import { parseNumbers } from '../../tables/partners.ts'
import { fingerprintOf, isWellFormed } from './api-key-text.ts'
import { permissionsOf, unauthorized } from './api-keys.ts'
import { createStrangers } from './strangers.ts'

type Needs = Pick<Services, 'contract' | 'database' | 'clock' | 'timings' | 'log' | 'draining' | 'revokedKeys'>

export type Authenticator = {
  /**
   * Returns the caller of a request, as a promise if the key is not cached. `address`: the client's IP address.
   * @throws UNAUTHORIZED
   */
  authenticate: (authorization: string | undefined, address: string) => Caller | Promise<Caller>
  /** Waits until pending updates of `lastUsedAt` are written. */
  flush: () => Promise<void>
}

/** The maximum number of cached keys, which limits memory. Far fewer keys are in use within a few minutes. */
const keysMax = 10_000

/**
 * Creates the authenticator. Each request with an unknown key costs a query, until its address has sent too many
 * unknown keys. A malformed key costs no query.
 */
export function createAuthenticator(services: Needs): Authenticator {
  const { database, clock, timings } = services
  const known = new LRUCache<string, { caller: Caller; lastUsedAt: number; until: number }>({ max: keysMax })
  const uses = createUses(services)
  const strangers = createStrangers(services)

  function lookInCache(sha256: string, now: number) {
    const cached = known.get(sha256)
    if (cached && cached.until > now && !services.revokedKeys.has(cached.caller.keyId)) return cached
    known.delete(sha256)
    return null
  }

  async function lookUp(sha256: string, address: string, now: number) {
    if (strangers.isFlooding(address) && !(await strangers.isActive(sha256)))
      throw unauthorized('unknown_key', { Connection: 'close' })
    const row = await findKnownApiKey(database, sha256)
    const end = endOf(row, now)
    if (row === null || end !== null) {
      strangers.note(address)
      throw unauthorized(end ?? 'unknown_key')
    }
    const { id: keyId, partnerId, environment, plan } = row
    const caller: Caller = {
      keyId,
      partnerId,
      environment,
      permissions: new Set(permissionsOf(row)),
      limits: parseNumbers(row.limits),
      quotas: parseNumbers(row.quotas),
      plan: plan ?? 'standard',
    }
    const until = Math.min(now + timings.keyCacheMs, row.expiresAt ?? Infinity)
    const found = { caller, lastUsedAt: row.lastUsedAt ?? 0, until }
    known.set(sha256, found)
    return found
  }

  function use({ caller, lastUsedAt }: { caller: Caller; lastUsedAt: number }, now: number): Caller {
    uses.note(caller.keyId, lastUsedAt, now)
    return caller
  }

  return {
    authenticate(authorization, address) {
      const [, key] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
      if (key === undefined) throw unauthorized(authorization ? 'not_bearer' : 'missing_key')
      const [sha256, now] = [fingerprintOf(key), clock.now()]
      const cached = lookInCache(sha256, now)
      if (cached) return use(cached, now)
      // Cached keys skip this check, which costs more than the hash.
      if (!isWellFormed(key)) throw unauthorized('malformed_key')
      return lookUp(sha256, address, now).then((found) => use(found, now))
    },
    flush: uses.flush,
  }
}

/** Returns why a key is not accepted at `now`; null if it is accepted, or if there is no key. */
function endOf(row: KnownApiKeyRow | null, now: number) {
  if (row === null) return null
  if (row.revokedAt !== null) return 'revoked_key'
  if (row.expiresAt !== null && row.expiresAt <= now) return 'expired_key'
  return row.suspendedAt === null ? null : 'partner_suspended'
}

/** Records the minute in which a key was last used, at most once a minute. */
function createUses({ database, log, draining }: Needs) {
  const noted = new LRUCache<string, number>({ max: keysMax })
  const writing = new Set<Promise<void>>()
  return {
    /** Notes a use. `lastUsedAt`: the value in the row. */
    note(keyId: string, lastUsedAt: number, now: number): void {
      const minute = now - (now % MINUTE)
      // A draining process is about to close the database. It does no harm if the last minute of use is lost.
      if (draining() || Math.max(noted.get(keyId) ?? 0, lastUsedAt) >= minute) return
      noted.set(keyId, minute)
      const write = updateLastUsedAt(database, keyId, minute)
        .catch((error: unknown) => log.warn({ keyId, err: error }, 'could not record when an API key was last used'))
        .finally(() => writing.delete(write))
      writing.add(write)
    },
    flush: async () => void (await Promise.all(writing)),
  }
}
