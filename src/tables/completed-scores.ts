/** Completed scoring jobs as a source of verdicts and quotes for simulations and rescores. */
import { bindList, type Database } from '../platform/database/database.ts'
import type { ApplicationRow } from './applications.ts'
import type { JobRow } from './jobs.ts'
import type { ScoringJobRow } from './scoring-jobs/scoring-jobs.ts'

type Kept =
  | 'id'
  | 'applicationId'
  | 'criteriaVersionId'
  | 'scoreTenths'
  | 'flags'
  | 'findings'
  | 'audit'
  | 'inputHash'
  | 'contentHash'
  | 'revision'
  | 'unbilled'
  | 'label'

/**
 * A COMPLETED scoring job with its application's external id. `isCurrent`: whether it is the application's current
 * score.
 */
export type CompletedScoreRow = Pick<ScoringJobRow, Kept | 'assessment'> & { application: string; isCurrent: 0 | 1 }

const keptColumns = `s.id, s.applicationId, s.criteriaVersionId, s.scoreTenths, s.flags, s.findings, s.audit, s.inputHash, s.contentHash, s.revision, s.unbilled, s.label,
        s.assessment, a.externalId AS application, CASE WHEN s.id = a.latestScoringJobId THEN 1 ELSE 0 END AS isCurrent`

/**
 * Returns the completed scoring jobs for all of a job's applications, newest first: up to `limit` jobs that are older
 * than the scoring job `before`.
 */
export async function listCompletedScores(
  database: Database,
  { id, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  before: string,
  limit: number,
): Promise<CompletedScoreRow[]> {
  const ids = `SELECT id FROM scoring_jobs${database.by('scoring_jobs_job')}
        WHERE jobId = $3 AND tenantId = $1 AND status = 'COMPLETED' AND id < $2 ORDER BY id DESC LIMIT ${limit}`
  return database.select<CompletedScoreRow>(rowsOf(database, ids), [tenantId, before, id])
}

/**
 * Returns the completed scoring jobs for these applications, newest first: up to `limit` jobs that are older than the
 * scoring job `before`.
 */
export async function listCompletedScoresOf(
  database: Database,
  { tenantId, applicationIds }: { tenantId: string; applicationIds: string[] },
  before: string,
  limit: number,
): Promise<CompletedScoreRow[]> {
  if (applicationIds.length === 0) return []
  const ids = `SELECT id FROM scoring_jobs${database.by('scoring_jobs_application')}
        WHERE applicationId IN (${bindList(3, applicationIds)}) AND tenantId = $1 AND status = 'COMPLETED' AND id < $2
        ORDER BY id DESC LIMIT ${limit}`
  return database.select<CompletedScoreRow>(rowsOf(database, ids), [tenantId, before, ...applicationIds])
}

/** Returns a statement that reads the rows with the ids that the SELECT `ids` returns. Bind their tenant as $1. */
function rowsOf(database: Database, ids: string): string {
  return `SELECT ${keptColumns} FROM (${ids}) AS page
       JOIN scoring_jobs s${database.by('PRIMARY')} ON s.id = page.id AND s.tenantId = $1
       JOIN applications a${database.by('PRIMARY')} ON a.id = s.applicationId AND a.tenantId = s.tenantId
      ORDER BY s.id DESC`
}

/** Returns these applications' scores under one version of the criteria, newest first. */
export async function listScoresByVersion(
  database: Database,
  { tenantId, applicationIds }: { tenantId: string; applicationIds: string[] },
  criteriaVersionId: string,
): Promise<Pick<ScoringJobRow, Kept>[]> {
  if (applicationIds.length === 0) return []
  return database.select(
    `SELECT id, applicationId, criteriaVersionId, scoreTenths, flags, findings, audit, inputHash, contentHash, revision, unbilled, label
       FROM scoring_jobs${database.by('scoring_jobs_application')}
      WHERE applicationId IN (${bindList(3, applicationIds)}) AND tenantId = $1 AND criteriaVersionId = $2
        AND status = 'COMPLETED' ORDER BY id DESC`,
    [tenantId, criteriaVersionId, ...applicationIds],
  )
}

/**
 * The maximum number of an application's scores that one transaction deletes. The application's next score deletes
 * more.
 */
const surplusMax = 500

/**
 * Returns the ids of completed jobs to delete, so that each application keeps at most `limit`: its current score and
 * the newest of the others. For applications with at most `limit` jobs, this only counts index entries.
 */
export async function listSurplusScores(
  database: Database,
  applicationIds: readonly string[],
  limit: number,
): Promise<string[]> {
  if (applicationIds.length === 0) return []
  const crowded = await database.select<{ applicationId: string }>(
    `SELECT applicationId FROM scoring_jobs${database.by('scoring_jobs_application')}
      WHERE applicationId IN (${bindList(1, applicationIds)}) GROUP BY applicationId HAVING COUNT(*) > ${limit}`,
    applicationIds,
  )
  const surplus = crowded.map(async ({ applicationId }) => {
    const rows = await database.select<{ id: string; isCurrent: 0 | 1 }>(
      `SELECT s.id, CASE WHEN s.id = a.latestScoringJobId THEN 1 ELSE 0 END AS isCurrent
         FROM scoring_jobs s${database.by('scoring_jobs_application')} JOIN applications a ON a.id = s.applicationId
        WHERE s.applicationId = $1 AND s.status = 'COMPLETED' ORDER BY s.id DESC LIMIT ${limit + surplusMax}`,
      [applicationId],
    )
    const isLate = rows.slice(limit).some(({ isCurrent }) => isCurrent === 1)
    return rows.slice(isLate ? limit - 1 : limit).flatMap(({ id, isCurrent }) => (isCurrent === 1 ? [] : [id]))
  })
  return (await Promise.all(surplus)).flat()
}

/** Returns our ids of the given applications that have a scoring job in progress. */
export async function listInProgress(
  database: Database,
  tenantId: string,
  applicationIds: string[],
): Promise<Set<string>> {
  if (applicationIds.length === 0) return new Set()
  const rows = await database.select<Pick<ApplicationRow, 'id'>>(
    `SELECT applicationId AS id FROM scoring_jobs${database.by('scoring_jobs_application')}
      WHERE applicationId IN (${bindList(2, applicationIds)}) AND tenantId = $1 AND status IN ('PENDING', 'PROCESSING')`,
    [tenantId, ...applicationIds],
  )
  return new Set(rows.map(({ id }) => id))
}
