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
import { callerOf, ownerOf, type Call, type FreeKey, type Reply } from '../../platform/contract/call.ts'
import type { Outcome } from '../../platform/concurrency/group.ts'
import { Overtaken } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { decrypt, encrypt, reencrypt } from '../../kit/encryption.ts'
import type { PartnerOwner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import {
  deleteExpiredKey,
  deleteIdempotentLease,
  findSubject,
  insertIdempotentAnswers,
  listIdempotentAnswers,
  listIdempotentKeys,
  lockIdempotentKey,
  replaceIdempotentAnswer,
  storeIdempotentAnswer,
  sweepIdempotentAnswers,
  updateIdempotentLease,
  type AnswerSubject,
  type KnownKey,
} from '../../tables/idempotent-answers.ts'

export type IdempotencyNeeds = Pick<Services, 'contract' | 'database' | 'clock' | 'secretKeys' | 'timings'>
export type Lease = NonNullable<Call['lease']>
type StoredReply = { status: number; body: unknown; headers: Record<string, string> }

/** Of the canonical `null`, which stands for a request without a body. */
const noBodySha256 = hash('sha256', 'null')
/** The headers of an answer that a replay repeats. */
const keptHeaders = ['Location', 'ETag']

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
    const fresh = { ...mine, answer: null, ...noSubject, ...partnerOf(call) }
    if ((await insertIdempotentAnswers(database, [fresh])) === 1) return { lease }
    const row = await lockIdempotentKey(database, id)
    if (!row) throw new Overtaken('the key was freed meanwhile')
    const found = readRow(services, row, mine)
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
  const until = row.answer === null ? row.leaseUntil : row.createdAt + timings.idempotencyKeptMs
  if (until <= createdAt) return { free: { id, requestSha256, createdAt, expired: row.createdAt } }
  if (row.requestSha256 !== requestSha256) throw new ServiceError('IDEMPOTENCY_KEY_ALREADY_USED')
  if (row.answer === null) throw inProgress(services)
  return { replay: toReplay(JSON.parse(decrypt(secretKeys, id, row.answer)) as StoredReply) }
}

function inProgress({ contract }: Pick<IdempotencyNeeds, 'contract'>): ServiceError {
  const { idempotencySeconds: retryAfterSeconds } = contract.retries.retryAfter
  return new ServiceError('IDEMPOTENCY_REQUEST_IN_PROGRESS', { retryAfterSeconds })
}

function toReplay({ status, body, headers }: StoredReply): Reply {
  return { status, body, headers: { ...headers, 'Idempotent-Replayed': 'true' } } as Reply
}

/** Frees the key of a request that had no effect. */
export async function release(services: IdempotencyNeeds, { id, leaseId }: Lease): Promise<void> {
  await services.database.transaction(() => deleteIdempotentLease(services.database, id, leaseId))
}

/** Whether the caller has sent a key, and the operation takes one. */
export function isKeyed(call: Call): call is Keyed {
  return call.idempotencyKey !== null
}

type AnyReply = Pick<StoredReply, 'status' | 'body'> & { headers?: StoredReply['headers'] }
/** `subject`: whose data the answer holds. */
export type Answered = { call: Call; reply: AnyReply; subject: AnswerSubject }

/** Stores answers under free keys, inside the transaction of their effects. @throws Overtaken by a twin */
export async function keepAnswers(
  { database, secretKeys }: IdempotencyNeeds,
  answered: (Answered & { free: FreeKey })[],
): Promise<void> {
  if (answered.length === 0) return
  for (const { free } of answered) {
    const { id, expired: createdAt } = free
    if (createdAt !== null && !(await deleteExpiredKey(database, { id, createdAt })))
      throw new Overtaken('another request has renewed the key')
  }
  const rows = answered.map(({ free: { id, requestSha256, createdAt }, subject, ...rest }) => {
    const lease = { leaseId: null, leaseUntil: createdAt }
    const owner = partnerOf(rest.call)
    return { id, requestSha256, createdAt, ...lease, ...subject, ...owner, answer: seal(secretKeys, id, rest) }
  })
  if ((await insertIdempotentAnswers(database, rows)) < rows.length)
    throw new Overtaken('another request has taken the key')
}

/** Stores an answer under its lease, inside the transaction of its effect. @throws IDEMPOTENCY_REQUEST_IN_PROGRESS */
export async function storeAnswer(
  services: IdempotencyNeeds,
  { lease: { id, leaseId }, subject, ...rest }: Answered & { lease: Lease },
): Promise<void> {
  const answer = seal(services.secretKeys, id, rest)
  // Another request took the key after its lease ran out: its effect counts, and this transaction's is rolled back.
  const stored = { id, leaseId, answer, ...subject }
  if (!(await storeIdempotentAnswer(services.database, callerOf(rest.call), stored))) throw inProgress(services)
}

function seal(secretKeys: IdempotencyNeeds['secretKeys'], id: string, { call, reply }: Omit<Answered, 'subject'>) {
  const kept = Object.entries(reply.headers ?? {}).filter(([name]) => keptHeaders.includes(name))
  const stored = { status: reply.status, body: storedBody(call, reply.body), headers: Object.fromEntries(kept) }
  return encrypt(secretKeys, id, JSON.stringify(stored satisfies StoredReply))
}

/** Whose quota the answer counts towards. */
function partnerOf(call: Call): PartnerOwner {
  const { partnerId, environment } = callerOf(call)
  return { partnerId, environment }
}

const noSubject: AnswerSubject = { tenantId: null, applicationId: null }

/** Whose data the answer to this call holds. */
export async function subjectOf({ database }: IdempotencyNeeds, call: Call): Promise<AnswerSubject> {
  if (call.tenant === null) return noSubject
  const { jobId = '', applicationId = '' } = (call.path ?? {}) as { jobId?: string; applicationId?: string }
  return findSubject(database, ownerOf(call), jobId, applicationId)
}

/** The stored answer leaves secrets out: they are shown once. */
function storedBody({ operation }: Call, body: unknown): unknown {
  if (operation.replayOmits.length === 0) return body
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => !operation.replayOmits.includes(name)))
}

/** Deletes answers older than the contract promises to keep them. */
export async function sweepAnswers(services: IdempotencyNeeds): Promise<void> {
  const { database, clock, timings } = services
  await sweepIdempotentAnswers(database, clock.now() - timings.idempotencyKeptMs)
}

/** Encrypts all answers under the newest key, and returns how many it changed. May be repeated, beside servers. */
export async function reencryptAnswers({
  database,
  secretKeys,
}: Pick<Services, 'database' | 'secretKeys'>): Promise<number> {
  let changed = 0
  for (let after = ''; ;) {
    const rows = await listIdempotentAnswers(database, after)
    for (const { id, answer } of rows) {
      const renewed = reencrypt(secretKeys, id, answer)
      if (renewed && (await replaceIdempotentAnswer(database, id, answer, renewed))) changed += 1
    }
    const last = rows.at(-1)
    if (!last) return changed
    after = last.id
  }
}

/** Hashes partner, environment, tenant if any, method, path and key. */
function scopeOf(call: Call, key: string): string {
  const { partnerId, environment } = call.caller ?? {}
  return hash('sha256', JSON.stringify([partnerId, environment, call.tenant, call.operation.method, call.url, key]))
}
