/**
 * Idempotency keys: a repeated request gets the answer of the first.
 *
 * A request reserves its key with a lease; the transaction that has its effect stores its answer. If the process dies
 * before that commit, there is no effect and the lease runs out; after it, the answer is there. Only successes are
 * stored: a failure frees the key.
 */
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { ownerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import type { OperationId } from '../../platform/contract/contract.ts'
import type { Outcome } from '../../platform/concurrency/group.ts'
import type { Services } from '../../platform/services.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import {
  deleteIdempotentLease,
  findSubject,
  insertIdempotentAnswers,
  lockIdempotentAnswers,
  storeIdempotentAnswers,
  sweepIdempotentAnswers,
  updateIdempotentLease,
  type AnswerSubject,
  type IdempotentAnswerRow,
} from '../../tables/idempotent-answers.ts'
import { findTenantId, holdTenant } from '../../tables/tenants.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'secretKey' | 'timings'>
type Lease = NonNullable<Call['lease']>
type StoredReply = { status: number; body: unknown; headers: Record<string, string> }

/** Most requests take far less; the caller of a slower one asks again. */
const inProgressSeconds = 2
/** The headers of an answer that a replay repeats. */
const keptHeaders = ['Location', 'ETag']

/** What a request may do under its key: give the stored answer again, or make one under a lease. */
export type Reserved = { lease: Lease } | { replay: Reply }

/**
 * Reserves the keys of these requests, inside a transaction. Each is answered on its own, an error being one of
 * IDEMPOTENCY_KEY_ALREADY_USED, when the key came with another request, and IDEMPOTENCY_REQUEST_IN_PROGRESS, while the
 * first one runs.
 */
export async function reserveAll(services: Needs, calls: Keyed[]): Promise<Outcome<Reserved>[]> {
  const { database, clock, timings } = services
  const now = clock.now()
  const wanted = calls.map((call) => ({
    id: scopeOf(call, call.idempotencyKey),
    // Canonical JSON (RFC 8785): a client may order the members of an object differently when it tries again.
    requestSha256: hash('sha256', canonicalize(call.body ?? null) as string),
    leaseId: newId('lease', now),
    leaseUntil: now + timings.idempotencyLeaseMs,
    createdAt: now,
  }))
  const ids = [...new Set(wanted.map(({ id }) => id))]
  await insertIdempotentAnswers(
    database,
    ids.map((id) => ({ ...(wanted.find((mine) => mine.id === id) as Mine), answer: null, ...noSubject })),
  )
  const rows = new Map((await lockIdempotentAnswers(database, ids)).map((row) => [row.id, row]))
  const outcomes: Outcome<Reserved>[] = []
  for (const mine of wanted) {
    try {
      outcomes.push({ ok: true, value: await reserveRow(services, rows.get(mine.id), mine) })
    } catch (error) {
      outcomes.push({ ok: false, error })
    }
  }
  return outcomes
}

/** The same for one request, in a transaction of its own: for one that keeps its key while an engine works. */
export async function reserve(services: Needs, call: Keyed): Promise<Reserved> {
  return services.database.transaction(() => reserveOne(services, call))
}

async function reserveOne(services: Needs, call: Keyed): Promise<Reserved> {
  const [outcome] = (await reserveAll(services, [call])) as [Outcome<Reserved>]
  if (outcome.ok) return outcome.value
  throw outcome.error
}

type Keyed = Call & { idempotencyKey: string }
type Mine = Pick<IdempotentAnswerRow, 'id' | 'requestSha256' | 'leaseUntil' | 'createdAt'> & { leaseId: string }

async function reserveRow(
  { database, secretKey, timings }: Needs,
  row: IdempotentAnswerRow | undefined,
  mine: Mine,
): Promise<Reserved> {
  if (!row) throw new Error('an idempotency key vanished while it was reserved')
  const expired =
    row.answer === null ? row.leaseUntil <= mine.createdAt : row.createdAt <= mine.createdAt - timings.idempotencyKeptMs
  if (row.leaseId === mine.leaseId) return { lease: mine }
  if (expired) {
    await updateIdempotentLease(database, mine)
    return { lease: mine }
  }
  if (row.requestSha256 !== mine.requestSha256) throw new ServiceError('IDEMPOTENCY_KEY_ALREADY_USED')
  if (row.answer) return { replay: toReplay(JSON.parse(decrypt(secretKey, mine.id, row.answer)) as StoredReply) }
  throw new ServiceError('IDEMPOTENCY_REQUEST_IN_PROGRESS', { retryAfterSeconds: inProgressSeconds })
}

function toReplay({ status, body, headers }: StoredReply): Reply {
  return { status, body, headers: { ...headers, 'Idempotent-Replayed': 'true' } } as Reply
}

/** Frees the key of a request that had no effect. */
export async function release(services: Needs, { id, leaseId }: Lease): Promise<void> {
  await services.database.transaction(() => deleteIdempotentLease(services.database, id, leaseId))
}

/**
 * The one writer: reservation of the key, effect and stored answer commit together, see `Services.write`. It keeps a
 * shared lock on the tenant's row until the commit, so that a deletion finds all that was written for the tenant, and
 * nothing is written after it.
 */
export function createWriter(services: Needs): Services['write'] {
  const { database } = services
  return <Id extends OperationId>(call: Call<Id>, work: () => Promise<Reply<Id>>) =>
    database.transaction(async () => {
      const reserved = call.lease ? { lease: call.lease } : isKeyed(call) ? await reserveOne(services, call) : null
      if (reserved && 'replay' in reserved) return reserved.replay as Reply<Id>
      const tenantId = call.tenant === null ? null : await holdTenant(database, ownerOf(call))
      // The tenant was deleted while an engine worked: what the caller sent belongs to the deleted data.
      if (call.begunFor && call.begunFor !== tenantId)
        throw new ServiceError('TENANT_NOT_FOUND', { retryAfterSeconds: 1 })
      const reply = await work()
      if (reserved) {
        const subject = await subjectOf(services, call)
        await storeAnswers(services, [{ call, lease: reserved.lease, reply, subject }])
      }
      return reply
    })
}

/**
 * The same for calls of many callers, which share a transaction: `work` gets those that have no stored answer, and what
 * it refuses frees its key. Its tenants' rows are `work`'s to lock.
 */
export function createGroupWriter(services: Needs): Services['writeAll'] {
  const { database } = services
  return (calls, work) =>
    database.transaction(async () => {
      const keyed = calls.filter(isKeyed)
      const reserved = keyed.length > 0 ? await reserveAll(services, keyed) : []
      const keys = new Map<Call, Outcome<Reserved>>(
        keyed.map((call, index) => [call, reserved[index] as Outcome<Reserved>]),
      )
      const leaseOf = (call: Call) => {
        const key = keys.get(call)
        return key?.ok && 'lease' in key.value ? key.value.lease : null
      }
      const open = calls.filter((call) => !keys.has(call) || leaseOf(call))
      const written = open.length > 0 ? await work(open) : []
      const answered = open.flatMap((call, index): Answered[] => {
        const [outcome, lease] = [written[index], leaseOf(call)]
        return outcome?.ok && lease ? [{ call, lease, ...outcome.value }] : []
      })
      await storeAnswers(services, answered)
      const refused = open.flatMap((call, index) => (written[index]?.ok ? [] : (leaseOf(call) ?? [])))
      for (const { id, leaseId } of refused) await deleteIdempotentLease(database, id, leaseId)
      const results = new Map(open.map((call, index) => [call, written[index] as (typeof written)[number]]))
      return calls.map((call) => {
        const result = results.get(call)
        if (result) return result.ok ? { ok: true, value: result.value.reply } : result
        const key = keys.get(call) as Outcome<Reserved>
        return key.ok ? { ok: true, value: (key.value as { replay: Reply }).replay as never } : key
      })
    })
}

/**
 * The call with the tenant's row as it is now, which the writer compares at the end: the tenant may be deleted while an
 * engine keeps the caller waiting.
 */
export async function rememberTenant({ database }: Pick<Services, 'database'>, call: Call): Promise<Call> {
  return { ...call, begunFor: call.tenant === null ? null : await findTenantId(database, ownerOf(call)) }
}

/** Whether the caller has sent a key, and the operation takes one. */
export function isKeyed(call: Call): call is Keyed {
  return call.idempotencyKey !== null
}

type AnyReply = Pick<StoredReply, 'status' | 'body'> & { headers?: StoredReply['headers'] }
/** `subject`: whose data the answer holds. */
export type Answered = { call: Call; lease: Lease; reply: AnyReply; subject: AnswerSubject }

/** Stores answers under their leases, inside the transaction of their effects. @throws IDEMPOTENCY_REQUEST_IN_PROGRESS */
export async function storeAnswers({ database, secretKey }: Needs, answered: Answered[]): Promise<void> {
  if (answered.length === 0) return
  const stored = answered.map(({ call, lease: { id, leaseId }, reply, subject }) => {
    const kept = Object.entries(reply.headers ?? {}).filter(([name]) => keptHeaders.includes(name))
    const text = { status: reply.status, body: storedBody(call, reply.body), headers: Object.fromEntries(kept) }
    return { id, leaseId, answer: encrypt(secretKey, id, JSON.stringify(text satisfies StoredReply)), ...subject }
  })
  // Another request took a key after its lease ran out: its effect counts, and this transaction's is rolled back.
  if ((await storeIdempotentAnswers(database, stored)) < stored.length)
    throw new ServiceError('IDEMPOTENCY_REQUEST_IN_PROGRESS', { retryAfterSeconds: 1 })
}

const noSubject: AnswerSubject = { tenantId: null, applicationId: null }

async function subjectOf({ database }: Needs, call: Call): Promise<AnswerSubject> {
  if (call.tenant === null) return noSubject
  const { jobId = '', applicationId = '' } = (call.path ?? {}) as { jobId?: string; applicationId?: string }
  return findSubject(database, ownerOf(call), jobId, applicationId)
}

/** The stored answer leaves secrets out: they are shown once. */
function storedBody({ operation }: Call, body: unknown): unknown {
  if (operation.replayOmits.length === 0) return body
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => !operation.replayOmits.includes(name)))
}

/** Deletes answers older than the promised 24 hours. */
export async function sweepAnswers(services: Needs): Promise<void> {
  const { database, clock, timings } = services
  await sweepIdempotentAnswers(database, clock.now() - timings.idempotencyKeptMs)
}

/** Hashes partner, environment, tenant if any, method, path and key. */
function scopeOf(call: Call, key: string): string {
  const { partnerId, environment } = call.caller ?? {}
  return hash('sha256', JSON.stringify([partnerId, environment, call.tenant, call.operation.method, call.url, key]))
}
