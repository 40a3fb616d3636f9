/** A partner's openings: the anchor row whose lock serialises changes of a job's criteria. */
import type { Owner } from '../kit/caller.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  externalId: columns.identifier(128),
  /** Null while no version is current. */
  currentVersionId: nullable(columns.id()),
  /** The highest version number ever given; 0 before the first. */
  lastVersion: columns.integer(),
  createdAt: columns.instant(),
}
export const jobs = defineTable('jobs', shape)
export type JobRow = RowOf<typeof shape>

/** The job's row under a shared lock: it cannot change until the transaction ends. */
export async function shareJob(database: Database, owner: Owner, externalId: string): Promise<JobRow | null> {
  const [row] = await database.select<JobRow>(
    `SELECT j.* FROM jobs j ${ownedBy('j')} WHERE j.externalId = $4${database.forShare}`,
    [...ownerBinds(owner), externalId],
  )
  return row ?? null
}

/** Leaves the row unchanged where another writer made the job first. */
export async function insertJob(database: Database, row: JobRow): Promise<void> {
  await database.insert(jobs, [row], { keepExisting: true })
}

/** Locks the job's row until the transaction ends. */
export async function lockJob(database: Database, tenantId: string, externalId: string): Promise<JobRow | null> {
  const [row] = await database.select<JobRow>(
    `SELECT * FROM jobs WHERE tenantId = $1 AND externalId = $2${database.forUpdate}`,
    [tenantId, externalId],
  )
  return row ?? null
}

/** `currentVersionId` null means that no version is current. */
export async function updateJobVersion(
  database: Database,
  job: JobRow,
  currentVersionId: string | null,
  lastVersion: number,
): Promise<void> {
  await database.execute('UPDATE jobs SET currentVersionId = $1, lastVersion = $2 WHERE id = $3 AND tenantId = $4', [
    currentVersionId,
    lastVersion,
    job.id,
    job.tenantId,
  ])
}
