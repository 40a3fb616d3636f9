/**
 * Acceptance: the one way in for scoring jobs; a single submission is a list of one.
 *
 * The commit is the acceptance. What rings the doorbell, and answers, comes after it.
 */
import type { ApplicationAnswer } from '../../generated/types.gen.ts'
import type { Owner } from '../kit/caller.ts'
import { ServiceError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Lane } from '../platform/broker.ts'
import { checkUrl } from '../platform/outbound.ts'
import type { Services } from '../platform/services.ts'
import { insertApplications, lockApplications, updateLatestScoringJobs } from '../tables/applications.ts'
import { findCriteriaVersion } from '../tables/criteria-versions.ts'
import { findJob, type JobRow } from '../tables/jobs.ts'
import { insertScoringJobs, listScoringJobsById, type NamedScoringJobRow } from '../tables/scoring-jobs.ts'
import { findFixture } from './sandbox-fixtures.ts'

export type Submission = {
  application: string
  resumeUrl: string
  answers: ApplicationAnswer[]
  rescore: boolean
  criteriaVersionId?: string
}
export type Accepted = { row: NamedScoringJobRow; isNew: boolean }

/**
 * Makes a scoring job for each submission, or brings in the application's latest one while that has not failed.
 * Inside a transaction; answers in the order of the list, which names an application at most once.
 * @throws JOB_NOT_FOUND, CRITERIA_NOT_FOUND, CRITERIA_VERSION_NOT_FOUND, CRITERIA_INVALID, RESUME_URL_BLOCKED
 */
export async function accept(
  services: Services,
  owner: Owner,
  jobId: string,
  submissions: Submission[],
  lane: Lane,
): Promise<Accepted[]> {
  const { database } = services
  const job = await findJob(database, owner, jobId)
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const latest = await lockLatest(services, job, submissions)
  const accepted: Accepted[] = []
  for (const submission of submissions) {
    const { applicationId, row: before } = latest.get(submission.application) as Latest
    if (before && before.status !== 'FAILED' && !submission.rescore) accepted.push({ row: before, isNew: false })
    else {
      const criteriaVersionId = await chooseVersion(services, owner, job, submission)
      if (isBlocked(services, owner, submission.resumeUrl)) throw new ServiceError('RESUME_URL_BLOCKED')
      const isRescore = submission.rescore && before !== undefined
      const parents = { applicationId, criteriaVersionId }
      accepted.push({ row: newRow(services, owner, job, submission, { ...parents, lane, isRescore }), isNew: true })
    }
  }
  const made = accepted.filter(({ isNew }) => isNew).map(({ row }) => row)
  if (made.length > 0) {
    await insertScoringJobs(
      database,
      made.map(({ job: _job, application: _application, ...row }) => row),
    )
    await updateLatestScoringJobs(
      database,
      job.tenantId,
      made.map(({ applicationId, id }) => ({ applicationId, scoringJobId: id })),
    )
  }
  return accepted
}

type Latest = { applicationId: string; row: NamedScoringJobRow | undefined }

/** Holds the applications' anchors until the transaction ends; answers each one's latest job. */
async function lockLatest(services: Services, job: JobRow, submissions: Submission[]): Promise<Map<string, Latest>> {
  const { database, clock } = services
  const now = clock.now()
  const names = submissions.map(({ application }) => application).sort()
  const anchors = names.map((externalId) => ({
    id: newId('application', now),
    tenantId: job.tenantId,
    jobId: job.id,
    externalId,
    latestScoringJobId: null,
    createdAt: now,
  }))
  await insertApplications(database, anchors)
  const locked = await lockApplications(database, job.tenantId, job.id, names)
  const ids = locked.flatMap(({ latestScoringJobId }) => latestScoringJobId ?? [])
  const rows = new Map((await listScoringJobsById(database, job.tenantId, ids)).map((row) => [row.id, row]))
  return new Map(
    locked.map((anchor) => [
      anchor.externalId,
      { applicationId: anchor.id, row: rows.get(anchor.latestScoringJobId ?? '') },
    ]),
  )
}

/** The version a new job is scored against, fixed now. */
async function chooseVersion(
  services: Services,
  owner: Owner,
  job: JobRow,
  { criteriaVersionId }: Submission,
): Promise<string> {
  if (criteriaVersionId === undefined) {
    if (!job.currentVersionId) throw new ServiceError('CRITERIA_NOT_FOUND')
    return job.currentVersionId
  }
  const version = await findCriteriaVersion(services.database, owner, job.externalId, criteriaVersionId)
  if (!version) throw new ServiceError('CRITERIA_VERSION_NOT_FOUND')
  if (version.status === 'ARCHIVED') throw new ServiceError('CRITERIA_INVALID')
  return version.id
}

function isBlocked(services: Services, owner: Owner, resumeUrl: string): boolean {
  const verdict = checkUrl(resumeUrl, services.outboundAllow)
  return !verdict.ok && verdict.reason === 'blocked' && !findFixture(new URL(resumeUrl), owner.environment)
}

type Decided = Pick<NamedScoringJobRow, 'applicationId' | 'criteriaVersionId' | 'lane'> & { isRescore: boolean }

function newRow(
  { clock, periods }: Services,
  owner: Owner,
  job: JobRow,
  submission: Submission,
  { isRescore, ...decided }: Decided,
): NamedScoringJobRow {
  const now = clock.now()
  return {
    ...decided,
    id: newId('sj', now),
    tenantId: job.tenantId,
    partnerId: owner.partnerId,
    environment: owner.environment,
    jobId: job.id,
    status: 'PENDING',
    isRescore: isRescore ? 1 : 0,
    resumeUrl: submission.resumeUrl,
    answers: JSON.stringify(submission.answers),
    attempt: 0,
    transientFailures: 0,
    vanished: 0,
    workerId: null,
    dueAt: now,
    // A sweeper rings then, should the ring after the commit be lost.
    ringAt: now + periods.ringAgainMs,
    queuedAt: now,
    startedAt: null,
    completedAt: null,
    failedAt: null,
    scoreTenths: null,
    assessment: null,
    flags: null,
    audit: null,
    errorCode: null,
    job: job.externalId,
    application: submission.application,
  }
}
