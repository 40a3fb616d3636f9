/** Scoring jobs: submitting one, and reading it in both documented shapes. */
import type { Assessment, IntegrityFlag, ScoringAudit, ScoringJob, ScoringJobReply } from '../../generated/types.gen.ts'
import { invalid, ServiceError } from '../kit/errors.ts'
import { toIso, toIsoOrNull } from '../kit/time.ts'
import { ownerOf, type Reply } from '../platform/call.ts'
import { checkUrl } from '../platform/outbound.ts'
import type { Handler, Services } from '../platform/services.ts'
import {
  findLatestScoringJob,
  findScoringJob,
  type NamedScoringJobRow,
  type ScoringStatus,
} from '../tables/scoring-jobs.ts'
import { accept, type Accepted } from './scoring-acceptance.ts'

/** A caller that polls may come back that soon. */
const pollAfterSeconds = 1

const lowerCase: Record<ScoringStatus, ScoringJobReply['status']> = {
  PENDING: 'queued',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  FAILED: 'failed',
}

export function isTerminal(status: ScoringStatus): boolean {
  return status === 'COMPLETED' || status === 'FAILED'
}

export function toScoringJob(row: NamedScoringJobRow, { contract }: Pick<Services, 'contract'>): ScoringJob {
  const flags = row.flags === null ? [] : (JSON.parse(row.flags) as IntegrityFlag[])
  return {
    id: row.id,
    criteriaVersionId: row.criteriaVersionId,
    jobId: row.job,
    applicationId: row.application,
    status: row.status,
    isRescore: row.isRescore === 1,
    ...resultOf(row),
    ...(flags.length > 0 ? { integrity: { flags } } : {}),
    ...(row.audit === null ? {} : { audit: JSON.parse(row.audit) as ScoringAudit }),
    errorCode: row.errorCode,
    errorMessage: row.errorCode && contract.catalogue[row.errorCode].meaning,
    queuedAt: toIso(row.queuedAt),
    startedAt: toIsoOrNull(row.startedAt),
    completedAt: toIsoOrNull(row.completedAt),
    failedAt: toIsoOrNull(row.failedAt),
  }
}

function resultOf(row: NamedScoringJobRow): { score: number; assessment: Assessment } | undefined {
  if (row.scoreTenths === null || row.assessment === null) return undefined
  return { score: row.scoreTenths / 10, assessment: JSON.parse(row.assessment) as Assessment }
}

/** Both documented shapes in one body. */
export function toScoringJobReply(row: NamedScoringJobRow, services: Pick<Services, 'contract'>): ScoringJobReply {
  const result = resultOf(row)
  const failure = row.errorCode && services.contract.catalogue[row.errorCode]
  return {
    scoringJob: toScoringJob(row, services),
    scoringJobId: row.id,
    status: lowerCase[row.status],
    jobId: row.job,
    applicationId: row.application,
    ...(result ? { result } : {}),
    ...(row.errorCode && failure
      ? { error: { code: row.errorCode, message: failure.meaning, retryable: failure.retryable } }
      : {}),
    queuedAt: toIso(row.queuedAt),
    ...(row.completedAt === null ? {} : { completedAt: toIso(row.completedAt) }),
    ...(row.failedAt === null ? {} : { failedAt: toIso(row.failedAt) }),
  }
}

export const submitScoringJob: Handler<'submitScoringJob'> = async (call, services) => {
  const { jobId, applicationId } = call.path
  const { resumeUrl, candidateData, rescore = false, criteriaVersionId } = call.body
  const url = checkUrl(resumeUrl, services.outboundAllow)
  if (!url.ok && url.reason === 'invalid') throw invalid('resumeUrl', 'invalid_url', url.message)
  const answers = candidateData?.applicationAnswers ?? []
  const submission = { application: applicationId, resumeUrl, answers, rescore, criteriaVersionId }
  let accepted: Accepted | undefined
  const reply = await services.write(call, async () => {
    ;[accepted] = await accept(services, ownerOf(call), jobId, [submission], 'singles')
    return accepted202(accepted as Accepted, services)
  })
  await services.reach('committed')
  if (accepted?.isNew) services.ring('singles', [accepted.row.id])
  return reply
}

function accepted202({ row, isNew }: Accepted, services: Services): Reply<'submitScoringJob'> {
  const parameters = { jobId: row.job, applicationId: row.application, scoringJobId: row.id }
  const location = services.contract.locate('getScoringJob', parameters)
  return {
    status: 202,
    body: { ...toScoringJobReply(row, services), ...(isNew ? {} : { deduplicated: true as const }) },
    headers: {
      Location: location,
      ...(isTerminal(row.status) ? {} : { 'Retry-After': String(pollAfterSeconds) }),
      ...(isNew ? {} : { 'X-Scoring-Deduplicated': 'true' }),
    },
  }
}

export const getScoringJob: Handler<'getScoringJob'> = async (call, services) => {
  const { jobId, applicationId, scoringJobId } = call.path
  const row = await findScoringJob(services.database, ownerOf(call), jobId, applicationId, scoringJobId)
  if (!row) throw new ServiceError('SCORING_JOB_NOT_FOUND')
  return { status: 200, body: toScoringJobReply(row, services) }
}

export const getLatestScore: Handler<'getLatestScore'> = async (call, services) => {
  const { jobId, applicationId } = call.path
  const row = await findLatestScoringJob(services.database, ownerOf(call), jobId, applicationId)
  if (!row) throw new ServiceError('APPLICATION_NOT_FOUND')
  return { status: 200, body: toScoringJobReply(row, services) }
}
