/**
 * Erasure: deletes the rows of a detached tenant or application, chunk by chunk, until none is left.
 *
 * Owns the list of tables that hold such rows: every new table with tenant data gets a line here. The eraser serves all
 * owners. Nothing adds rows after detaching: a writer locks its tenant's row and a submission its application's, so
 * both have committed before the detaching can.
 */
import type { PartnerOwner } from '../kit/caller.ts'
import { bindList, type Database } from '../platform/database/database.ts'
import { applications } from './applications.ts'
import { libraryCriteria } from './criteria-library.ts'
import { criteriaVersions } from './criteria-versions.ts'
import { events } from './events.ts'
import { idempotentAnswers } from './idempotent-answers.ts'
import { jobs } from './jobs.ts'
import { questionSets } from './question-sets.ts'
import { addToQuota, type CountedQuota } from './quota-counts.ts'
import { scoringBatches } from './scoring-batches.ts'
import { scoringJobs } from './scoring-jobs.ts'
import { tenants } from './tenants.ts'
import { verdicts } from './verdicts.ts'

/** Rows per statement: more would hold up other writers. */
export const eraseMost = 500

type Keyed = { name: string; primaryKey: readonly string[] }
/** Column values that select the owner's rows; an index covers them. */
type Owned = { [column: string]: string }
/** Of a row, the columns of its primary key. */
type Row = { [column: string]: string }
/** Rows that refer to others by id, and are deleted before them. */
type Children = { table: string; parent: string }
/** Whose quota the rows count towards, and how much each does (SQL). */
type Counted = { owner: PartnerOwner; quota: CountedQuota; each: string }

const batchLinks: Children = { table: 'scoring_batch_jobs', parent: 'scoringJobId' }
const deliveries: Children = { table: 'webhook_deliveries', parent: 'eventId' }

/**
 * Deletes a chunk of one table, and gives back its quota; 0 once everything that belonged to the owner's tenant is gone,
 * its own row included.
 */
export async function eraseTenantChunk(database: Database, owner: PartnerOwner, tenantId: string): Promise<number> {
  const owned = { tenantId }
  const erase = (table: Keyed, children?: Children) => () => eraseRows(database, table, owned, children)
  const uncount = (table: Keyed, quota: CountedQuota, each: string, whose: Owned = owned) => {
    return () => eraseCounted(database, table, whose, { owner, quota, each })
  }
  return firstOf([
    () => eraseOfJobs(database, scoringJobs, tenantId, batchLinks),
    erase(events, deliveries),
    erase(verdicts),
    () => eraseOfJobs(database, applications, tenantId),
    erase(questionSets),
    uncount(criteriaVersions, 'criteriaBytes', 'OCTET_LENGTH(criteria)'),
    uncount(jobs, 'jobs', '1'),
    uncount(libraryCriteria, 'criteriaBytes', 'OCTET_LENGTH(text)'),
    ...[scoringBatches, idempotentAnswers].map((table) => erase(table)),
    uncount(tenants, 'tenants', '1', { id: tenantId }),
  ])
}

/** Likewise for an application. Its scoring jobs went when it was detached, because batches count them. */
export async function eraseApplicationChunk(
  database: Database,
  tenantId: string,
  applicationId: string,
): Promise<number> {
  const owned = { tenantId, applicationId }
  return firstOf([
    () => eraseRows(database, verdicts, owned),
    () => eraseRows(database, events, owned, deliveries),
    () => eraseRows(database, idempotentAnswers, owned),
    // Answers that name many applications: see the column.
    () => eraseRows(database, idempotentAnswers, { tenantId, applicationId: tenantId }),
    () => eraseRows(database, applications, { tenantId, id: applicationId }),
  ])
}

/** Deletes a chunk of a tenant's open scoring jobs, so that a worker that has one can write nothing more. */
export async function eraseOpenScoringJobs(database: Database, partnerId: string, tenantId: string): Promise<number> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs
      WHERE partnerId = $1 AND status IN ('PENDING', 'PROCESSING') AND tenantId = $2 ORDER BY id LIMIT ${eraseMost}`,
    [partnerId, tenantId],
  )
  return eraseScoringJobs(
    database,
    rows.map(({ id }) => id),
  )
}

/** Deletes scoring jobs and their batch links. */
export async function eraseScoringJobs(database: Database, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  await database.execute(`DELETE FROM scoring_batch_jobs WHERE scoringJobId IN (${bindList(1, ids)})`, ids)
  return database.execute(`DELETE FROM scoring_jobs WHERE id IN (${bindList(1, ids)})`, ids)
}

async function firstOf(steps: (() => Promise<number>)[]): Promise<number> {
  for (const step of steps) {
    const erased = await step()
    if (erased > 0) return erased
  }
  return 0
}

/** Locks the rows first: of two erasers that meet, one gives back what they count. */
async function eraseCounted(
  database: Database,
  table: Keyed,
  owned: Owned,
  { owner, quota, each }: Counted,
): Promise<number> {
  const [[column, value]] = Object.entries(owned) as [[string, string]]
  const rows = await database.select<{ id: string; amount: number }>(
    `SELECT id, ${each} AS amount FROM ${table.name} WHERE ${column} = $1 LIMIT ${eraseMost}${database.forUpdate}`,
    [value],
  )
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await database.execute(`DELETE FROM ${table.name} WHERE id IN (${bindList(1, ids)})`, ids)
  const amount = rows.reduce((sum, row) => sum + row.amount, 0)
  await addToQuota(database, owner, quota, -amount)
  return rows.length
}

async function eraseRows(database: Database, table: Keyed, owned: Owned, children?: Children): Promise<number> {
  const rows = await database.select<Row>(
    `SELECT ${table.primaryKey.join(', ')} FROM ${table.name} WHERE ${ownedSql(owned).join(' AND ')} LIMIT ${eraseMost}`,
    Object.values(owned),
  )
  return eraseFound(database, table, owned, rows, children)
}

/** For tables whose rows are found by the tenant's jobs, which are erased after them. */
async function eraseOfJobs(database: Database, table: Keyed, tenantId: string, children?: Children): Promise<number> {
  const rows = await database.select<Row>(
    `SELECT r.id FROM jobs j${database.by('jobs_tenant')}
       ${database.thenJoin} ${table.name} r${database.by(`${table.name}_job`)} ON r.jobId = j.id AND r.tenantId = j.tenantId
      WHERE j.tenantId = $1 LIMIT ${eraseMost}`,
    [tenantId],
  )
  return eraseFound(database, table, { tenantId }, rows, children)
}

/** Deletes rows that were read, by their primary keys, and what refers to them. */
async function eraseFound(
  database: Database,
  { name, primaryKey }: Keyed,
  owned: Owned,
  rows: Row[],
  children?: Children,
): Promise<number> {
  if (rows.length === 0) return 0
  if (children) {
    const ids = rows.map(({ id }) => id as string)
    await database.execute(`DELETE FROM ${children.table} WHERE ${children.parent} IN (${bindList(1, ids)})`, ids)
  }
  const binds = Object.values(owned)
  // A key of two columns may match a few more rows than were read; they belong to the same owner.
  const among = primaryKey.map((column) => {
    const values = [...new Set(rows.map((row) => row[column] as string))]
    const list = bindList(binds.length + 1, values)
    binds.push(...values)
    return `${column} IN (${list})`
  })
  return database.execute(`DELETE FROM ${name} WHERE ${[...ownedSql(owned), ...among].join(' AND ')}`, binds)
}

const ownedSql = (owned: Owned): string[] => Object.keys(owned).map((column, index) => `${column} = $${index + 1}`)
