/**
 * Reads scoring jobs. A response contains both shapes that the API documents: the member `scoringJob`, and the flat
 * members.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type {
  Assessment,
  IntegrityFinding,
  IntegrityFlag,
  ScoringAudit,
  Tokens,
  ScoringJob,
  ScoringJobReply,
} from '../../../generated/types.gen.ts'
import { toPage } from '../../kit/cursors.ts'
import type { FailureCause } from '../../kit/scoring/failure-cause.ts'
import { ServiceError, type ErrorCode } from '../../kit/errors.ts'
import { readWait } from '../../kit/headers.ts'
import { lateJson, storedJson, written, type PartsOf, type Stored } from '../../kit/stored-json.ts'
import { SECOND, toIso, toIsoOrNull } from '../../kit/time.ts'
import { failureOf } from '../../platform/contract/failures.ts'
import { ownerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { findJobId } from '../../tables/jobs.ts'
import { isDetached } from '../../tables/applications.ts'
import {
  isTerminal,
  readScoringJob,
  listScoringJobsOfJob,
  type ScoringStatus,
  type ShownScoringJobRow,
} from '../../tables/scoring-jobs/scoring-jobs.ts'
import type { Accepted } from './acceptance.ts'

const lowerCase: Record<ScoringStatus, ScoringJobReply['status']> = {
  PENDING: 'queued',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  FAILED: 'failed',
}

/** Returns a scoring job as the API shows it. */
function toScoringJob(row: ShownScoringJobRow, { contract }: Pick<Services, 'contract'>): PartsOf<ScoringJob> {
  return {
    id: row.id,
    criteriaVersionId: row.criteriaVersionId,
    jobId: row.job,
    applicationId: row.application,
    status: row.status,
    isRescore: row.isRescore === 1,
    ...(row.unbilled === 1 ? { unbilled: true } : {}),
    ...resultOf(row),
    ...integrityOf(row),
    ...(row.audit === null ? {} : { audit: storedJson<ScoringAudit>(row.audit) }),
    ...(row.tokensLost === null ? {} : { tokensLost: storedJson<Tokens>(row.tokensLost) }),
    errorCode: row.errorCode,
    errorMessage: failureOf(row, contract)?.message ?? null,
    ...(row.failure === null ? {} : (JSON.parse(row.failure) as FailureCause)),
    queuedAt: toIso(row.queuedAt),
    startedAt: toIsoOrNull(row.startedAt),
    completedAt: toIsoOrNull(row.completedAt),
    failedAt: toIsoOrNull(row.failedAt),
  }
}

function resultOf(row: ShownScoringJobRow): { score: number; assessment: Stored<Assessment> } | undefined {
  if (row.scoreTenths === null || row.assessment === null) return undefined
  return { score: row.scoreTenths / 10, assessment: storedJson<Assessment>(row.assessment) }
}

function integrityOf({ flags, findings }: ShownScoringJobRow): PartsOf<Pick<ScoringJob, 'integrity'>> {
  if (flags === null || flags === '[]') return {}
  return {
    integrity: {
      flags: storedJson<IntegrityFlag[]>(flags),
      ...(findings === null ? {} : { findings: storedJson<IntegrityFinding[]>(findings) }),
    },
  }
}

/**
 * Returns a job as lists show it: without verdicts, quotes and findings, which would be megabytes for a hundred jobs.
 * Callers get them by reading a single job.
 */
export function withoutCriteria(row: ShownScoringJobRow, services: Pick<Services, 'contract'>): PartsOf<ScoringJob> {
  const scoringJob = toScoringJob({ ...row, findings: null }, services)
  if (row.assessment === null || !scoringJob.assessment) return scoringJob
  const { criteria: _criteria, ...brief } = JSON.parse(row.assessment) as Assessment
  return { ...scoringJob, assessment: brief }
}

/** Returns a body that contains both documented shapes. */
export function toScoringJobReply(
  row: ShownScoringJobRow,
  services: Pick<Services, 'contract'>,
): PartsOf<ScoringJobReply> {
  const scoringJob = toScoringJob(row, services)
  const { score, assessment, queuedAt, completedAt, failedAt } = scoringJob
  const failure = failureOf(row, services.contract)
  return {
    scoringJob,
    scoringJobId: row.id,
    status: lowerCase[row.status],
    jobId: row.job,
    applicationId: row.application,
    ...(score === undefined || assessment === undefined ? {} : { result: { score, assessment } }),
    ...(failure ? { error: failure } : {}),
    queuedAt,
    ...(completedAt === null ? {} : { completedAt }),
    ...(failedAt === null ? {} : { failedAt }),
  }
}

/** Returns the entity tag for an application's score. The tag changes with each new job, status and override. */
export function scoreEtagOf({ id, status, revision }: Pick<ShownScoringJobRow, 'id' | 'status' | 'revision'>): string {
  const state = status === 'COMPLETED' ? (revision ?? 0) : lowerCase[status]
  return `"${id};${state}"`
}

/** Returns the response to a submission. */
export function toAcceptedReply(
  { row, isNew }: Accepted,
  services: Pick<Services, 'contract'>,
): Reply<'submitScoringJob'> {
  const parameters = { jobId: row.job, applicationId: row.application, scoringJobId: row.id }
  const location = services.contract.locate('getScoringJob', parameters)
  return {
    status: 202,
    body: { ...toScoringJobReply(row, services), ...(isNew ? {} : { deduplicated: true as const }) },
    headers: {
      Location: location,
      ...(isTerminal(row) ? {} : { 'Retry-After': String(services.contract.retries.retryAfter.scoringJobSeconds) }),
      ...(isNew ? {} : { 'X-Scoring-Deduplicated': 'true' }),
    },
  }
}

export const getScoringJob: Handler<'getScoringJob'> = async (call, services) => {
  const { scoringJobId } = call.path
  const row = await findJob(services, call, scoringJobId)
  return (await answer(call, services, row, 'SCORING_JOB_NOT_FOUND')).reply
}

export const getLatestScore: Handler<'getLatestScore'> = async (call, services) => {
  const row = await findJob(services, call, null)
  const { reply, shown } = await answer(call, services, row, 'APPLICATION_NOT_FOUND')
  return { ...reply, headers: { ...reply.headers, ETag: scoreEtagOf(shown) } }
}

export const listScoringJobs: Handler<'listScoringJobs'> = async (call, services) => {
  const { cursor: before = null, status, limit } = call.query
  const job = await findJobId(services.database, ownerOf(call), call.path.jobId)
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const statuses = status ? [status] : facts.ScoringJobStatus.values
  const found = await listScoringJobsOfJob(services.database, job, { statuses, before, limit: limit + 1 })
  const { rows, nextCursor } = toPage(found, limit)
  const shown = rows.filter(({ application }) => !isDetached(application))
  const data = shown.map((row) => lateJson(() => withoutCriteria(row, services)))
  return { status: 200, body: written(() => ({ data, nextCursor })) }
}

/** Reads a scoring job; if `id` is null, the application's latest. */
function findJob(
  services: Pick<Services, 'batchers'>,
  call: ReadCall,
  id: string | null,
): Promise<ShownScoringJobRow | null> {
  const owner = ownerOf(call)
  const { jobId: job, applicationId: application } = call.path
  return readScoringJob(services, owner.partnerId, { owner, job, application, id })
}

type ReadCall = Call<'getScoringJob'> | Call<'getLatestScore'>

type Needs = Pick<Services, 'batchers' | 'waitForCompletion' | 'contract'>

/**
 * Returns the response, and the row from which it was made. With `Prefer: wait`, waits until the job is terminal and
 * then returns that job, even if the application has a newer one by then.
 */
async function answer(
  call: ReadCall,
  services: Needs,
  found: ShownScoringJobRow | null,
  missing: ErrorCode,
): Promise<{ reply: Reply<'getScoringJob'>; shown: ShownScoringJobRow }> {
  if (!found) throw new ServiceError(missing)
  const waitSeconds = readWait(call.headers.Prefer, services.contract.timeouts.preferWaitSeconds)
  const bodyOf = (row: ShownScoringJobRow) => written(() => toScoringJobReply(row, services))
  if (waitSeconds === null) return { reply: { status: 200, body: bodyOf(found) }, shown: found }
  const row = isTerminal(found) ? found : await afterWait(call, services, found, waitSeconds * SECOND)
  if (!row) throw new ServiceError(missing)
  const headers = { 'Preference-Applied': `wait=${waitSeconds}` }
  return { reply: { status: 200, body: bodyOf(row), headers }, shown: row }
}

async function afterWait(
  call: ReadCall,
  services: Needs,
  row: ShownScoringJobRow,
  waitMs: number,
): Promise<ShownScoringJobRow | null> {
  await services.waitForCompletion(row.id, waitMs, call.signal())
  if (call.signal().aborted) return row
  return findJob(services, call, row.id)
}
