/** Idempotency keys: each is reserved while its first request runs, and then stored with the encrypted answer. */
import type { Environment, Owner, PartnerOwner } from '../kit/caller.ts'
import { batchedRead } from '../platform/concurrency/batches.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'
import { selectByKey } from '../platform/database/keys.ts'
import { addKept, countKept, uncounting } from './kept-counts.ts'
import { keptColumns, type Kept } from './kept-sizes.ts'
import { ownerBinds } from './tenants.ts'

const shape = {
  /** SHA-256 of the partner, environment, tenant, method, path and key. */
  id: columns.identifier(64),
  /** SHA-256 of the request's body. */
  requestSha256: columns.identifier(64),
  /** The lease of the running request; null once the answer is stored. */
  leaseId: nullable(columns.id()),
  leaseUntil: columns.instant(),
  /** Encrypted JSON: { status, headers, body }. */
  answer: nullable(columns.bytes()),
  createdAt: columns.instant(),
  /**
   * Our id of the tenant whose data the answer contains; null without an answer, or if the answer belongs to no tenant.
   */
  tenantId: nullable(columns.id()),
  /**
   * Our id of the application whose data the answer contains; null if there is none, or the request deleted it. If the
   * answer is about several applications, this is the tenant's id, and the answer is erased as soon as any application
   * of the tenant is deleted.
   */
  applicationId: nullable(columns.id()),
  /** The owner towards whose quota the row counts; null in rows from the previous release, which are not counted. */
  partnerId: nullable(columns.id()),
  environment: nullable(columns.enumeration<Environment>(16)),
  /**
   * An answer without its criteria, which are read from `criteriaVersionId`. Encrypted like `answer`, which is then
   * null.
   */
  reference: nullable(columns.bytes()),
  criteriaVersionId: nullable(columns.id()),
}
export const idempotentAnswers = defineTable('idempotent_answers', shape, {
  indexes: { age: ['createdAt'], subject: ['tenantId', 'applicationId'] },
})
export type IdempotentAnswerRow = RowOf<typeof shape>

/** Inserts rows. Leaves existing keys unchanged; returns how many are new. */
export async function insertIdempotentAnswers(database: Database, rows: IdempotentAnswerRow[]): Promise<number> {
  const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const inserted = await database.insert(idempotentAnswers, sorted, { keepExisting: true })
  // If a key already existed, nothing is counted. Then the caller either rolls back, or passed only one row, which was
  // not inserted.
  if (inserted === rows.length) for (const row of rows) countRow(database, row)
  return inserted
}

function countRow(database: Database, row: IdempotentAnswerRow, times = 1): void {
  const { partnerId, environment } = row
  if (partnerId !== null && environment !== null)
    countKept(database, { partnerId, environment }, 'idempotent_answers', [row], times)
}

/** The columns of a key's row that a later request with the same key needs. */
export type KnownKey = Pick<
  IdempotentAnswerRow,
  'requestSha256' | 'leaseUntil' | 'answer' | 'reference' | 'createdAt'
> & {
  /** The criteria of the version `criteriaVersionId`; null if there is none. */
  criteria: string | null
}

/** Returns the current row of each key, in the same order as the keys; null for unused keys. */
export function listIdempotentKeys(database: Database, ids: string[]): Promise<(KnownKey | null)[]> {
  return selectByKey<KnownKey>(
    database,
    ids.map((id) => [id]),
    `SELECT k.n, a.requestSha256, a.leaseUntil, a.answer, a.reference, a.createdAt, v.criteria
       FROM ${database.keyTable(['id'])} AS k
       ${database.thenJoin} idempotent_answers a${database.by('PRIMARY')} ON a.id = k.id
       LEFT JOIN criteria_versions v ON v.id = a.criteriaVersionId AND v.tenantId = a.tenantId`,
  )
}

/** Finds the row of one key. */
export const readIdempotentKey = batchedRead('idempotency_key', listIdempotentKeys)

/** Locks a key's row until the transaction ends. */
export async function lockIdempotentKey(database: Database, id: string): Promise<IdempotentAnswerRow | null> {
  return database.model(idempotentAnswers).findOne({ where: { id }, lock: true })
}

/** Reserves an expired key for a new request, whose lease replaces the old lease or answer. */
export async function updateIdempotentLease(
  database: Database,
  before: IdempotentAnswerRow,
  row: IdempotentAnswerRow,
): Promise<void> {
  const { id, ...values } = row
  await database.model(idempotentAnswers).update(values, { where: { id } })
  countRow(database, before, -1)
  countRow(database, row)
}

/** The internal ids of the tenant and application whose data an answer contains. */
export type AnswerSubject = Pick<IdempotentAnswerRow, 'tenantId' | 'applicationId'>

/**
 * Stores the answer to a request if the request still has its lease. Returns false if another request has reserved the
 * key.
 */
export async function storeIdempotentAnswer(
  database: Database,
  owner: PartnerOwner,
  { id, leaseId, answer, tenantId, applicationId }: AnswerSubject & { id: string; leaseId: string; answer: Uint8Array },
): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE idempotent_answers SET answer = $1, tenantId = $2, applicationId = $3, leaseId = NULL
      WHERE id = $4 AND leaseId = $5`,
    [answer, tenantId, applicationId, id, leaseId],
  )
  if (changed === 0) return false
  addKept(database, owner, { openScoringJobs: 0, keptBytes: answer.length })
  return true
}

/** Returns our ids of the tenant and application in a request; null for those that do not exist. */
export async function findSubject(
  database: Database,
  owner: Owner,
  job: string,
  application: string,
): Promise<AnswerSubject> {
  const [row] = await database.select<AnswerSubject>(
    `SELECT t.id AS tenantId, a.id AS applicationId FROM tenants t
       LEFT JOIN jobs j ON j.tenantId = t.id AND j.externalId = $4
       LEFT JOIN applications a ON a.jobId = j.id AND a.externalId = $5
      WHERE t.partnerId = $1 AND t.environment = $2 AND t.externalId = $3`,
    [...ownerBinds(owner), job, application],
  )
  return row ?? { tenantId: null, applicationId: null }
}

/** Frees a key whose lease has ended. Returns false if another request has reserved the key since its row was read. */
export async function deleteExpiredKey(
  database: Database,
  { id, createdAt }: Pick<IdempotentAnswerRow, 'id' | 'createdAt'>,
): Promise<boolean> {
  return (await deleteKeys(database, 'r.id = $1 AND r.createdAt = $2', [id, createdAt])) === 1
}

/** Frees a failed request's key. */
export async function deleteIdempotentLease(database: Database, id: string, leaseId: string): Promise<void> {
  await deleteKeys(database, 'r.id = $1 AND r.leaseId = $2', [id, leaseId])
}

/** Deletes the row `r` that the condition `which` selects, if any. Returns the number of deleted rows. */
async function deleteKeys(
  database: Database,
  which: string,
  binds: [id: string, other: string | number],
): Promise<number> {
  const [row] = await database.select<Kept & Pick<IdempotentAnswerRow, 'partnerId' | 'environment'>>(
    `SELECT r.partnerId, r.environment, ${keptColumns('idempotent_answers', 'r')}
       FROM idempotent_answers r WHERE ${which}${database.forUpdate}`,
    binds,
  )
  if (!row) return 0
  const { partnerId, environment } = row
  if (partnerId !== null && environment !== null) addKept(database, { partnerId, environment }, row, -1)
  return database.execute('DELETE FROM idempotent_answers WHERE id = $1', [binds[0]])
}

/** Deletes answers created before `before`. */
export function sweepIdempotentAnswers(database: Database, before: number): Promise<void> {
  return database.deleteBefore(idempotentAnswers, 'createdAt', before, uncounting(database, 'idempotent_answers'))
}

/** An encrypted answer, and its column. */
export type SealedAnswer = { id: string; sealedIn: 'answer' | 'reference'; sealed: Uint8Array }

/** Returns a hundred stored answers, ordered by id, for the operator. */
export async function listIdempotentAnswers(database: Database, afterId: string): Promise<SealedAnswer[]> {
  return database.select(
    `SELECT id, CASE WHEN answer IS NULL THEN 'reference' ELSE 'answer' END AS sealedIn, COALESCE(answer, reference) AS sealed
       FROM idempotent_answers WHERE id > $1 AND (answer IS NOT NULL OR reference IS NOT NULL) ORDER BY id LIMIT 100`,
    [afterId],
  )
}

/** Replaces a sealed answer; returns false if the answer has changed since it was read. */
export async function replaceIdempotentAnswer(
  database: Database,
  { id, sealedIn, sealed }: SealedAnswer,
  renewed: Uint8Array,
): Promise<boolean> {
  const sql = `UPDATE idempotent_answers SET ${sealedIn} = $1 WHERE id = $2 AND ${sealedIn} = $3`
  return (await database.execute(sql, [renewed, id, sealed])) === 1
}
