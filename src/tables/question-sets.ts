/** Question sets: clarification questions about a job; never changed, and gone some time after they have expired. */
import type { Owner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, places, type Database, type RowOf } from '../platform/database.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  jobId: columns.id(),
  /** JSON: Question[]. */
  questions: columns.text(),
  createdAt: columns.instant(),
  expiresAt: columns.instant(),
}
export const questionSets = defineTable('question_sets', shape)
export type QuestionSetRow = RowOf<typeof shape>

const ofJob = `SELECT q.* FROM jobs j ${ownedBy('j')} JOIN question_sets q ON q.tenantId = t.id AND q.jobId = j.id
  WHERE j.externalId = $4 AND q.expiresAt > $5`

export async function insertQuestionSet(database: Database, row: QuestionSetRow): Promise<void> {
  await database.insert(questionSets, [row])
}

/** A set of this job by its id, unless it has expired. */
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

/** The newest set of this job that has not expired. */
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

/** Drops up to `most` sets that expired before `before`; how many there were. */
export async function sweepQuestionSets(database: Database, before: number, most: number): Promise<number> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM question_sets WHERE expiresAt < $1 ORDER BY expiresAt LIMIT ${most}`,
    [before],
  )
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  return database.execute(`DELETE FROM question_sets WHERE id IN (${places(1, ids)})`, ids)
}
