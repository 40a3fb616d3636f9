/**
 * Question sets: clarification questions about a job. They never change, and are deleted some time after they expire.
 */
import type { Owner, PartnerOwner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, Op, type Database, type RowOf } from '../platform/database/database.ts'
import { jobs, ofJob } from './jobs.ts'
import { countKept, uncounting } from './kept-counts.ts'
import { ofTenant, ownedBy, ownerBinds, tenants } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  jobId: columns.id(),
  /** JSON: Question[]. */
  questions: columns.text(),
  createdAt: columns.instant(),
  expiresAt: columns.instant(),
}
export const questionSets = defineTable(
  'question_sets',
  shape,
  { indexes: { job: ['tenantId', 'jobId', 'createdAt', 'id'], expiry: ['expiresAt'] } },
  { tenantId: tenants, jobId: jobs },
)
export type QuestionSetRow = RowOf<typeof shape>

export async function insertQuestionSet(database: Database, owner: PartnerOwner, row: QuestionSetRow): Promise<void> {
  await database.model(questionSets).create(row)
  countKept(database, owner, 'question_sets', [row])
}

/** Returns a job's set by id, unless it has expired. */
export async function findQuestionSet(
  database: Database,
  owner: Owner,
  job: string,
  id: string,
  now: number,
): Promise<QuestionSetRow | null> {
  if (!isId(id)) return null
  const include = [ofTenant(owner), ofJob(job)]
  return database.model(questionSets).findOne({ where: { id, expiresAt: { [Op.gt]: now } }, include, raw: true })
}

/** Returns a job's newest set that has not expired. */
export async function findCurrentQuestionSet(
  database: Database,
  owner: Owner,
  job: string,
  now: number,
): Promise<QuestionSetRow | null> {
  const [row] = await database.select<QuestionSetRow>(
    `SELECT q.* FROM jobs j ${ownedBy('j')} JOIN question_sets q ON q.tenantId = t.id AND q.jobId = j.id
      WHERE j.externalId = $4 AND q.expiresAt > $5 ORDER BY q.createdAt DESC, q.id DESC LIMIT 1`,
    [...ownerBinds(owner), job, now],
  )
  return row ?? null
}

/** Deletes sets that expired before `before`. */
export function sweepQuestionSets(database: Database, before: number): Promise<void> {
  return database.deleteBefore(questionSets, 'expiresAt', before, uncounting(database, 'question_sets'))
}
