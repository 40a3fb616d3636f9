/** Pages of applications: a job's applications by score or by submission time, and a tenant's by their last change. */
import type { Owner } from '../../kit/caller.ts'
import { bindList, type Database } from '../../platform/database/database.ts'
import type { JobRow } from '../jobs.ts'
import type { ScoringJobRow } from '../scoring-jobs/scoring-jobs.ts'
import { ownedBy, ownerBinds } from '../tenants.ts'
import type { ApplicationScoreRow } from './application-scores.ts'

export type Place = Pick<ApplicationScoreRow, 'place' | 'id'>
/**
 * The places from `from` to `to`, inclusive, and the order. With `isUp`, the best place comes first, as in the ranking.
 */
export type PlaceRange = { from: number; to: number; isUp: boolean }

type OfJob = Pick<JobRow, 'id' | 'tenantId'>

const columns = 'id, jobId, place, scoringJobId, criteriaVersionId, highTenths, flags, verdicts, isDropped, updatedAt'
export type ListedRow = Omit<ApplicationScoreRow, 'tenantId'>

/**
 * Returns up to `most` applications of a job in a range of places after the cursor `after`, ordered by place and then
 * by submission. Reads two ranges of one index: the remaining applications at the cursor's place, and those at later
 * places.
 */
export async function listByPlace(
  database: Database,
  job: OfJob,
  { from, to, isUp }: PlaceRange,
  after: Place | null,
  most: number,
): Promise<ListedRow[]> {
  const [sign, order] = isUp ? ['>', 'ASC'] : ['<', 'DESC']
  const table = `application_scores${database.by('application_scores_place')}`
  const isInside = after !== null && after.place >= from && after.place <= to
  const rest = isInside
    ? await database.select<ListedRow>(
        `SELECT ${columns} FROM ${table} WHERE jobId = $1 AND place = $2 AND id ${sign} $3 AND tenantId = $4
          ORDER BY id ${order} LIMIT ${most}`,
        [job.id, after.place, after.id, job.tenantId],
      )
    : []
  if (rest.length === most) return rest
  const step = isUp ? 1 : -1
  const [low, high] = !isInside ? [from, to] : isUp ? [after.place + step, to] : [from, after.place + step]
  const behind = await database.select<ListedRow>(
    `SELECT ${columns} FROM ${table} WHERE jobId = $1 AND place BETWEEN $2 AND $3 AND tenantId = $4
      ORDER BY place ${order}, id ${order} LIMIT ${most - rest.length}`,
    [job.id, low, high, job.tenantId],
  )
  return [...rest, ...behind]
}

/**
 * Returns up to `most` of a job's applications that follow `after`, in the order of their submission or its reverse.
 */
export async function listBySubmission(
  database: Database,
  job: OfJob,
  isUp: boolean,
  after: string | null,
  most: number,
): Promise<ListedRow[]> {
  const [sign, order] = isUp ? ['>', 'ASC'] : ['<', 'DESC']
  return database.select<ListedRow>(
    `SELECT ${columns} FROM application_scores${database.by('application_scores_submission')}
      WHERE jobId = $1 AND id ${sign} $2 AND tenantId = $3 ORDER BY id ${order} LIMIT ${most}`,
    [job.id, after ?? (isUp ? '' : '~'), job.tenantId],
  )
}

/**
 * A position in the sequence of changes: the time of the change, then the application's id, because several
 * applications may change at the same time.
 */
export type Change = { at: number; id: string }

/**
 * Returns up to `most` applications of a tenant that changed after `after` and no later than `until`, earliest changes
 * first. Reads two ranges of one index: first the remaining changes at the same time as `after`, then the later ones.
 */
export async function listByUpdate(
  database: Database,
  tenantId: string,
  after: Change,
  until: number,
  most: number,
): Promise<ListedRow[]> {
  const table = `application_scores${database.by('application_scores_update')}`
  const rest = await database.select<ListedRow>(
    `SELECT ${columns} FROM ${table} WHERE tenantId = $1 AND updatedAt = $2 AND id > $3 AND updatedAt <= $4
      ORDER BY id LIMIT ${most}`,
    [tenantId, after.at, after.id, until],
  )
  if (rest.length === most) return rest
  const behind = await database.select<ListedRow>(
    `SELECT ${columns} FROM ${table} WHERE tenantId = $1 AND updatedAt > $2 AND updatedAt <= $3
      ORDER BY updatedAt, id LIMIT ${most - rest.length}`,
    [tenantId, after.at, until],
  )
  return [...rest, ...behind]
}

/** The columns of an application that a page shows in addition to its row in `application_scores`. */
export type ShownApplication = Pick<ScoringJobRow, 'status' | 'scoreTenths' | 'errorCode' | 'revision'> & {
  id: string
  application: string
  submittedAt: number
  reviewRequestedAt: number | null
  job: string
  currentVersionId: string | null
}

/** Returns these columns for the given applications of a tenant. */
export async function listShownApplications(
  database: Database,
  tenantId: string,
  rows: readonly Pick<ListedRow, 'id' | 'scoringJobId'>[],
): Promise<Map<string, ShownApplication>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const shown = await database.select<ShownApplication>(
    `SELECT a.id, a.externalId AS application, a.createdAt AS submittedAt, a.reviewRequestedAt, s.status, s.scoreTenths, s.errorCode, s.revision,
        j.externalId AS job, j.currentVersionId
       FROM applications a${database.by('PRIMARY')}
       JOIN scoring_jobs s${database.by('PRIMARY')} ON s.id = a.latestScoringJobId AND s.tenantId = a.tenantId
       JOIN jobs j${database.by('PRIMARY')} ON j.id = a.jobId AND j.tenantId = a.tenantId
      WHERE a.id IN (${bindList(2, ids)}) AND a.tenantId = $1`,
    [tenantId, ...ids],
  )
  return new Map(shown.map((row) => [row.id, row]))
}

/** Returns how many of a job's applications have a better place. Reads only the index. */
export async function countBetter(database: Database, job: OfJob, place: number): Promise<number> {
  const [row] = await database.select<{ count: number }>(
    `SELECT COUNT(*) AS count FROM application_scores${database.by('application_scores_place')}
      WHERE jobId = $1 AND place < $2`,
    [job.id, place],
  )
  return row!.count
}

/** A job as it appears in a list. */
export type ListedJob = Pick<JobRow, 'id' | 'externalId' | 'createdAt' | 'currentVersionId'> &
  Partial<Record<'open' | 'completed' | 'failed' | 'lastAt' | 'version' | 'versionCreatedAt', number | null>> & {
    processing: number
  }

/** Returns up to `most` of a tenant's jobs whose names follow `after`, ordered by name. */
export async function listJobsOfTenant(
  database: Database,
  owner: Owner,
  after: string | null,
  most: number,
): Promise<ListedJob[]> {
  return database.select<ListedJob>(
    `SELECT page.*, c.open, c.completed, c.failed, c.lastAt, v.version, v.createdAt AS versionCreatedAt,
        (SELECT COUNT(*) FROM scoring_jobs s${database.by('scoring_jobs_job')}
          WHERE s.jobId = page.id AND s.status = 'PROCESSING') AS processing
       FROM (SELECT j.id, j.externalId, j.createdAt, j.currentVersionId FROM jobs j${database.by('jobs_tenant')} ${ownedBy('j')}
              WHERE j.externalId > $4 ORDER BY j.externalId LIMIT ${most}) AS page
       LEFT JOIN job_activity c ON c.id = page.id
       LEFT JOIN criteria_versions v ON v.id = page.currentVersionId
      ORDER BY page.externalId`,
    [...ownerBinds(owner), after ?? ''],
  )
}
