/** Completed scoring jobs as stores of verdicts and quotes: what a simulation and a rescore are made of. */
import type { Database } from '../platform/database/database.ts'
import type { JobRow } from './jobs.ts'
import type { ScoringJobRow } from './scoring-jobs.ts'

type Kept = 'id' | 'applicationId' | 'criteriaVersionId' | 'scoreTenths' | 'flags' | 'audit' | 'inputHash' | 'unbilled'

/**
 * A COMPLETED scoring job with its application's external id. `assessment` is null in an unbilled one: the jobs that its
 * verdicts come from hold them, too.
 */
export type CompletedScoreRow = Pick<ScoringJobRow, Kept | 'assessment'> & { application: string }

const keptColumns = `s.id, s.applicationId, s.criteriaVersionId, s.scoreTenths, s.flags, s.audit, s.inputHash, s.unbilled,
        CASE WHEN s.unbilled = 1 THEN NULL ELSE s.assessment END AS assessment, a.externalId AS application`

/** Of all applications of a job, the newest first: up to `most` that were submitted before the job `before`. */
export async function listCompletedScores(
  database: Database,
  { id, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  before: string,
  most: number,
): Promise<CompletedScoreRow[]> {
  return database.select<CompletedScoreRow>(
    `SELECT ${keptColumns} FROM (
       SELECT id FROM scoring_jobs${database.by('scoring_jobs_job')}
        WHERE jobId = $1 AND tenantId = $2 AND status = 'COMPLETED' AND id < $3 ORDER BY id DESC LIMIT ${most}) AS page
       JOIN scoring_jobs s${database.by('PRIMARY')} ON s.id = page.id
       JOIN applications a${database.by('PRIMARY')} ON a.id = s.applicationId
      ORDER BY s.id DESC`,
    [id, tenantId, before],
  )
}
