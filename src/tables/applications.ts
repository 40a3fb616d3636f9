/** Applications: the anchor row whose lock serialises submissions of one candidate for one job. */
import type { Owner } from '../kit/caller.ts'
import { columns, defineTable, nullable, type Database, type RowOf, bindList } from '../platform/database/database.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  jobId: columns.id(),
  externalId: columns.identifier(128),
  latestScoringJobId: nullable(columns.id()),
  createdAt: columns.instant(),
}
export const applications = defineTable('applications', shape)
export type ApplicationRow = RowOf<typeof shape>

/**
 * Inserts the missing anchors of one job and locks all of them until the transaction ends. Every caller locks in the
 * same order, so two batches cannot deadlock. An insert locks the row even where it exists already. The read after it
 * must not lock: MySQL scans a small table, and would wait for every row that others have locked.
 */
export async function lockApplications(
  database: Database,
  tenantId: string,
  jobId: string,
  rows: ApplicationRow[],
): Promise<ApplicationRow[]> {
  const sorted = rows.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1))
  const inserted = await database.insert(applications, sorted, { keepExisting: true })
  if (inserted === rows.length) return sorted
  const externalIds = sorted.map(({ externalId }) => externalId)
  return database.select<ApplicationRow>(
    `SELECT * FROM applications WHERE tenantId = $1 AND jobId = $2 AND externalId IN (${bindList(3, externalIds)})`,
    [tenantId, jobId, ...externalIds],
  )
}

/** Points each application at its newest scoring job, in one statement. */
export async function updateLatestScoringJobs(
  database: Database,
  tenantId: string,
  latest: { applicationId: string; scoringJobId: string }[],
): Promise<void> {
  if (latest.length === 0) return
  const cases = latest.map((_, index) => `WHEN $${index + 2} THEN $${index + 2 + latest.length}`).join(' ')
  await database.execute(
    `UPDATE applications${database.by('PRIMARY')} SET latestScoringJobId = CASE id ${cases} END
      WHERE tenantId = $1 AND id IN (${bindList(2, latest)})`,
    [tenantId, ...latest.map(({ applicationId }) => applicationId), ...latest.map(({ scoringJobId }) => scoringJobId)],
  )
}

/**
 * Gives the application a name that no caller can send, so that no request finds it again; waits for transactions that
 * hold its row. Returns its id, or null where the job has no such application. Locks by name first, as submissions do.
 */
export async function detachApplication(
  database: Database,
  tenantId: string,
  jobId: string,
  externalId: string,
  name: string,
): Promise<string | null> {
  const [row] = await database.select<{ id: string }>(
    `SELECT id FROM applications WHERE tenantId = $1 AND jobId = $2 AND externalId = $3${database.forUpdate}`,
    [tenantId, jobId, externalId],
  )
  if (!row) return null
  await database.execute('UPDATE applications SET externalId = $1 WHERE id = $2', [name, row.id])
  return row.id
}

/** Our ids of an application, by its owner's ids; null where there is none. */
export async function findApplicationId(
  database: Database,
  owner: Owner,
  job: string,
  application: string,
): Promise<{ tenantId: string; applicationId: string } | null> {
  const [row] = await database.select<{ tenantId: string; applicationId: string }>(
    `SELECT a.tenantId, a.id AS applicationId FROM jobs j ${ownedBy('j')}
       JOIN applications a ON a.jobId = j.id AND a.tenantId = j.tenantId AND a.externalId = $5
      WHERE j.externalId = $4`,
    [...ownerBinds(owner), job, application],
  )
  return row ?? null
}
