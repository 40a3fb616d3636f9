/** Applications: the anchor that serialises submissions of one candidate for one job, by a lock on its row. */
import { columns, defineTable, nullable, type Database, type RowOf, places } from '../platform/database.ts'

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

/** Leaves applications that another writer made first as they are. */
export async function insertApplications(database: Database, rows: ApplicationRow[]): Promise<void> {
  await database.insert(applications, rows, { keepExisting: true })
}

/** The rows, held until the transaction ends; locked in one order by all, so that two batches cannot deadlock. */
export async function lockApplications(
  database: Database,
  tenantId: string,
  jobId: string,
  externalIds: string[],
): Promise<ApplicationRow[]> {
  return database.select<ApplicationRow>(
    `SELECT * FROM applications WHERE tenantId = $1 AND jobId = $2 AND externalId IN (${places(3, externalIds)}) ORDER BY externalId${database.forUpdate}`,
    [tenantId, jobId, ...externalIds],
  )
}

/** Points each application at its newest scoring job, in one statement. */
export async function updateLatestScoringJobs(
  database: Database,
  tenantId: string,
  latest: { applicationId: string; scoringJobId: string }[],
): Promise<void> {
  const cases = latest.map((_, index) => `WHEN $${index + 2} THEN $${index + 2 + latest.length}`).join(' ')
  await database.execute(
    `UPDATE applications SET latestScoringJobId = CASE id ${cases} END WHERE tenantId = $1 AND id IN (${places(2, latest)})`,
    [tenantId, ...latest.map(({ applicationId }) => applicationId), ...latest.map(({ scoringJobId }) => scoringJobId)],
  )
}
