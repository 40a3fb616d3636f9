/**
 * Idempotency keys: a repeated request gets the answer of the first.
 *
 * A key is looked up before its request runs, so that a repeat writes nothing, and the transaction that has a request's
 * effect stores its answer: of twins that run at once, the second waits for that commit, is undone, looks again and finds
 * the answer. A request of a crowd takes its key for free instead of looking it up, and a repeat is found as a twin is. A
 * request that asks an engine reserves its key first, with a lease, so that its twins need not wait. If the process dies
 * before the commit, there is no effect and the lease runs out; after it, the answer is there. Only successes are stored:
 * a failure leaves the key free.
 */
import { hash } from 'node:crypto'
import { callerOf, type Call, type FreeKey, type Reply } from '../../platform/contract/call.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { Overtaken } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import {
  deleteIdempotentLease,
  insertIdempotentAnswers,
  listIdempotentKeys,
  lockIdempotentKey,
  updateIdempotentLease,
  type KnownKey,
} from '../../tables/idempotent-answers.ts'
import {
  inProgress,
  noReference,
  noSubject,
  openAnswer,
  partnerOf,
  type IdempotencyNeeds,
  type Lease,
} from './stored-answers.ts'

/** Of the canonical `null`, which stands for a request without a body. */
const noBodySha256 = hash('sha256', 'null')
/** What a request may do under its key: give the stored answer again, or make one. */
export type Found = { replay: Reply } | { free: FreeKey }
export type Reserved = { replay: Reply } | { lease: Lease }
/** A call with an idempotency key. */
export type Keyed = Call & { idempotencyKey: string }

/**
 * Looks a request's key up, in one statement with those of others that are under way. @throws
 * IDEMPOTENCY_KEY_ALREADY_USED when the key came with another request, IDEMPOTENCY_REQUEST_IN_PROGRESS while that runs
 */
export async function lookUp(services: IdempotencyNeeds & Pick<Services, 'read'>, call: Keyed): Promise<Found> {
  const key = keyOf(services, call)
  return readRow(services, await services.read(listIdempotentKeys, callerOf(call).partnerId, key.id), key)
}

/** A request's key as it is where nobody has used it. */
export function assumeFree(services: IdempotencyNeeds, call: Keyed): FreeKey {
  return { ...keyOf(services, call), expired: null }
}

/** `lookUp` for requests that share the transaction of their effects, each answered on its own. */
export async function lookUpAgain(services: IdempotencyNeeds, calls: Keyed[]): Promise<Outcome<Found>[]> {
  const keys = calls.map((call) => keyOf(services, call))
  const rows = await listIdempotentKeys(
    services.database,
    keys.map(({ id }) => id),
  )
  return keys.map((key, index): Outcome<Found> => {
    try {
      return { ok: true, value: readRow(services, rows[index] ?? null, key) }
    } catch (error) {
      return { ok: false, error }
    }
  })
}

/** Of requests that found one key free, the first may use it. */
export function firstOfEach({ contract }: Pick<IdempotencyNeeds, 'contract'>, found: Outcome<Found>[]) {
  const taken = new Set<string>()
  return found.map((outcome): Outcome<Found> => {
    if (!outcome.ok || 'replay' in outcome.value) return outcome
    const { id } = outcome.value.free
    if (taken.has(id)) return { ok: false, error: inProgress({ contract }) }
    taken.add(id)
    return outcome
  })
}

/** Keeps a key for one request while an engine works, in a transaction of its own. @throws what `lookUp` throws */
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
 * Of the body's canonical JSON (RFC 8785), because a client may order the members of an object differently when it tries
 * again; and of the query, where there is one.
 */
function hashRequest({ bodySha256, query = {} }: Pick<Call, 'bodySha256' | 'query'>): string {
  const body = bodySha256 ?? noBodySha256
  const parameters = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1))
  return parameters.length === 0 ? body : hash('sha256', JSON.stringify([body, parameters]))
}

/** What a key's row says to a request that comes now. @throws ServiceError where the key is another request's */
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

/** Frees the key of a request that had no effect. */
export async function release(services: IdempotencyNeeds, { id, leaseId }: Lease): Promise<void> {
  await services.database.transaction(() => deleteIdempotentLease(services.database, id, leaseId))
}

/** Whether the caller has sent a key, and the operation takes one. */
export function isKeyed(call: Call): call is Keyed {
  return call.idempotencyKey !== null
}

/** Hashes partner, environment, tenant if any, method, path and key. */
function scopeOf(call: Call, key: string): string {
  const { partnerId, environment } = call.caller ?? {}
  return hash('sha256', JSON.stringify([partnerId, environment, call.tenant, call.operation.method, call.url, key]))
}
