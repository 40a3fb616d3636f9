/**
 * Acceptance: creates scoring jobs for submissions. A single submission is a list of one.
 *
 * If the process dies before the commit, nothing is accepted; after the commit, `dispatchDue` publishes the jobs. Every
 * writer locks rows in the same order: applications, scoring jobs, batches.
 */
import type { ApplicationAnswer } from '../../../generated/types.gen.ts'
import type { Caller, Owner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Lane } from '../../platform/broker/broker.ts'
import type { Services } from '../../platform/services.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { deleteApplications, textOfAnchor, updateLatestScoringJobs } from '../../tables/applications.ts'
import { findCriteriaVersion } from '../../tables/criteria-versions.ts'
import { shareJobs, type JobKey, type JobRow } from '../../tables/jobs.ts'
import { insertScoringJobs, isTerminal, type NamedScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { listNewJobs } from './ranking/upkeep.ts'
import { createReserve, type Reserve } from '../usage.ts'
import { lockAnchors, type Anchor, type Anchors } from './anchors.ts'
import { recordCompletion } from './completion.ts'
import { recordUploads, refusalOf, shareUploads, type Uploads } from './resume-urls.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'contract' | 'outboundAllow'>

/** `label`: the candidate's name for recruiters; null if the caller did not send one. */
export type Submission = { application: string; resumeUrl: string; answers: ApplicationAnswer[]; label: string | null }
/**
 * Options for the whole list. `rescore`: creates a new job even for an application that has one. `criteriaVersionId`:
 * the version for new jobs, if not the current one. `batchId`: the batch that the caller creates for the list.
 */
export type Terms = { lane: Lane; rescore?: boolean; criteriaVersionId?: string; batchId?: string }
/** One caller's request: applications of one job, without duplicates. */
export type Acceptance = {
  caller: Caller
  tenant: string
  job: string
  submissions: Submission[]
  terms: Terms
  /** The request's trace context: see `Call.traceparent`. */
  traceparent: string
}
/** A submission's job; `isNew` if the job was created for this submission. */
export type Accepted = { row: NamedScoringJobRow; isNew: boolean }

/**
 * Creates a scoring job for each submission, or reuses the application's latest job if it has not failed. A reused
 * job's row is locked, so that the job completes before or after this transaction. The number of statements does not
 * depend on the number of requests. Each request is accepted as a whole or not at all. Call it inside a transaction.
 *
 * Returns, for each request, its jobs in the order of its submissions, or its error: JOB_NOT_FOUND, CRITERIA_NOT_FOUND,
 * CRITERIA_VERSION_NOT_FOUND, CRITERIA_INVALID, RESUME_URL_BLOCKED, RESUME_NOT_FOUND, MONTHLY_TRIAL_QUOTA_EXCEEDED.
 */
export async function accept(services: Needs, requests: Acceptance[]): Promise<Outcome<Accepted[]>[]> {
  if (requests.length === 0) return []
  const jobs = await shareJobs(services.database, requests.map(keyOf))
  const anchors = await lockAnchors(
    services,
    requests.flatMap((request, index) => {
      const job = jobs[index]
      return job ? request.submissions.map(({ application }) => ({ job, application })) : []
    }),
  )
  const uploads = await shareUploads(services, requests, jobs)
  const reserve = createReserve(services)
  const outcomes: Outcome<Accepted[]>[] = []
  // One by one, so that the second of two requests for the same application finds the first one's job.
  for (const [index, request] of requests.entries()) {
    try {
      outcomes.push({
        ok: true,
        value: await decide(services, request, jobs[index] ?? null, { anchors, uploads, reserve }),
      })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      outcomes.push({ ok: false, error })
    }
  }
  await write(services, requests, outcomes, anchors)
  return outcomes
}

/** Records new jobs that failed immediately. Their batches are not stored yet. */
async function recordBlocked(services: Needs, requests: Acceptance[], outcomes: Outcome<Accepted[]>[]): Promise<void> {
  const blocked = outcomes.flatMap((outcome, index) => {
    const batchId = requests[index]?.terms.batchId ?? null
    const accepted = outcome.ok ? outcome.value : []
    return accepted.flatMap(({ row, isNew }) => (isNew && isTerminal(row) ? [{ row, batchId }] : []))
  })
  if (blocked.length === 0) return
  const rows = blocked.map(({ row }) => row)
  await recordCompletion(services, rows, new Map(blocked.map(({ row, batchId }) => [row.id, batchId])))
}

/** Accepts one request: returns its jobs or throws. */
export async function acceptOne(services: Needs, request: Acceptance): Promise<Accepted[]> {
  const [outcome] = (await accept(services, [request])) as [Outcome<Accepted[]>]
  if (outcome.ok) return outcome.value
  throw outcome.error
}

function ownerOf({ caller: { partnerId, environment }, tenant }: Acceptance): Owner {
  return { partnerId, environment, tenant }
}

function keyOf(request: Acceptance): JobKey {
  return { owner: ownerOf(request), job: request.job }
}

type Found = { anchors: Anchors; uploads: Uploads; reserve: Reserve }

/** Returns a request's jobs. A new job becomes the latest job of its application in `anchors`. @throws ServiceError */
async function decide(
  services: Needs,
  request: Acceptance,
  job: JobRow | null,
  { anchors, uploads, reserve }: Found,
): Promise<Accepted[]> {
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const { submissions, terms } = request
  const entries = submissions.map((submission) => {
    const anchor = anchors.get(textOfAnchor({ jobId: job.id, externalId: submission.application })) as Anchor
    const { latest } = anchor
    return { ...submission, anchor, reused: latest && latest.status !== 'FAILED' && !terms.rescore ? latest : null }
  })
  const missing = entries.filter(({ reused }) => reused === null)
  const version = missing.length > 0 ? await chooseVersion(services, ownerOf(request), job, terms) : ''
  const made = new Map(
    missing.map((entry) => [entry.anchor, newRow(services, request, job, { ...entry, uploads }, version)]),
  )
  await reserve(request.caller, [...made.values()])
  for (const [anchor, row] of made) anchor.latest = row
  return entries.map(({ anchor, reused }) =>
    reused ? { row: reused, isNew: false } : { row: made.get(anchor) as NamedScoringJobRow, isNew: true },
  )
}

/** Inserts the new jobs, deletes new rows of applications that got no job, and records jobs that failed immediately. */
async function write(
  services: Needs,
  requests: Acceptance[],
  outcomes: Outcome<Accepted[]>[],
  anchors: Anchors,
): Promise<void> {
  const { database } = services
  const all = [...anchors.values()]
  const accepted = outcomes.flatMap((outcome) => (outcome.ok ? outcome.value : []))
  const rows = accepted.flatMap(({ row, isNew }) => (isNew ? [row] : []))
  await insertScoringJobs(
    database,
    rows.map(({ job: _job, application: _application, ...row }) => row),
  )
  await recordUploads(services, rows)
  const made = new Set(rows.map(({ id }) => id))
  const moved = all.flatMap(({ row, latest }) =>
    latest && made.has(latest.id) && latest.id !== row.latestScoringJobId
      ? [{ applicationId: row.id, scoringJobId: latest.id }]
      : [],
  )
  await updateLatestScoringJobs(database, moved)
  await listNewJobs(services, all, made)
  await deleteApplications(
    database,
    all.flatMap(({ row, isNew, latest }) => (isNew && !latest ? [row.id] : [])),
  )
  await recordBlocked(services, requests, outcomes)
}

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

/** The initial values of a job, before its first attempt. */
export const untouched = {
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
  findings: null,
  audit: null,
  tokensLost: null,
  inputHash: null,
  contentHash: null,
  revision: null,
  unbilled: null,
  errorCode: null,
  failure: null,
}

/**
 * Returns the row for a new job. A refused URL fails the job in the lane `batches`, and throws in the lane `singles`.
 */
function newRow(
  services: Needs,
  request: Acceptance,
  job: JobRow,
  { application, anchor, resumeUrl, answers, label, uploads }: Submission & { anchor: Anchor; uploads: Uploads },
  criteriaVersionId: string,
): NamedScoringJobRow {
  const owner = ownerOf(request)
  const { lane, rescore } = request.terms
  const { row: anchored, isNew, latest } = anchor
  const now = services.clock.now()
  const row: NamedScoringJobRow = {
    id: isNew && !latest && anchored.latestScoringJobId ? anchored.latestScoringJobId : newId('sj', now),
    tenantId: job.tenantId,
    partnerId: owner.partnerId,
    environment: owner.environment,
    jobId: job.id,
    applicationId: anchored.id,
    criteriaVersionId,
    lane,
    status: 'PENDING',
    isRescore: rescore && latest ? 1 : 0,
    resumeUrl,
    answers: JSON.stringify(answers),
    label: label ?? latest?.label ?? null,
    traceparent: request.traceparent,
    requestedBy: request.caller.keyId,
    ...untouched,
    dueAt: now,
    // The job waits to be published. If the process dies after the commit, `dispatchDue` publishes it.
    publishAt: now,
    queuedAt: now,
    job: job.externalId,
    application,
  }
  const errorCode = refusalOf(services, row, uploads)
  if (errorCode === null) return row
  if (lane === 'singles') throw new ServiceError(errorCode)
  return { ...row, status: 'FAILED', failedAt: now, errorCode, resumeUrl: null, answers: null, publishAt: null }
}

function archived(): ServiceError {
  const message = 'is an archived version; use one that is not archived'
  return new ServiceError('CRITERIA_INVALID', { details: [{ field: 'criteriaVersionId', code: 'archived', message }] })
}
