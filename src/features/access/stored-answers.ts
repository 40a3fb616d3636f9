/**
 * Stores responses, encrypted, in the rows of their idempotency keys, and returns them when a request is repeated.
 *
 * An edit that changes nothing returns an existing version's criteria. Its stored answer contains a reference to that
 * version instead of the criteria, so that repeated edits do not store the same criteria each time.
 */
import type { CriteriaSet } from '../../../generated/types.gen.ts'
import type { PartnerOwner } from '../../kit/caller.ts'
import { decrypt, encrypt, reencrypt } from '../../kit/encryption.ts'
import { ServiceError } from '../../kit/errors.ts'
import { storedJson, type PartsOf } from '../../kit/stored-json.ts'
import { callerOf, ownerOf, type Call, type FreeKey, type Reply } from '../../platform/contract/call.ts'
import { Overtaken } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { keepForAnswers } from '../../tables/criteria-versions.ts'
import {
  deleteExpiredKey,
  findSubject,
  insertIdempotentAnswers,
  listIdempotentAnswers,
  replaceIdempotentAnswer,
  storeIdempotentAnswer,
  sweepIdempotentAnswers,
  type AnswerSubject,
  type KnownKey,
} from '../../tables/idempotent-answers.ts'

export type IdempotencyNeeds = Pick<Services, 'contract' | 'database' | 'clock' | 'secretKeys' | 'timings'>
export type Lease = NonNullable<Call['lease']>
type StoredReply = { status: number; body: unknown; headers: Record<string, string> }

/** The response headers that a replay includes. */
const keptHeaders = ['Location', 'ETag']

/** Returns the error for a request that arrives while another one with the same key is running. */
export function inProgress({ contract }: Pick<IdempotencyNeeds, 'contract'>): ServiceError {
  const { idempotencySeconds: retryAfterSeconds } = contract.retries.retryAfter
  return new ServiceError('IDEMPOTENCY_REQUEST_IN_PROGRESS', { retryAfterSeconds })
}

type AnyReply = Pick<StoredReply, 'status' | 'body'> & { headers?: StoredReply['headers'] }
/** `subject`: the tenant and application whose data the answer contains. */
export type Answered = { call: Call; reply: AnyReply; subject: AnswerSubject }

/**
 * Stores answers under unused keys, in the same transaction as the changes that they report. @throws Overtaken if a
 * concurrent request has taken one of the keys
 */
export async function keepAnswers(
  { database, secretKeys, timings }: IdempotencyNeeds,
  answered: (Answered & { free: FreeKey })[],
): Promise<void> {
  if (answered.length === 0) return
  for (const { free } of answered) {
    const { id, expired: createdAt } = free
    if (createdAt !== null && !(await deleteExpiredKey(database, { id, createdAt })))
      throw new Overtaken('another request has renewed the key')
  }
  const rows = answered.map(({ free: { id, requestSha256, createdAt }, subject, call, reply }) => {
    const fresh = { id, requestSha256, createdAt, leaseId: null, ...subject, ...partnerOf(call) }
    const repeated = repeatedVersion(reply.body, createdAt)
    if (!repeated)
      return { ...fresh, leaseUntil: createdAt, answer: seal(secretKeys, id, { call, reply }), ...noReference }
    const reference = seal(secretKeys, id, { call, reply: { ...reply, body: withCriteria(reply.body, 'null') } })
    // A process of the previous release ignores `reference`. Until `leaseUntil`, it treats the key as a request in
    // progress.
    const leaseUntil = createdAt + timings.idempotencyKeptMs
    return { ...fresh, leaseUntil, answer: null, reference, criteriaVersionId: repeated }
  })
  for (const { tenantId, criteriaVersionId, leaseUntil } of rows)
    if (criteriaVersionId) await keepForAnswers(database, tenantId as string, criteriaVersionId, leaseUntil)
  if ((await insertIdempotentAnswers(database, rows)) < rows.length)
    throw new Overtaken('another request has taken the key')
}

/**
 * Stores an answer under its lease, in the same transaction as the change that it reports. @throws
 * IDEMPOTENCY_REQUEST_IN_PROGRESS
 */
export async function storeAnswer(
  services: IdempotencyNeeds,
  { lease: { id, leaseId }, subject, ...rest }: Answered & { lease: Lease },
): Promise<void> {
  const answer = seal(services.secretKeys, id, rest)
  // If another request took the key after this lease expired, that request's changes stay, and this transaction is
  // rolled back.
  const stored = { id, leaseId, answer, ...subject }
  if (!(await storeIdempotentAnswer(services.database, callerOf(rest.call), stored))) throw inProgress(services)
}

/**
 * Returns the answer in a key's row; null if there is none. @throws CRITERIA_VERSION_NOT_FOUND if its criteria were
 * deleted
 */
export function openAnswer(secretKeys: IdempotencyNeeds['secretKeys'], id: string, row: KnownKey): Reply | null {
  const sealed = row.answer ?? row.reference
  if (!sealed) return null
  const { status, body, headers } = JSON.parse(decrypt(secretKeys, id, sealed)) as StoredReply
  const whole = row.answer ? body : withCriteria(body, row.criteria)
  return { status, body: whole, headers: { ...headers, 'Idempotent-Replayed': 'true' } } as Reply
}

function seal(secretKeys: IdempotencyNeeds['secretKeys'], id: string, { call, reply }: Omit<Answered, 'subject'>) {
  const kept = Object.entries(reply.headers ?? {}).filter(([name]) => keptHeaders.includes(name))
  const stored = { status: reply.status, body: storedBody(call, reply.body), headers: Object.fromEntries(kept) }
  return encrypt(secretKeys, id, JSON.stringify(stored satisfies StoredReply))
}

/** Returns the body to store, without secrets, which are shown only once. */
function storedBody({ operation }: Call, body: unknown): unknown {
  if (operation.replayOmits.length === 0) return body
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => !operation.replayOmits.includes(name)))
}

// ── references ──────────────────────────────────────────────────────────────────────────────────

export const noReference = { reference: null, criteriaVersionId: null }
type WithCriteria = { criteria: CriteriaSet }

/**
 * Returns the id of the version whose criteria are in the body, if that version is older than the request; otherwise
 * null.
 */
function repeatedVersion(body: unknown, requestedAt: number): string | null {
  const { id, createdAt } = (body as Partial<WithCriteria> | undefined)?.criteria ?? {}
  return id?.startsWith('cv_') && createdAt && Date.parse(createdAt) < requestedAt ? id : null
}

/**
 * Returns the body with its criteria replaced by `criteria`, which is JSON. @throws CRITERIA_VERSION_NOT_FOUND if they
 * were deleted
 */
function withCriteria(body: unknown, criteria: string | null): PartsOf<WithCriteria> {
  if (criteria === null) throw new ServiceError('CRITERIA_VERSION_NOT_FOUND')
  const before = body as WithCriteria
  return { ...before, criteria: { ...before.criteria, criteria: storedJson<CriteriaSet['criteria']>(criteria) } }
}

// ── owners ──────────────────────────────────────────────────────────────────────────────────────

/** Returns the owner whose quota the answer is counted against. */
export function partnerOf(call: Call): PartnerOwner {
  const { partnerId, environment } = callerOf(call)
  return { partnerId, environment }
}

export const noSubject: AnswerSubject = { tenantId: null, applicationId: null }

/** Returns the tenant and application whose data the answer contains. */
export async function subjectOf({ database }: IdempotencyNeeds, call: Call): Promise<AnswerSubject> {
  if (call.tenant === null) return noSubject
  const { jobId = '', applicationId = '' } = (call.path ?? {}) as { jobId?: string; applicationId?: string }
  return findSubject(database, ownerOf(call), jobId, applicationId)
}

// ── maintenance ─────────────────────────────────────────────────────────────────────────────────

/** Deletes answers that are older than the contract's retention period. */
export async function sweepAnswers(services: IdempotencyNeeds): Promise<void> {
  const { database, clock, timings } = services
  await sweepIdempotentAnswers(database, clock.now() - timings.idempotencyKeptMs)
}

/**
 * Encrypts all answers under the newest key, and returns how many it changed. Can be repeated, and can run while
 * servers are running.
 */
export async function reencryptAnswers({
  database,
  secretKeys,
}: Pick<Services, 'database' | 'secretKeys'>): Promise<number> {
  let changed = 0
  for (let after = ''; ;) {
    const rows = await listIdempotentAnswers(database, after)
    for (const row of rows) {
      const renewed = reencrypt(secretKeys, row.id, row.sealed)
      if (renewed && (await replaceIdempotentAnswer(database, row, renewed))) changed += 1
    }
    const last = rows.at(-1)
    if (!last) return changed
    after = last.id
  }
}
