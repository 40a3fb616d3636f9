/**
 * Scoring batches: submitting up to a hundred applications at once, and reading their progress.
 *
 * One transaction accepts a batch and its jobs: if the process dies before the commit, there is no batch; after it, the
 * batch is complete, and `dispatchDue` publishes its jobs. What happens next: `batch-progress.ts`.
 */
import type {
  ApplicationEntry,
  Assessment,
  ErrorDetail,
  ScoringBatch,
  ScoringBatchStatus,
  ScoringJob,
} from '../../../generated/types.gen.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { toIso, toIsoOrNull } from '../../kit/time.ts'
import { callerOf, ownerOf, type Reply } from '../../platform/contract/call.ts'
import { checkUrl } from '../../platform/outbound/outbound.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { findScoringBatch, insertScoringBatch, type ScoringBatchRow } from '../../tables/scoring-batches.ts'
import type { NamedScoringJobRow, ShownScoringJobRow } from '../../tables/scoring-jobs.ts'
import { batchEvent } from '../events/payloads.ts'
import { recordEvent } from '../events/record.ts'
import { acceptOne, type Acceptance, type Accepted } from './acceptance.ts'
import { haveStarted, isClosed, statusOf, withOutcomes } from './batch-progress.ts'
import { toScoringJob } from './scoring-jobs.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'contract'>

/** The interval that callers are told to poll at. */
const pollAfterSeconds = 2
/** The longest list of `details` (decisions). */
const detailsMax = 100

export const submitScoringBatch: Handler<'submitScoringBatch'> = async (call, services) => {
  const { applications } = call.body
  const details = faultsOf(applications, services)
  if (details.length > 0) throw new ServiceError('VALIDATION_ERROR', { details: details.slice(0, detailsMax) })
  const submissions = applications.map(({ applicationId, resumeUrl, candidateData }) => ({
    application: applicationId,
    resumeUrl,
    answers: candidateData?.applicationAnswers ?? [],
  }))
  const request: Acceptance = {
    caller: callerOf(call),
    tenant: call.tenant as string,
    job: call.path.jobId,
    submissions,
    terms: { lane: 'batches' },
  }
  let accepted: Accepted[] = []
  const reply = await services.write(call, async () => {
    accepted = await acceptOne(services, request)
    return accepted202(
      services,
      await openBatch(
        services,
        accepted.map(({ row }) => row),
      ),
    )
  })
  await services.failpoint('committed')
  const waiting = accepted.find(({ row, isNew }) => isNew && row.status === 'PENDING')
  if (waiting) services.dispatch('batches', waiting.row.partnerId)
  return reply
}

/** Checks what the contract's schema cannot: each application appears once, and URLs are well-formed. */
function faultsOf(applications: ApplicationEntry[], { outboundAllow }: Pick<Services, 'outboundAllow'>): ErrorDetail[] {
  const seen = new Set<string>()
  return applications.flatMap(({ applicationId, resumeUrl }, index): ErrorDetail[] => {
    const entry = `applications[${index}]`
    const url = checkUrl(resumeUrl, outboundAllow)
    const isRepeated = seen.has(applicationId)
    seen.add(applicationId)
    return [
      ...(isRepeated
        ? [{ field: `${entry}.applicationId`, code: 'repeated', message: 'must stand in a batch once' }]
        : []),
      ...(!url.ok && url.reason === 'invalid'
        ? [{ field: `${entry}.resumeUrl`, code: 'invalid_url', message: url.message }]
        : []),
    ]
  })
}

type Opened = { batch: ScoringBatchRow & { job: string }; jobs: NamedScoringJobRow[] }

/** Counts the jobs as they are now: each row is locked or new, so an outcome after this finds the batch. */
async function openBatch(services: Needs, jobs: NamedScoringJobRow[]): Promise<Opened> {
  const { database, clock } = services
  const { tenantId, partnerId, environment, jobId, job } = jobs[0] as NamedScoringJobRow
  const now = clock.now()
  const progress = withOutcomes({ totalJobs: jobs.length, completedJobs: 0, failedJobs: 0 }, jobs, now)
  const row = { id: newId('sb', now), tenantId, partnerId, environment, jobId, createdAt: now, ...progress }
  await insertScoringBatch(
    database,
    row,
    jobs.map(({ id }) => id),
  )
  const batch = { ...row, job }
  if (isClosed(batch)) await recordEvent(services, batchEvent(batch, services))
  return { batch, jobs }
}

function accepted202({ contract }: Pick<Services, 'contract'>, { batch, jobs }: Opened): Reply<'submitScoringBatch'> {
  const location = contract.locate('getScoringBatch', { jobId: batch.job, scoringBatchId: batch.id })
  return {
    status: 202,
    body: { batch: toBatch(batch, batch.job, batch.status), scoringJobIds: jobs.map(({ id }) => id) },
    headers: { Location: location, ...(isClosed(batch) ? {} : { 'Retry-After': String(pollAfterSeconds) }) },
  }
}

export const getScoringBatch: Handler<'getScoringBatch'> = async (call, services) => {
  const { jobId, scoringBatchId } = call.path
  const found = await findScoringBatch(services.database, ownerOf(call), jobId, scoringBatchId)
  if (!found) throw new ServiceError('BATCH_NOT_FOUND')
  const { batch, jobs } = found
  const status = isClosed(batch) ? batch.status : statusOf(batch, batch.status !== 'PENDING' || haveStarted(jobs))
  const scoringJobs = jobs.map((row) => withoutCriteria(row, services))
  return { status: 200, body: { batch: toBatch(batch, jobId, status), scoringJobs } }
}

function toBatch(row: ScoringBatchRow, jobId: string, status: ScoringBatchStatus): ScoringBatch {
  const { id, totalJobs, completedJobs, failedJobs, createdAt, completedAt } = row
  const counts = { totalJobs, completedJobs, failedJobs }
  return { id, jobId, status, ...counts, createdAt: toIso(createdAt), completedAt: toIsoOrNull(completedAt) }
}

/** A hundred jobs with all verdicts and quotes would be megabytes; reading one job shows them. */
function withoutCriteria(row: ShownScoringJobRow, services: Pick<Services, 'contract'>): ScoringJob {
  const job = toScoringJob(row, services)
  if (row.assessment === null || !job.assessment) return job
  const { criteria: _criteria, ...brief } = JSON.parse(row.assessment) as Assessment
  return { ...job, assessment: brief }
}
