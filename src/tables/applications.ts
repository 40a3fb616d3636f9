/**
 * Applications: one row for each candidate and job, the anchor. Submissions of the same candidate for the same job lock
 * it, so they run one after the other.
 */
import { facts } from '../../generated/facts.gen.ts'
import type { Owner, PartnerOwner } from '../kit/caller.ts'
import {
  columns,
  defineTable,
  nullable,
  type Database,
  type RowOf,
  bindList,
  valuesById,
} from '../platform/database/database.ts'
import { selectByKey } from '../platform/database/keys.ts'
import { jobs, type JobRow } from './jobs.ts'
import { ownedBy, ownerBinds, tenants } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  jobId: columns.id(),
  externalId: columns.identifier(facts.ExternalId.maxLength),
  latestScoringJobId: nullable(columns.id()),
  /** The current epoch of report links. Links from earlier epochs are no longer valid. Null is epoch 0. */
  reportLinkEpoch: nullable(columns.integer()),
  createdAt: columns.instant(),
  /** When the candidate asked for a review; null if no request is open. */
  reviewRequestedAt: nullable(columns.instant()),
}
export const applications = defineTable(
  'applications',
  shape,
  { unique: { job: ['jobId', 'externalId'] } },
  { tenantId: tenants, jobId: jobs },
)
export type ApplicationRow = RowOf<typeof shape>

/** Returns whether this is a name that a deletion has given to a detached application. */
export function isDetached(name: string): boolean {
  return name.startsWith('|')
}

/** Returns a string that is unique for each application and job. */
export function textOfAnchor({ jobId, externalId }: Pick<ApplicationRow, 'jobId' | 'externalId'>): string {
  return `${jobId} ${externalId}`
}

/**
 * Returns the anchors of these applications, locked until the transaction ends; creates missing ones. All transactions
 * lock in the same order, so two batches cannot deadlock. The insert also locks rows that already exist. The read after
 * the insert takes no lock. For a locking read of a small table, MySQL would scan the whole table and wait for every
 * row that another transaction has locked.
 */
export async function lockApplications(database: Database, rows: ApplicationRow[]): Promise<ApplicationRow[]> {
  const sorted = rows.toSorted((one, other) => (textOfAnchor(one) < textOfAnchor(other) ? -1 : 1))
  const inserted = await database.insert(applications, sorted, { keepExisting: true })
  if (inserted === rows.length) return sorted
  const keys = sorted.map(({ tenantId, jobId, externalId }) => [tenantId, jobId, externalId])
  const found = await selectByKey<ApplicationRow>(
    database,
    keys,
    `SELECT k.n, a.* FROM ${database.keyTable(['tenantId', 'jobId', 'externalId'])} AS k
       ${database.thenJoin} applications a${database.by('applications_job')}
         ON a.jobId = k.jobId AND a.externalId = k.externalId AND a.tenantId = k.tenantId`,
  )
  return found.filter((row) => row !== null)
}

/**
 * Returns the job's applications that have one of these names. Locks them until the transaction ends, in the same order
 * as submissions do.
 */
export async function lockNamedApplications(
  database: Database,
  { id, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  names: string[],
): Promise<ApplicationRow[]> {
  if (names.length === 0) return []
  return database.select<ApplicationRow>(
    `SELECT * FROM applications${database.by('applications_job')}
      WHERE jobId = $1 AND tenantId = $2 AND externalId IN (${bindList(3, names)}) ORDER BY externalId${database.forUpdate}`,
    [id, tenantId, ...names],
  )
}

/** Returns our ids of the job's applications that have one of these names. */
export async function listNamedApplications(
  database: Database,
  { id: jobId, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  names: string[],
): Promise<Pick<ApplicationRow, 'id'>[]> {
  return database.model(applications).findAll({ attributes: ['id'], where: { jobId, tenantId, externalId: names } })
}

/**
 * Returns the names of a job's applications, in order: up to `limit` names that follow `after`, without detached
 * applications.
 */
export async function listApplicationNames(
  database: Database,
  { id, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.select<Pick<ApplicationRow, 'externalId'>>(
    `SELECT externalId FROM applications${database.by('applications_job')}
      WHERE jobId = $1 AND tenantId = $2 AND externalId > $3 AND externalId NOT LIKE '|%'
      ORDER BY externalId LIMIT ${limit}`,
    [id, tenantId, after],
  )
  return rows.map(({ externalId }) => externalId)
}

/** Deletes anchors that this transaction created without a scoring job. */
export async function deleteApplications(database: Database, ids: string[]): Promise<void> {
  if (ids.length > 0) await database.execute(`DELETE FROM applications WHERE id IN (${bindList(1, ids)})`, ids)
}

/** Sets each application's newest scoring job, with one statement. The caller has locked the applications. */
export async function updateLatestScoringJobs(
  database: Database,
  latest: { applicationId: string; scoringJobId: string }[],
): Promise<void> {
  if (latest.length === 0) return
  const rows = latest.map(({ applicationId: id, scoringJobId: latestScoringJobId }) => ({ id, latestScoringJobId }))
  const { set, where, binds } = valuesById(1, rows, ['latestScoringJobId'])
  await database.execute(
    `UPDATE applications${database.by('PRIMARY')} SET ${set(['latestScoringJobId'])} WHERE ${where}`,
    binds,
  )
}

/** Records when the candidate asked for a review; null closes the request. The caller has locked the row. */
export async function setReviewRequested(
  database: Database,
  { id, tenantId }: Pick<ApplicationRow, 'id' | 'tenantId'>,
  reviewRequestedAt: number | null,
): Promise<void> {
  await database.model(applications).update({ reviewRequestedAt }, { where: { id, tenantId } })
}

/**
 * Detaches an application: gives it a name that no caller can send, so that no request finds it again. Waits for
 * transactions that lock the row. Returns our id, or null if the job has no such application. Locks by name first, as
 * submissions do.
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

/**
 * Returns the caller's id of an application's job; null if the application no longer exists. `applicationId` is our id.
 */
export async function findJobNameOf(
  database: Database,
  tenantId: string,
  applicationId: string,
): Promise<string | null> {
  const [row] = await database.select<{ externalId: string }>(
    'SELECT j.externalId FROM applications a JOIN jobs j ON j.id = a.jobId WHERE a.id = $1 AND a.tenantId = $2',
    [applicationId, tenantId],
  )
  return row?.externalId ?? null
}

export type FoundApplication = Pick<ApplicationRow, 'tenantId' | 'reviewRequestedAt' | 'reportLinkEpoch'> & {
  applicationId: string
}

/** Returns an application by its owner's ids; null if it does not exist. */
export async function findApplication(
  database: Database,
  owner: Owner,
  job: string,
  application: string,
): Promise<FoundApplication | null> {
  const [row] = await database.select<FoundApplication>(
    `SELECT a.tenantId, a.id AS applicationId, a.reviewRequestedAt, a.reportLinkEpoch FROM jobs j ${ownedBy('j')}
       JOIN applications a ON a.jobId = j.id AND a.tenantId = j.tenantId AND a.externalId = $5
      WHERE j.externalId = $4`,
    [...ownerBinds(owner), job, application],
  )
  return row ?? null
}

/** Starts the application's next epoch of report links, so existing links are no longer valid. */
export async function endReportLinks(database: Database, tenantId: string, applicationId: string): Promise<void> {
  await database.execute(
    'UPDATE applications SET reportLinkEpoch = COALESCE(reportLinkEpoch, 0) + 1 WHERE id = $1 AND tenantId = $2',
    [applicationId, tenantId],
  )
}

/**
 * The application that a report link leads to, identified by its owner's ids. The last two members decide whether the
 * link is still valid.
 */
export type LinkedApplication = PartnerOwner & {
  tenant: string
  job: string
  application: string
  reportLinkEpoch: number | null
  suspendedAt: number | null
}

/** Returns the application that a link leads to; null if the application or its tenant is deleted. */
export async function findLinkedApplication(
  database: Database,
  tenantId: string,
  applicationId: string,
): Promise<LinkedApplication | null> {
  const [row] = await database.select<LinkedApplication>(
    `SELECT t.partnerId, t.environment, t.externalId AS tenant, j.externalId AS job, a.externalId AS application,
            a.reportLinkEpoch, p.suspendedAt
       FROM applications a JOIN jobs j ON j.id = a.jobId JOIN tenants t ON t.id = a.tenantId
       JOIN partners p ON p.id = t.partnerId
      WHERE a.id = $1 AND a.tenantId = $2`,
    [applicationId, tenantId],
  )
  return row && !isDetached(row.application) && !isDetached(row.tenant) ? row : null
}
