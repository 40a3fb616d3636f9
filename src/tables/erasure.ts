/**
 * Erasure: deletes the rows of a detached tenant or application in chunks, until none is left.
 *
 * Lists the tables with such rows, to which every new table with tenant data must be added. No rows are added after
 * detaching, because detaching waits for all writers to commit: writers lock their tenant's row, and submissions also
 * their application's row.
 */
import type { PartnerOwner } from '../kit/caller.ts'
import { bindList, type Bind, type Database } from '../platform/database/database.ts'
import { applicationScores } from './application-scores/application-scores.ts'
import { jobActivity } from './application-scores/job-activity.ts'
import { applications } from './applications.ts'
import { eraseSubjects } from './audit-records.ts'
import { libraryCriteria } from './criteria-library.ts'
import { criteriaVersions } from './criteria-versions.ts'
import { events } from './events.ts'
import { idempotentAnswers } from './idempotent-answers.ts'
import { jobs } from './jobs.ts'
import { addKept } from './kept-counts.ts'
import { keptColumns, keptOf, type Kept, type KeptTable } from './kept-sizes.ts'
import { overrides } from './overrides.ts'
import { questionSets } from './question-sets.ts'
import { addToQuota, type CountedQuota } from './quota-counts.ts'
import { eraseResumes, listResumesOf, listResumesOfTenant, resumeUses } from './resumes.ts'
import { scoringBatches } from './scoring-batches.ts'
import { scoringJobs } from './scoring-jobs/scoring-jobs.ts'
import { tenants } from './tenants.ts'
import { verdicts } from './verdicts.ts'

/** The maximum number of rows per statement. More would block other writers for too long. */
export const erasedRowsMax = 500

type Keyed = { name: string; primaryKey: readonly string[] }
/** Column values that select the rows to erase; an index covers these columns. */
type Owned = { [column: string]: string }
/** A row to erase: the columns of its primary key, and the amounts by which it counts towards quotas. */
type Row = Kept & { [column: string]: string | number; amount: number }
/** A table whose rows refer to the erased rows by the column `parent`, and are deleted before them. */
type Children = { table: KeptTable; parent: string }
/** Another quota towards which the rows count. `each`: the amount for one row (an SQL expression). */
type Counted = { quota: CountedQuota; each: string }

const batchLinks: Children = { table: 'scoring_batch_jobs', parent: 'scoringJobId' }
const deliveries: Children = { table: 'webhook_deliveries', parent: 'eventId' }

/**
 * Deletes a chunk of rows from the first table that still has rows for the tenant, and releases their quota. Returns
 * the number of deleted rows; 0 once everything is gone, including the tenant's own row.
 */
export async function eraseTenantChunk(database: Database, owner: PartnerOwner, tenantId: string): Promise<number> {
  const owned = { tenantId }
  const eraser = { database, owner }
  const erase = (table: Keyed, children?: Children) => () => eraseRows(eraser, table, owned, { children })
  const uncount = (table: Keyed, quota: CountedQuota, each: string, whose: Owned = owned) => {
    return () => eraseRows(eraser, table, whose, { counted: { quota, each } })
  }
  return firstOf([
    // Open jobs are erased first, because until then they use a part of their partner's fair share.
    () => eraseOpenScoringJobs(database, owner, tenantId),
    () => eraseOfJobs(eraser, scoringJobs, tenantId, batchLinks),
    async () => eraseResumes(database, owner, tenantId, await listResumesOfTenant(database, tenantId)),
    erase(resumeUses),
    erase(events, deliveries),
    // The audit records themselves are kept. Without its subject, a record cannot be linked to a person.
    () => eraseSubjects(database, owned, erasedRowsMax),
    erase(verdicts),
    erase(overrides),
    erase(applicationScores),
    erase(jobActivity),
    () => eraseOfJobs(eraser, applications, tenantId),
    erase(questionSets),
    uncount(criteriaVersions, 'criteriaBytes', 'OCTET_LENGTH(r.criteria)'),
    uncount(jobs, 'jobs', '1'),
    uncount(libraryCriteria, 'criteriaBytes', 'OCTET_LENGTH(r.text)'),
    ...[scoringBatches, idempotentAnswers].map((table) => erase(table)),
    uncount(tenants, 'tenants', '1', { id: tenantId }),
  ])
}

/**
 * Deletes a chunk of an application's rows, like `eraseTenantChunk`. The caller has already erased the scoring jobs,
 * which also changes the counts of their batches.
 */
export async function eraseApplicationChunk(
  database: Database,
  owner: PartnerOwner,
  tenantId: string,
  applicationId: string,
): Promise<number> {
  const owned = { tenantId, applicationId }
  const eraser = { database, owner }
  return firstOf([
    async () => eraseResumes(database, owner, tenantId, await listResumesOf(database, tenantId, applicationId)),
    () => eraseRows(eraser, resumeUses, owned),
    () => eraseRows(eraser, verdicts, owned),
    () => eraseRows(eraser, overrides, owned),
    () => eraseRows(eraser, events, owned, { children: deliveries }),
    () => eraseSubjects(database, owned, erasedRowsMax),
    () => eraseRows(eraser, idempotentAnswers, owned),
    // Answers about several applications have the tenant's id as their `applicationId`.
    () => eraseRows(eraser, idempotentAnswers, { tenantId, applicationId: tenantId }),
    () => eraseRows(eraser, applicationScores, { tenantId, id: applicationId }),
    () => eraseRows(eraser, applications, { tenantId, id: applicationId }),
  ])
}

/** Deletes a chunk of a tenant's open scoring jobs. */
async function eraseOpenScoringJobs(database: Database, owner: PartnerOwner, tenantId: string): Promise<number> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs
      WHERE partnerId = $1 AND status IN ('PENDING', 'PROCESSING') AND tenantId = $2 ORDER BY id LIMIT ${erasedRowsMax}`,
    [owner.partnerId, tenantId],
  )
  return eraseScoringJobs(
    database,
    owner,
    rows.map(({ id }) => id),
  )
}

/** Deletes scoring jobs and their batch links. */
export async function eraseScoringJobs(database: Database, owner: PartnerOwner, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const eraser = { database, owner }
  const rows = await readRows(
    eraser,
    scoringJobs,
    `scoring_jobs r${database.by('PRIMARY')} WHERE r.id IN (${bindList(1, ids)})`,
    ids,
  )
  return eraseFound(eraser, scoringJobs, rows, { children: batchLinks })
}

async function firstOf(steps: (() => Promise<number>)[]): Promise<number> {
  for (const step of steps) {
    const erased = await step()
    if (erased > 0) return erased
  }
  return 0
}

type Eraser = { database: Database; owner: PartnerOwner }
type Terms = { children?: Children | undefined; counted?: Counted | undefined }

async function eraseRows(eraser: Eraser, table: Keyed, owned: Owned, terms: Terms = {}): Promise<number> {
  const conditions = Object.keys(owned).map((column, index) => `r.${column} = $${index + 1}`)
  const from = `${table.name} r WHERE ${conditions.join(' AND ')} LIMIT ${erasedRowsMax}`
  const rows = await readRows(eraser, table, from, Object.values(owned), terms.counted?.each)
  return eraseFound(eraser, table, rows, terms)
}

/** Erases a chunk of a table whose rows are found through the tenant's jobs, which must therefore be erased later. */
async function eraseOfJobs(eraser: Eraser, table: Keyed, tenantId: string, children?: Children): Promise<number> {
  const { by, thenJoin } = eraser.database
  const from = `jobs j${by('jobs_tenant')}
       ${thenJoin} ${table.name} r${by(`${table.name}_job`)} ON r.jobId = j.id AND r.tenantId = j.tenantId
      WHERE j.tenantId = $1 LIMIT ${erasedRowsMax}`
  return eraseFound(eraser, table, await readRows(eraser, table, from, [tenantId]), { children })
}

/** Tables whose rows are counted as part of their scoring job or job. */
const uncounted: readonly string[] = [applications.name, applicationScores.name, jobActivity.name]

/** Locks the rows, so that only one of two concurrent erasers releases their quota. */
function readRows(
  { database }: Eraser,
  { name, primaryKey }: Keyed,
  from: string,
  binds: readonly Bind[],
  each = '0',
): Promise<Row[]> {
  const kept = uncounted.includes(name) ? '0 AS keptBytes, 0 AS openScoringJobs' : keptColumns(name as KeptTable, 'r')
  const keys = primaryKey.map((column) => `r.${column}`).join(', ')
  return database.select<Row>(`SELECT ${keys}, ${kept}, ${each} AS amount FROM ${from}${database.forUpdate}`, binds)
}

/** Deletes the given rows by their primary keys, and the rows that refer to them. */
async function eraseFound(
  { database, owner }: Eraser,
  { name, primaryKey }: Keyed,
  rows: readonly Row[],
  { children, counted }: Terms,
): Promise<number> {
  if (rows.length === 0) return 0
  if (children) {
    const ids = rows.map(({ id }) => id as string)
    const sql = `DELETE FROM ${children.table} WHERE ${children.parent} IN (${bindList(1, ids)})`
    addKept(database, owner, keptOf(children.table, {}), -(await database.execute(sql, ids)))
  }
  const keys = rows.flatMap((row) => primaryKey.map((column) => row[column] as string))
  const where =
    primaryKey.length === 1
      ? `${primaryKey[0]} IN (${bindList(1, keys)})`
      : rows
          .map(
            (_row, index) =>
              `(${primaryKey.map((column, n) => `${column} = $${index * primaryKey.length + n + 1}`).join(' AND ')})`,
          )
          .join(' OR ')
  await database.execute(`DELETE FROM ${name} WHERE ${where}`, keys)
  for (const row of rows) addKept(database, owner, row, -1)
  if (counted) await addToQuota(database, owner, counted.quota, -rows.reduce((sum, { amount }) => sum + amount, 0))
  return rows.length
}
