/** Question sets: clarification questions about a job; never changed, and deleted some time after they expire. */
import type { Owner, PartnerOwner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, type Database, type RowOf } from '../platform/database/database.ts'
import { jobs } from './jobs.ts'
import { countKept, uncounting } from './kept-counts.ts'
import { ownedBy, ownerBinds, tenants } from './tenants.ts'

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

const ofJob = `SELECT q.* FROM jobs j ${ownedBy('j')} JOIN question_sets q ON q.tenantId = t.id AND q.jobId = j.id
  WHERE j.externalId = $4 AND q.expiresAt > $5`

export async function insertQuestionSet(database: Database, owner: PartnerOwner, row: QuestionSetRow): Promise<void> {
  await database.insert(questionSets, [row])
  countKept(database, owner, 'question_sets', [row])
}

/** A job's set by id, unless it has expired. */
export async function findQuestionSet(
  database: Database,
  owner: Owner,
  job: string,
  id: string,
  now: number,
): Promise<QuestionSetRow | null> {
  if (!isId(id)) return null
  const [row] = await database.select<QuestionSetRow>(`${ofJob} AND q.id = $6`, [...ownerBinds(owner), job, now, id])
  return row ?? null
}

/** A job's newest set that has not expired. */
export async function findCurrentQuestionSet(
  database: Database,
  owner: Owner,
  job: string,
  now: number,
): Promise<QuestionSetRow | null> {
  const newest = `${ofJob} ORDER BY q.createdAt DESC, q.id DESC LIMIT 1`
  const [row] = await database.select<QuestionSetRow>(newest, [...ownerBinds(owner), job, now])
  return row ?? null
}

/** Deletes sets that expired before `before`. */
export function sweepQuestionSets(database: Database, before: number): Promise<void> {
  return database.deleteBefore(questionSets, 'expiresAt', before, uncounting(database, 'question_sets'))
}
