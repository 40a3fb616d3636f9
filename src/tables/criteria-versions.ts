/**
 * Criteria versions: snapshots of a job's criteria. Archiving is the only change to a version, apart from the time
 * until which it is protected from deletion.
 */
import { isId } from '../kit/ids.ts'
import type { Owner, PartnerOwner } from '../kit/caller.ts'
import { batchedRead } from '../platform/concurrency/batches.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'
import { selectByKey } from '../platform/database/keys.ts'
import { fromJobKeys, jobs, keyOfJob, ofJob, type JobKey } from './jobs.ts'
import { addKept, countKept } from './kept-counts.ts'
import { keptColumns, type Kept } from './kept-sizes.ts'
import { ofTenant, ownedBy, ownerBinds, tenants } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  jobId: columns.id(),
  version: columns.integer(),
  status: columns.enumeration<'ACTIVE' | 'ARCHIVED'>(16),
  /** JSON: Criterion[]. */
  criteria: columns.text(),
  /** JSON: GenerationAudit; null for a version that no engine generated. */
  audit: nullable(columns.text()),
  /** The job title for which an engine generated this version, or the version that people then edited into this one. */
  jobTitle: nullable(columns.line(200)),
  createdAt: columns.instant(),
  archivedAt: nullable(columns.instant()),
  /** A stored answer may refer to the version until this time; null if none does. */
  answeredUntil: nullable(columns.instant()),
}
export const criteriaVersions = defineTable(
  'criteria_versions',
  shape,
  { unique: { job: ['jobId', 'version'] }, indexes: { tenant: ['tenantId'] } },
  { tenantId: tenants, jobId: jobs },
)
export type CriteriaVersionRow = RowOf<typeof shape>

export async function insertCriteriaVersion(
  database: Database,
  owner: PartnerOwner,
  row: CriteriaVersionRow,
): Promise<void> {
  await database.model(criteriaVersions).create(row)
  countKept(database, owner, 'criteria_versions', [row])
}

/** Returns a version of this job by its id. */
export async function findCriteriaVersion(
  database: Database,
  owner: Owner,
  job: string,
  id: string,
): Promise<CriteriaVersionRow | null> {
  if (!isId(id)) return null
  return database.model(criteriaVersions).findOne({ where: { id }, include: [ofTenant(owner), ofJob(job)], raw: true })
}

/** Returns the version that a row of the same tenant refers to. */
export async function getCriteriaVersionById(
  database: Database,
  tenantId: string,
  id: string,
): Promise<CriteriaVersionRow | null> {
  return database.model(criteriaVersions).findOne({ where: { id, tenantId } })
}

/** Returns whether the job exists and, if so, its current version, with one statement. */
export async function findCurrentVersion(
  database: Database,
  owner: Owner,
  job: string,
): Promise<{ jobExists: boolean; version: CriteriaVersionRow | null }> {
  const [row] = await database.select<CriteriaVersionRow>(
    `SELECT v.* FROM jobs j ${ownedBy('j')} LEFT JOIN criteria_versions v ON v.id = j.currentVersionId WHERE j.externalId = $4`,
    [...ownerBinds(owner), job],
  )
  return { jobExists: row !== undefined, version: row?.id ? row : null }
}

/** The columns of a version that callers see. */
export type ShownVersionRow = Omit<CriteriaVersionRow, 'tenantId' | 'jobId' | 'jobTitle'>
export type CurrentVersion = { jobExists: boolean; version: ShownVersionRow | null }

/** Returns the current versions of many callers' jobs, in the same order as the keys, with one statement. */
export async function listCurrentVersions(database: Database, keys: JobKey[]): Promise<CurrentVersion[]> {
  const rows = await selectByKey<ShownVersionRow>(
    database,
    keys.map(keyOfJob),
    `SELECT k.n, v.id, v.version, v.status, v.criteria, v.audit, v.createdAt, v.archivedAt ${fromJobKeys(database)}
       LEFT JOIN criteria_versions v ON v.id = j.currentVersionId`,
  )
  return rows.map((row) => ({ jobExists: row !== null, version: row?.id ? row : null }))
}

/** Finds the current version of one job. */
export const readCurrentVersion = batchedRead('current_version', listCurrentVersions)

/** The metadata of a version, without its criteria. */
export type CriteriaVersionMetadata = Omit<CriteriaVersionRow, 'tenantId' | 'jobId' | 'jobTitle' | 'criteria' | 'audit'>

/** Returns a job's versions, newest first, with one statement; null if the job does not exist. */
export async function listVersions(
  database: Database,
  owner: Owner,
  job: string,
): Promise<{ currentVersionId: string | null; versions: CriteriaVersionMetadata[] } | null> {
  const rows = await database.select<CriteriaVersionMetadata & { currentVersionId: string | null }>(
    `SELECT j.currentVersionId, v.id, v.version, v.status, v.createdAt, v.archivedAt FROM jobs j ${ownedBy('j')}
      LEFT JOIN criteria_versions v ON v.jobId = j.id WHERE j.externalId = $4 ORDER BY v.version DESC`,
    [...ownerBinds(owner), job],
  )
  if (!rows[0]) return null
  // A job without versions is returned as one row of nulls.
  return { currentVersionId: rows[0].currentVersionId, versions: rows.filter(({ id }) => id !== null) }
}

/** Archives an ACTIVE version; changes nothing if it is already archived. */
export async function archiveVersion(database: Database, tenantId: string, id: string, now: number): Promise<void> {
  await database
    .model(criteriaVersions)
    .update({ status: 'ARCHIVED', archivedAt: now }, { where: { id, tenantId, status: 'ACTIVE' } })
}

/** Archives all ACTIVE versions of a job and returns their number. */
export async function archiveAllVersions(
  database: Database,
  tenantId: string,
  jobId: string,
  now: number,
): Promise<number> {
  return database.execute(
    `UPDATE criteria_versions${database.by('criteria_versions_job')} SET status = 'ARCHIVED', archivedAt = $1
      WHERE jobId = $2 AND tenantId = $3 AND status = 'ACTIVE'`,
    [now, jobId, tenantId],
  )
}

/** Counts the versions of the job that `version` belongs to; stops at `limit`. */
export async function countVersions(
  database: Database,
  { tenantId, jobId }: CriteriaVersionRow,
  limit: number,
): Promise<number> {
  const [row] = await database.select<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (
       SELECT id FROM criteria_versions${database.by('criteria_versions_job')}
        WHERE jobId = $1 AND tenantId = $2 LIMIT ${limit}) AS kept`,
    [jobId, tenantId],
  )
  return row!.count
}

/**
 * Protects a version from deletion until `until`, because a stored answer refers to it. The caller has locked the job.
 */
export async function keepForAnswers(database: Database, tenantId: string, id: string, until: number): Promise<void> {
  await database.model(criteriaVersions).update({ answeredUntil: until }, { where: { id, tenantId } })
}

/**
 * Deletes a job's oldest version that no scoring job or stored answer refers to. Considers only the `limit` versions
 * that come just before `version`. Returns the number of bytes of the deleted criteria; null if there is no such
 * version. The caller has locked the job, so no submission can refer to the version in the meantime.
 */
export async function deleteOldestUnused(
  database: Database,
  owner: PartnerOwner,
  { tenantId, jobId, version }: CriteriaVersionRow,
  { limit, now }: { limit: number; now: number },
): Promise<number | null> {
  const [oldest] = await database.select<{ id: string }>(
    `SELECT v.id FROM (
       SELECT id, version FROM criteria_versions${database.by('criteria_versions_job')}
        WHERE jobId = $1 AND tenantId = $2 AND version < $3 ORDER BY version DESC LIMIT ${limit}) AS v
      WHERE NOT EXISTS (
        SELECT 1 FROM scoring_jobs s${database.by('scoring_jobs_version')} WHERE s.criteriaVersionId = v.id)
        AND NOT EXISTS (SELECT 1 FROM criteria_versions r WHERE r.id = v.id AND r.answeredUntil > $4)
      ORDER BY v.version LIMIT 1`,
    [jobId, tenantId, version, now],
  )
  if (!oldest) return null
  const binds = [oldest.id, tenantId]
  const [row] = await database.select<Kept & { bytes: number }>(
    `SELECT OCTET_LENGTH(r.criteria) AS bytes, ${keptColumns('criteria_versions', 'r')}
       FROM criteria_versions r WHERE r.id = $1 AND r.tenantId = $2`,
    binds,
  )
  await database.model(criteriaVersions).destroy({ where: { id: oldest.id, tenantId } })
  addKept(database, owner, row!, -1)
  return row!.bytes
}
