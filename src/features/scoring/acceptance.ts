/**
 * Acceptance: the one way in for scoring jobs; a single submission is a list of one.
 *
 * The commit is the acceptance: if the process dies before it, nothing was accepted; after it, `dispatchDue` publishes
 * the jobs. Every writer locks in one order: applications, scoring jobs, batches.
 */
import type { ApplicationAnswer } from '../../../generated/types.gen.ts'
import type { Owner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Lane } from '../../platform/broker/broker.ts'
import { callerOf, ownerOf, type Call } from '../../platform/contract/call.ts'
import { checkUrl } from '../../platform/outbound/outbound.ts'
import type { Services } from '../../platform/services.ts'
import { lockApplications, updateLatestScoringJobs, type ApplicationRow } from '../../tables/applications.ts'
import { findCriteriaVersion } from '../../tables/criteria-versions.ts'
import { shareJob, type JobRow } from '../../tables/jobs.ts'
import { insertScoringJobs, isTerminal, lockScoringJobs, type NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import { reserveScores } from '../usage.ts'
import { recordCompletion } from './completion.ts'
import { findFixture } from './sandbox-fixtures.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'contract' | 'outboundAllow'>

export type Submission = { application: string; resumeUrl: string; answers: ApplicationAnswer[] }
/**
 * What applies to the whole list. `rescore`: make a new job for each application, even where it has one;
 * `criteriaVersionId`: the version for new jobs, if not the current one. In the lane `batches` a blocked URL fails its
 * own job, not the list.
 */
export type Terms = { lane: Lane; rescore?: boolean; criteriaVersionId?: string }
/** The job that a submission got; `isNew`: made for it. */
export type Accepted = { row: NamedScoringJobRow; isNew: boolean }

/**
 * Makes a scoring job for each submission, or reuses the application's latest one unless that has failed. A reused
 * job's row is locked, so that it completes either before or after. Inside a transaction; a constant number of
 * statements. Results come in the order of the list, which names an application at most once.
 * @throws JOB_NOT_FOUND, CRITERIA_NOT_FOUND, CRITERIA_VERSION_NOT_FOUND, CRITERIA_INVALID, RESUME_URL_BLOCKED,
 * MONTHLY_TRIAL_QUOTA_EXCEEDED
 */
export async function accept(
  services: Needs,
  call: Pick<Call, 'caller' | 'tenant'>,
  jobId: string,
  submissions: Submission[],
  terms: Terms,
): Promise<Accepted[]> {
  const job = await shareJob(services.database, ownerOf(call), jobId)
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const entries = await lockLatest(services, job, submissions)
  const missing = entries.filter(({ latest }) => !latest || latest.status === 'FAILED' || terms.rescore)
  const made = missing.length > 0 ? await make(services, call, job, missing, terms) : []
  const rows = new Map(made.map((row) => [row.application, row]))
  return entries.map(({ application, latest }) => {
    const row = rows.get(application)
    return row ? { row, isNew: true } : { row: latest as NamedScoringJobRow, isNew: false }
  })
}

/** `firstId`: the id of the scoring job to make, where the application's anchor is new and names it already. */
type Entry = Submission & { applicationId: string; latest: NamedScoringJobRow | undefined; firstId: string | null }

/** Locks the applications' anchors and their latest jobs until the transaction ends. */
async function lockLatest({ database, clock }: Needs, job: JobRow, submissions: Submission[]): Promise<Entry[]> {
  const now = clock.now()
  const { id: jobId, tenantId } = job
  const anchors = submissions.map(({ application: externalId }) => ({
    id: newId('application', now),
    tenantId,
    jobId,
    externalId,
    latestScoringJobId: newId('sj', now),
    createdAt: now,
  }))
  const applications = await lockApplications(database, tenantId, jobId, anchors)
  const made = new Set(anchors.map(({ id }) => id))
  const ids = applications.flatMap(({ id, latestScoringJobId }) => (made.has(id) ? [] : (latestScoringJobId ?? [])))
  const latest = new Map((await lockScoringJobs(database, tenantId, ids)).map((row) => [row.applicationId, row]))
  const anchored = new Map(applications.map((row) => [row.externalId, row]))
  return submissions.map((submission) => {
    const { application } = submission
    const { id: applicationId, latestScoringJobId } = anchored.get(application) as ApplicationRow
    const row = latest.get(applicationId)
    return {
      ...submission,
      applicationId,
      latest: row && { ...row, job: job.externalId, application },
      firstId: made.has(applicationId) ? latestScoringJobId : null,
    }
  })
}

/** Inserts new jobs for these entries. */
async function make(
  services: Needs,
  call: Pick<Call, 'caller' | 'tenant'>,
  job: JobRow,
  entries: Entry[],
  terms: Terms,
): Promise<NamedScoringJobRow[]> {
  const { database } = services
  const owner = ownerOf(call)
  const criteriaVersionId = await chooseVersion(services, owner, job, terms)
  const rows = entries.map((entry) => newRow(services, owner, job, entry, { ...terms, criteriaVersionId }))
  await reserveScores(services, callerOf(call), rows)
  await insertScoringJobs(
    database,
    rows.map(({ job: _job, application: _application, ...row }) => row),
  )
  const first = new Set(entries.map(({ firstId }) => firstId))
  await updateLatestScoringJobs(
    database,
    job.tenantId,
    rows.flatMap(({ applicationId, id }) => (first.has(id) ? [] : [{ applicationId, scoringJobId: id }])),
  )
  const blocked = rows.filter(isTerminal)
  if (blocked.length > 0) await recordCompletion(services, blocked)
  return rows
}

/** The version that new jobs are scored against, fixed at acceptance. */
async function chooseVersion({ database }: Needs, owner: Owner, job: JobRow, terms: Terms): Promise<string> {
  if (terms.criteriaVersionId === undefined) {
    if (!job.currentVersionId) throw new ServiceError('CRITERIA_NOT_FOUND')
    return job.currentVersionId
  }
  const version = await findCriteriaVersion(database, owner, job.externalId, terms.criteriaVersionId)
  if (!version) throw new ServiceError('CRITERIA_VERSION_NOT_FOUND')
  if (version.status === 'ARCHIVED') throw archived()
  return version.id
}

function isBlocked(services: Needs, owner: Owner, resumeUrl: string): boolean {
  const verdict = checkUrl(resumeUrl, services.outboundAllow)
  return !verdict.ok && verdict.reason === 'blocked' && !findFixture(new URL(resumeUrl), owner.environment)
}

/** What a job has before its first attempt. */
const untouched = {
  attempt: 0,
  transientFailures: 0,
  lostWorkers: 0,
  workerId: null,
  startedAt: null,
  completedAt: null,
  failedAt: null,
  scoreTenths: null,
  assessment: null,
  flags: null,
  audit: null,
  errorCode: null,
}

/** The row of a new job; FAILED at once where its URL is blocked. @throws RESUME_URL_BLOCKED in the lane `singles` */
function newRow(
  services: Needs,
  owner: Owner,
  job: JobRow,
  { application, applicationId, latest, firstId, resumeUrl, answers }: Entry,
  { lane, rescore, criteriaVersionId }: Terms & { criteriaVersionId: string },
): NamedScoringJobRow {
  const now = services.clock.now()
  const row: NamedScoringJobRow = {
    id: firstId ?? newId('sj', now),
    tenantId: job.tenantId,
    partnerId: owner.partnerId,
    environment: owner.environment,
    jobId: job.id,
    applicationId,
    criteriaVersionId,
    lane,
    status: 'PENDING',
    isRescore: rescore && latest ? 1 : 0,
    resumeUrl,
    answers: JSON.stringify(answers),
    ...untouched,
    dueAt: now,
    // It waits from now on: if the process dies after the commit, `dispatchDue` publishes it.
    publishAt: now,
    queuedAt: now,
    job: job.externalId,
    application,
  }
  if (!isBlocked(services, owner, resumeUrl)) return row
  const errorCode = 'RESUME_URL_BLOCKED'
  if (lane === 'singles') throw new ServiceError(errorCode)
  return { ...row, status: 'FAILED', failedAt: now, errorCode, resumeUrl: null, answers: null, publishAt: null }
}

function archived(): ServiceError {
  const details = [{ field: 'criteriaVersionId', code: 'archived', message: 'names a version that is archived' }]
  return new ServiceError('CRITERIA_INVALID', { details })
}
