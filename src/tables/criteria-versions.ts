/** Criteria versions: a job's criteria as they stood; a version never changes but for being archived. */
import { isId } from '../kit/ids.ts'
import type { Owner } from '../kit/caller.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  jobId: columns.id(),
  version: columns.integer(),
  status: columns.enumeration<'ACTIVE' | 'ARCHIVED'>(16),
  /** JSON: Criterion[]. */
  criteria: columns.text(),
  /** JSON: GenerationAudit; null for a version that no engine made. */
  audit: nullable(columns.text()),
  createdAt: columns.instant(),
  archivedAt: nullable(columns.instant()),
}
export const criteriaVersions = defineTable('criteria_versions', shape)
export type CriteriaVersionRow = RowOf<typeof shape>

export async function insertCriteriaVersion(database: Database, row: CriteriaVersionRow): Promise<void> {
  await database.insert(criteriaVersions, [row])
}

/** A version of this job by its id. */
export async function findCriteriaVersion(
  database: Database,
  owner: Owner,
  job: string,
  id: string,
): Promise<CriteriaVersionRow | null> {
  if (!isId(id)) return null
  const [row] = await database.select<CriteriaVersionRow>(
    `SELECT v.* FROM criteria_versions v ${ownedBy('v')} JOIN jobs j ON j.id = v.jobId AND j.externalId = $4 WHERE v.id = $5`,
    [...ownerBinds(owner), job, id],
  )
  return row ?? null
}

/** One statement: whether there is such a job, and its current version. */
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

/** The version that a scoring job was accepted with; for the pipeline. */
export async function claimedCriteriaVersion(
  database: Database,
  tenantId: string,
  id: string,
): Promise<CriteriaVersionRow | null> {
  const [row] = await database.select<CriteriaVersionRow>(
    'SELECT * FROM criteria_versions WHERE id = $1 AND tenantId = $2',
    [id, tenantId],
  )
  return row ?? null
}
