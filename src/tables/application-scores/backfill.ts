/**
 * Finds applications whose rows in `application_scores` are missing or out of date, because an earlier release created
 * or changed the application.
 */
import { bindList, type Database } from '../../platform/database/database.ts'
import type { ScoringJobRow } from '../scoring-jobs/scoring-jobs.ts'
import { openPlace } from './job-activity.ts'

/** An application; `isListed`: whether its row in `application_scores` is up to date. */
export type Walked = { id: string; isListed: 0 | 1 }

/** Returns up to `most` applications, of any tenant, whose ids follow `after`. `isListed` is 1 for detached ones. */
export async function walkApplications(database: Database, after: string, most: number): Promise<Walked[]> {
  const walked = await database.select<Walked>(
    `SELECT a.id, CASE WHEN s.id IS NULL OR a.externalId LIKE '|%' OR (r.scoringJobId = s.id
          AND (r.place <> ${openPlace} OR s.status IN ('PENDING', 'PROCESSING'))) THEN 1 ELSE 0 END AS isListed
       FROM (SELECT id, externalId, latestScoringJobId FROM applications${database.by('PRIMARY')}
              WHERE id > $1 ORDER BY id LIMIT ${most}) AS a
       LEFT JOIN scoring_jobs s${database.by('PRIMARY')} ON s.id = a.latestScoringJobId
       LEFT JOIN application_scores r${database.by('PRIMARY')} ON r.id = a.id`,
    [after],
  )
  // Sorted here, because MySQL would write the page to a temporary table to sort it.
  return walked.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * Returns the latest scoring jobs of these applications. Applications and jobs stay locked until the transaction ends.
 */
export async function shareLatestJobs(database: Database, ids: readonly string[]): Promise<ScoringJobRow[]> {
  if (ids.length === 0) return []
  return database.select<ScoringJobRow>(
    `SELECT s.* FROM applications a${database.by('PRIMARY')}
       ${database.thenJoin} scoring_jobs s${database.by('PRIMARY')} ON s.id = a.latestScoringJobId
      WHERE a.id IN (${bindList(1, ids)}) AND a.externalId NOT LIKE '|%'${database.forShare}`,
    ids,
  )
}
