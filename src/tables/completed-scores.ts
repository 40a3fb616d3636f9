/** Completed scoring jobs as stores of verdicts and quotes: what a simulation and a rescore are made of. */
import { bindList, type Database } from '../platform/database/database.ts'
import type { ApplicationRow } from './applications.ts'
import type { JobRow } from './jobs.ts'
import type { ScoringJobRow } from './scoring-jobs.ts'

type Kept =
  | 'id'
  | 'applicationId'
  | 'criteriaVersionId'
  | 'scoreTenths'
  | 'flags'
  | 'findings'
  | 'audit'
  | 'inputHash'
  | 'unbilled'

/**
 * A COMPLETED scoring job with its application's external id. `assessment` is null in an unbilled one: the jobs that its
 * verdicts come from hold them, too.
 */
export type CompletedScoreRow = Pick<ScoringJobRow, Kept | 'assessment'> & { application: string }

const keptColumns = `s.id, s.applicationId, s.criteriaVersionId, s.scoreTenths, s.flags, s.findings, s.audit, s.inputHash, s.unbilled,
        CASE WHEN s.unbilled = 1 THEN NULL ELSE s.assessment END AS assessment, a.externalId AS application`

/** Of all applications of a job, the newest first: up to `most` that were submitted before the job `before`. */
export async function listCompletedScores(
  database: Database,
  { id, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  before: string,
  most: number,
): Promise<CompletedScoreRow[]> {
  const ids = `SELECT id FROM scoring_jobs${database.by('scoring_jobs_job')}
        WHERE jobId = $3 AND tenantId = $1 AND status = 'COMPLETED' AND id < $2 ORDER BY id DESC LIMIT ${most}`
  return database.select<CompletedScoreRow>(rowsOf(database, ids), [tenantId, before, id])
}

/** Of these applications, the newest first: up to `most` that were submitted before the job `before`. */
export async function listCompletedScoresOf(
  database: Database,
  { tenantId, applicationIds }: { tenantId: string; applicationIds: string[] },
  before: string,
  most: number,
): Promise<CompletedScoreRow[]> {
  if (applicationIds.length === 0) return []
  const ids = `SELECT id FROM scoring_jobs${database.by('scoring_jobs_application')}
        WHERE applicationId IN (${bindList(3, applicationIds)}) AND tenantId = $1 AND status = 'COMPLETED' AND id < $2
        ORDER BY id DESC LIMIT ${most}`
  return database.select<CompletedScoreRow>(rowsOf(database, ids), [tenantId, before, ...applicationIds])
}

/** The rows of these ids, which a SELECT finds; $1 is their tenant. */
function rowsOf(database: Database, ids: string): string {
  return `SELECT ${keptColumns} FROM (${ids}) AS page
       JOIN scoring_jobs s${database.by('PRIMARY')} ON s.id = page.id AND s.tenantId = $1
       JOIN applications a${database.by('PRIMARY')} ON a.id = s.applicationId AND a.tenantId = s.tenantId
      ORDER BY s.id DESC`
}

/** Those of these applications that have a job under way, by our ids. */
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
