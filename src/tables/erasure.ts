/**
 * Erasure: the rows of a tenant or an application that was detached, chunk by chunk, until there are none.
 *
 * Owns which tables hold such rows: a new table of a tenant's gets its line here. For the runner of deletions, which
 * serves all owners. Nothing adds rows to what is detached: who writes for a tenant holds its row, and a submission holds
 * the application's, so both have ended before the detaching could commit.
 */
import { bindList, type Database } from '../platform/database/database.ts'
import { applications } from './applications.ts'
import { libraryCriteria } from './criteria-library.ts'
import { criteriaVersions } from './criteria-versions.ts'
import { events } from './events.ts'
import { idempotentAnswers } from './idempotent-answers.ts'
import { jobs } from './jobs.ts'
import { questionSets } from './question-sets.ts'
import { scoringBatches } from './scoring-batches.ts'
import { scoringJobs } from './scoring-jobs.ts'
import { tenants } from './tenants.ts'
import { verdicts } from './verdicts.ts'

/** Rows of one statement: more would hold up whoever else writes. */
export const eraseMost = 500

type Keyed = { name: string; primaryKey: readonly string[] }
/** A value for each of some columns of a table, which an index covers. */
type Owned = { [column: string]: string }
/** Rows that hang on others by their id, and go before them. */
type Children = { table: string; parent: string }

const batchLinks: Children = { table: 'scoring_batch_jobs', parent: 'scoringJobId' }
const deliveries: Children = { table: 'webhook_deliveries', parent: 'eventId' }

/** Deletes a chunk of one table; 0 when all that belonged to the tenant is gone, its own row too. */
export async function eraseTenantChunk(database: Database, tenantId: string): Promise<number> {
  const owned = { tenantId }
  const tables: Keyed[] = [verdicts, applications, questionSets, criteriaVersions, jobs, scoringBatches]
  return firstOf([
    () => eraseRows(database, scoringJobs, owned, batchLinks),
    () => eraseRows(database, events, owned, deliveries),
    ...[...tables, libraryCriteria, idempotentAnswers].map((table) => () => eraseRows(database, table, owned)),
    () => eraseRows(database, tenants, { id: tenantId }),
  ])
}

/** The same of an application, whose scoring jobs went when it was detached: they have places in batches. */
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
    () => eraseRows(database, applications, { tenantId, id: applicationId }),
  ])
}

/** Deletes a chunk of a tenant's scoring jobs that have not ended, so that whoever works on one can write nothing. */
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

/** With their places in batches. */
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

async function eraseRows(
  database: Database,
  { name, primaryKey }: Keyed,
  owned: Owned,
  children?: Children,
): Promise<number> {
  const whose = Object.keys(owned).map((column, index) => `${column} = $${index + 1}`)
  const binds = Object.values(owned)
  const rows = await database.select<Record<string, string>>(
    `SELECT ${primaryKey.join(', ')} FROM ${name} WHERE ${whose.join(' AND ')} LIMIT ${eraseMost}`,
    binds,
  )
  if (rows.length === 0) return 0
  if (children) {
    const ids = rows.map(({ id }) => id as string)
    await database.execute(`DELETE FROM ${children.table} WHERE ${children.parent} IN (${bindList(1, ids)})`, ids)
  }
  // With a key of two columns this finds a few rows more than were read: they are the owner's, too.
  const among = primaryKey.map((column) => {
    const values = [...new Set(rows.map((row) => row[column] as string))]
    const list = bindList(binds.length + 1, values)
    binds.push(...values)
    return `${column} IN (${list})`
  })
  return database.execute(`DELETE FROM ${name} WHERE ${[...whose, ...among].join(' AND ')}`, binds)
}
