/**
 * Idempotency keys: a repeated request gets the answer of the first.
 *
 * A request reserves its key with a lease; the transaction that has its effect stores its answer. If the process dies
 * before that commit, there is no effect and the lease runs out; after it, the answer is there. Only successes are
 * stored: a failure frees the key.
 */
import { hash } from 'node:crypto'
import { ownerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import type { OperationId } from '../../platform/contract/contract.ts'
import type { Services } from '../../platform/services.ts'
import { decrypt, encrypt, reencrypt } from '../../kit/encryption.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import {
  deleteIdempotentLease,
  findSubject,
  insertIdempotentAnswer,
  listIdempotentAnswers,
  lockIdempotentAnswer,
  replaceIdempotentAnswer,
  storeIdempotentAnswer,
  sweepIdempotentAnswers,
  updateIdempotentLease,
  type AnswerSubject,
} from '../../tables/idempotent-answers.ts'
import { findTenantId, holdTenant } from '../../tables/tenants.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'secretKeys' | 'timings'>
type Lease = NonNullable<Call['lease']>
type StoredReply = { status: number; body: unknown; headers: Record<string, string> }

/** Most requests take far less; the caller of a slower one asks again. */
const inProgressSeconds = 2
/** Of the canonical `null`, which stands for a request without a body. */
const noBodySha256 = hash('sha256', 'null')
/** The headers of an answer that a replay repeats. */
const keptHeaders = ['Location', 'ETag']

/**
 * Returns the stored answer to this request, or a lease to produce one.
 * @throws IDEMPOTENCY_KEY_ALREADY_USED when the key came with another request, IDEMPOTENCY_REQUEST_IN_PROGRESS while
 * the first one runs.
 */
export async function reserve(
  services: Needs,
  call: Call,
  key: string,
): Promise<{ lease: Lease } | { replay: StoredReply }> {
  const { database, clock, timings } = services
  const id = scopeOf(call, key)
  // Of canonical JSON (RFC 8785): a client may order the members of an object differently when it tries again.
  const requestSha256 = call.bodySha256 ?? noBodySha256
  const now = clock.now()
  const mine = {
    id,
    requestSha256,
    leaseId: newId('lease', now),
    leaseUntil: now + timings.idempotencyLeaseMs,
    createdAt: now,
  }
  return database.transaction(async () => {
    await insertIdempotentAnswer(database, { ...mine, answer: null, ...noSubject })
    const row = await lockIdempotentAnswer(database, id)
    if (!row) throw new Error('an idempotency key vanished while it was reserved')
    const expired = row.answer === null ? row.leaseUntil <= now : row.createdAt <= now - timings.idempotencyKeptMs
    if (row.leaseId === mine.leaseId) return { lease: mine }
    if (expired) {
      await updateIdempotentLease(database, mine)
      return { lease: mine }
    }
    if (row.requestSha256 !== requestSha256) throw new ServiceError('IDEMPOTENCY_KEY_ALREADY_USED')
    if (row.answer) return { replay: JSON.parse(decrypt(services.secretKeys, id, row.answer)) as StoredReply }
    throw new ServiceError('IDEMPOTENCY_REQUEST_IN_PROGRESS', { retryAfterSeconds: inProgressSeconds })
  })
}

/** Frees the key of a request that had no effect. */
export async function release(services: Needs, { id, leaseId }: Lease): Promise<void> {
  await services.database.transaction(() => deleteIdempotentLease(services.database, id, leaseId))
}

/**
 * The one writer: effect and stored answer commit together, see `Services.write`. It keeps a shared lock on the
 * tenant's row until the commit, so that a deletion finds all that was written for the tenant, and nothing is written
 * after it.
 */
export function createWriter(services: Needs): Services['write'] {
  const { database } = services
  return <Id extends OperationId>(call: Call<Id>, work: () => Promise<Reply<Id>>) =>
    database.transaction(async () => {
      const tenantId = call.tenant === null ? null : await holdTenant(database, ownerOf(call))
      // The tenant was deleted while an engine worked: what the caller sent belongs to the deleted data.
      if (call.begunFor && call.begunFor !== tenantId)
        throw new ServiceError('TENANT_NOT_FOUND', { retryAfterSeconds: 1 })
      const reply = await work()
      if (call.lease) await storeAnswer(services, call, call.lease, reply)
      return reply
    })
}

/**
 * The call with the tenant's row as it is now, which the writer compares at the end: the tenant may be deleted while an
 * engine keeps the caller waiting.
 */
export async function rememberTenant({ database }: Pick<Services, 'database'>, call: Call): Promise<Call> {
  return { ...call, begunFor: call.tenant === null ? null : await findTenantId(database, ownerOf(call)) }
}

type AnyReply = Pick<StoredReply, 'status' | 'body'> & { headers?: StoredReply['headers'] }

async function storeAnswer(services: Needs, call: Call, { id, leaseId }: Lease, reply: AnyReply): Promise<void> {
  const { database, secretKeys } = services
  const headers = Object.fromEntries(Object.entries(reply.headers ?? {}).filter(([name]) => keptHeaders.includes(name)))
  const stored: StoredReply = { status: reply.status, body: storedBody(call, reply.body), headers }
  const answer = encrypt(secretKeys, id, JSON.stringify(stored))
  // Another request took the key after this lease ran out: its effect counts, and this one's is rolled back.
  if (!(await storeIdempotentAnswer(database, id, leaseId, answer, await subjectOf(services, call))))
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
