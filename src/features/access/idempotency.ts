/**
 * Idempotency keys: a repeated request gets the response to the first one.
 *
 * A key is looked up before its request runs, so that a repeat writes nothing. The transaction that makes the request's
 * changes also stores its response. If two requests with the same key run concurrently, the second waits until the
 * first one commits. The second is then rolled back, looks the key up again and finds the response.
 *
 * A request that calls an engine reserves its key first, with a lease, so that concurrent requests with that key fail
 * immediately instead of waiting.
 *
 * If the process dies before the commit, nothing has changed and the lease expires; after the commit, the response is
 * stored. Only successful responses are stored: after a failure, the key is free again.
 */
import { hash } from 'node:crypto'
import { callerOf, type Call, type FreeKey, type Reply } from '../../platform/contract/call.ts'
import type { OperationId } from '../../platform/contract/contract.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { Overtaken } from '../../platform/database/database.ts'
import type { CallKeys, Services } from '../../platform/services.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import {
  deleteIdempotentLease,
  insertIdempotentAnswers,
  listIdempotentKeys,
  readIdempotentKey,
  lockIdempotentKey,
  updateIdempotentLease,
  type KnownKey,
} from '../../tables/idempotent-answers.ts'
import {
  inProgress,
  keepAnswers,
  noReference,
  noSubject,
  openAnswer,
  partnerOf,
  storeAnswer,
  type IdempotencyNeeds,
  type Lease,
} from './stored-answers.ts'

/** The hash of the canonical `null`, which is used for a request without a body. */
const noBodySha256 = hash('sha256', 'null')
/** The result of looking up a key: the stored response, or a key that is free. */
export type Found = { replay: Reply } | { free: FreeKey }
export type Reserved = { replay: Reply } | { lease: Lease }
/** A call with an idempotency key. */
export type Keyed<Id extends OperationId = OperationId> = Call<Id> & { idempotencyKey: string }

/**
 * Looks up a request's key. Concurrent requests share one statement. @throws IDEMPOTENCY_KEY_ALREADY_USED if the key
 * was used for another request, IDEMPOTENCY_REQUEST_IN_PROGRESS while another request with the key is running
 */
export async function lookUp(services: IdempotencyNeeds & Pick<Services, 'batchers'>, call: Keyed): Promise<Found> {
  const key = keyOf(services, call)
  return readRow(services, await readIdempotentKey(services, callerOf(call).partnerId, key.id), key)
}

/**
 * Returns the keys of calls whose effects share a transaction; see `CallKeys`. The transaction runs again if a
 * concurrent request with one of the keys commits first. Only the first run uses the lookups that were made before the
 * transaction.
 */
export function keysOf<Id extends OperationId>(services: IdempotencyNeeds, calls: Call<Id>[]): CallKeys<Id> {
  const keyed = calls.filter((call): call is Keyed<Id> => isKeyed(call) && !call.lease)
  const free = new Map<Call<Id>, FreeKey>()
  let isFirstRun = true

  async function find(): Promise<Outcome<Found>[]> {
    const before = isFirstRun ? keyed.flatMap(({ freeKey }) => freeKey ?? []) : []
    isFirstRun = false
    if (before.length === keyed.length) return before.map((key) => ({ ok: true, value: { free: key } }))
    const keys = keyed.map((call) => keyOf(services, call as unknown as Keyed))
    const ids = keys.map(({ id }) => id)
    const rows = await listIdempotentKeys(services.database, ids)
    return keys.map((key, index) => outcomeOf(() => readRow(services, rows[index] ?? null, key)))
  }

  return {
    async lookUp() {
      free.clear()
      const answered = new Map<Call<Id>, Outcome<{ reply: Reply<Id> }>>()
      const taken = new Set<string>()
      for (const [index, found] of (await find()).entries()) {
        const call = keyed[index] as Call<Id>
        if (!found.ok) answered.set(call, found)
        else if ('replay' in found.value) answered.set(call, { ok: true, value: { reply: found.value.replay } })
        // Of several requests with the same key in one transaction, only the first may use the key.
        else if (taken.has(found.value.free.id)) answered.set(call, { ok: false, error: inProgress(services) })
        else {
          taken.add(found.value.free.id)
          free.set(call, found.value.free)
        }
      }
      return answered
    },
    async store(answers) {
      for (const answer of answers)
        if (answer.call.lease) await storeAnswer(services, { ...answer, lease: answer.call.lease })
      const kept = answers.flatMap((answer) => {
        const key = free.get(answer.call)
        return key ? [{ ...answer, free: key }] : []
      })
      await keepAnswers(services, kept)
    },
  }
}

function outcomeOf<T>(read: () => T): Outcome<T> {
  try {
    return { ok: true, value: read() }
  } catch (error) {
    return { ok: false, error }
  }
}

/** Reserves a key, in a separate transaction, for a request that calls an engine. @throws the errors of `lookUp` */
export async function reserve(services: IdempotencyNeeds, call: Keyed): Promise<Reserved> {
  const { clock, database, timings } = services
  return database.transaction(async () => {
    const { id, requestSha256, createdAt } = keyOf(services, call)
    const lease = { id, leaseId: newId('lease', clock.now()) }
    const mine = { ...lease, requestSha256, createdAt, leaseUntil: createdAt + timings.idempotencyLeaseMs }
    const fresh = { ...mine, answer: null, ...noSubject, ...partnerOf(call), ...noReference }
    if ((await insertIdempotentAnswers(database, [fresh])) === 1) return { lease }
    const row = await lockIdempotentKey(database, id)
    if (!row) throw new Overtaken('the key was freed meanwhile')
    const found = readRow(services, { ...row, criteria: null }, mine)
    if ('replay' in found) return found
    await updateIdempotentLease(database, row, fresh)
    return { lease }
  })
}

function keyOf({ clock }: IdempotencyNeeds, call: Keyed) {
  return { id: scopeOf(call, call.idempotencyKey), requestSha256: hashRequest(call), createdAt: clock.now() }
}

/**
 * Hashes the query, if there is one, and the body's canonical JSON (RFC 8785). The JSON is canonical because a client
 * may order an object's members differently when it retries.
 */
function hashRequest({ bodySha256, query = {} }: Pick<Call, 'bodySha256' | 'query'>): string {
  const body = bodySha256 ?? noBodySha256
  const parameters = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1))
  return parameters.length === 0 ? body : hash('sha256', JSON.stringify([body, parameters]))
}

/**
 * Converts a key's row to the lookup result for a request. @throws ServiceError if the key belongs to another request
 */
function readRow(
  services: IdempotencyNeeds,
  row: KnownKey | null,
  { id, requestSha256, createdAt }: Omit<FreeKey, 'expired'>,
): Found {
  if (!row) return { free: { id, requestSha256, createdAt, expired: null } }
  const { secretKeys, timings } = services
  const isAnswered = row.answer !== null || row.reference !== null
  const until = isAnswered ? row.createdAt + timings.idempotencyKeptMs : row.leaseUntil
  if (until <= createdAt) return { free: { id, requestSha256, createdAt, expired: row.createdAt } }
  if (row.requestSha256 !== requestSha256) throw new ServiceError('IDEMPOTENCY_KEY_ALREADY_USED')
  const replay = openAnswer(secretKeys, id, row)
  if (replay === null) throw inProgress(services)
  return { replay }
}

/** Frees the key after a failed request, which has changed nothing. */
export async function release(services: IdempotencyNeeds, { id, leaseId }: Lease): Promise<void> {
  await services.database.transaction(() => deleteIdempotentLease(services.database, id, leaseId))
}

/** Returns whether the caller has sent a key and the operation supports one. */
export function isKeyed<Id extends OperationId>(call: Call<Id>): call is Keyed<Id> {
  return call.idempotencyKey !== null
}

/** Hashes the partner, the environment, the tenant (if any), the method, the path and the key. */
function scopeOf(call: Call, key: string): string {
  const { partnerId, environment } = call.caller ?? {}
  return hash('sha256', JSON.stringify([partnerId, environment, call.tenant, call.operation.method, call.url, key]))
}
