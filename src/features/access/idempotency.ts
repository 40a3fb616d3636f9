/**
 * Idempotency keys: a repeated request gets the answer of the first.
 *
 * A request reserves its key with a lease; the transaction that has its effect stores its answer. If the process dies
 * before that commit, there is no effect and the lease runs out; after it, the answer is there. Only successes are
 * stored: a failure frees the key.
 */
import { hash } from 'node:crypto'
import { ownerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import type { Outcome } from '../../platform/concurrency/group.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { decrypt, encrypt, reencrypt } from '../../kit/encryption.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import {
  deleteIdempotentLease,
  findSubject,
  insertIdempotentAnswers,
  listIdempotentAnswers,
  lockIdempotentAnswers,
  replaceIdempotentAnswer,
  storeIdempotentAnswers,
  sweepIdempotentAnswers,
  updateIdempotentLease,
  type AnswerSubject,
  type IdempotentAnswerRow,
} from '../../tables/idempotent-answers.ts'

export type IdempotencyNeeds = Pick<Services, 'contract' | 'database' | 'clock' | 'secretKeys' | 'timings'>
export type Lease = NonNullable<Call['lease']>
type StoredReply = { status: number; body: unknown; headers: Record<string, string> }

/** Of the canonical `null`, which stands for a request without a body. */
const noBodySha256 = hash('sha256', 'null')
/** The headers of an answer that a replay repeats. */
const keptHeaders = ['Location', 'ETag']

/** What a request may do under its key: give the stored answer again, or make one under a lease. */
export type Reserved = { lease: Lease } | { replay: Reply }

/**
 * Reserves the keys of these requests, inside a transaction. Each is answered on its own, an error being one of
 * IDEMPOTENCY_KEY_ALREADY_USED, when the key came with another request, and IDEMPOTENCY_REQUEST_IN_PROGRESS, while the
 * first one runs.
 */
export async function reserveAll(services: IdempotencyNeeds, calls: Keyed[]): Promise<Outcome<Reserved>[]> {
  const { database, clock, timings } = services
  const now = clock.now()
  const wanted = calls.map((call) => ({
    id: scopeOf(call, call.idempotencyKey),
    // Of canonical JSON (RFC 8785): a client may order the members of an object differently when it tries again.
    requestSha256: call.bodySha256 ?? noBodySha256,
    leaseId: newId('lease', now),
    leaseUntil: now + timings.idempotencyLeaseMs,
    createdAt: now,
  }))
  // Of those that came with one key, the first makes its row.
  const firsts = new Map(wanted.toReversed().map((mine) => [mine.id, { ...mine, answer: null, ...noSubject }]))
  const inserted = await insertIdempotentAnswers(database, [...firsts.values()])
  // Rows that this transaction made are locked, and nobody else has changed them.
  const rows: ReadonlyMap<string, IdempotentAnswerRow> =
    inserted === firsts.size ? firsts : await lockRows(database, firsts)
  const outcomes: Outcome<Reserved>[] = []
  for (const mine of wanted) {
    try {
      outcomes.push({ ok: true, value: await reserveRow(services, rows.get(mine.id), mine) })
    } catch (error) {
      // A deadlock has undone the whole transaction: nothing may be written behind it.
      if (!(error instanceof ServiceError)) throw error
      outcomes.push({ ok: false, error })
    }
  }
  return outcomes
}

async function lockRows(database: Database, keys: ReadonlyMap<string, unknown>) {
  return new Map((await lockIdempotentAnswers(database, [...keys.keys()])).map((row) => [row.id, row]))
}

/** The same for one request, in a transaction of its own: for one that keeps its key while an engine works. */
export async function reserve(services: IdempotencyNeeds, call: Keyed): Promise<Reserved> {
  return services.database.transaction(() => reserveOne(services, call))
}

/** The same for one request, inside a transaction. @throws what `reserveAll` gives as errors */
export async function reserveOne(services: IdempotencyNeeds, call: Keyed): Promise<Reserved> {
  const [outcome] = (await reserveAll(services, [call])) as [Outcome<Reserved>]
  if (outcome.ok) return outcome.value
  throw outcome.error
}

/** A call with an idempotency key. */
export type Keyed = Call & { idempotencyKey: string }
type Mine = Pick<IdempotentAnswerRow, 'id' | 'requestSha256' | 'leaseUntil' | 'createdAt'> & { leaseId: string }

async function reserveRow(
  { contract, database, secretKeys, timings }: IdempotencyNeeds,
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
  if (row.answer) return { replay: toReplay(JSON.parse(decrypt(secretKeys, mine.id, row.answer)) as StoredReply) }
  const { idempotencySeconds: retryAfterSeconds } = contract.retries.retryAfter
  throw new ServiceError('IDEMPOTENCY_REQUEST_IN_PROGRESS', { retryAfterSeconds })
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
export type Answered = { call: Call; lease: Lease; reply: AnyReply; subject: AnswerSubject }

/** Stores answers under their leases, inside the transaction of their effects. @throws IDEMPOTENCY_REQUEST_IN_PROGRESS */
export async function storeAnswers({ database, secretKeys }: IdempotencyNeeds, answered: Answered[]): Promise<void> {
  if (answered.length === 0) return
  const stored = answered.map(({ call, lease: { id, leaseId }, reply, subject }) => {
    const kept = Object.entries(reply.headers ?? {}).filter(([name]) => keptHeaders.includes(name))
    const text = { status: reply.status, body: storedBody(call, reply.body), headers: Object.fromEntries(kept) }
    return { id, leaseId, answer: encrypt(secretKeys, id, JSON.stringify(text satisfies StoredReply)), ...subject }
  })
  // Another request took a key after its lease ran out: its effect counts, and this transaction's is rolled back.
  if ((await storeIdempotentAnswers(database, stored)) < stored.length)
    throw new ServiceError('IDEMPOTENCY_REQUEST_IN_PROGRESS', { retryAfterSeconds: 1 })
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
