/**
 * Scoring batches: submitting up to a hundred applications in one request, and reading their progress.
 *
 * One transaction accepts a batch and its jobs. If the process dies before the commit, there is no batch. After the
 * commit, the batch is stored with all its jobs, and `dispatchDue` publishes them. `batch-progress.ts` tracks the batch
 * from then on.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { ApplicationEntry, ErrorDetail, ScoringBatch, ScoringBatchStatus } from '../../../generated/types.gen.ts'
import type { Environment } from '../../kit/caller.ts'
import { toPage } from '../../kit/cursors.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { lateJson, written } from '../../kit/stored-json.ts'
import { toIso, toIsoOrNull } from '../../kit/time.ts'
import { callerOf, ownerOf, type Reply } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { findJobId } from '../../tables/jobs.ts'
import {
  findScoringBatch,
  insertScoringBatch,
  listScoringBatches as listBatchRows,
  type ScoringBatchRow,
} from '../../tables/scoring-batches.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { batchEvent } from '../events/payloads.ts'
import { recordEvent } from '../events/record.ts'
import { acceptOne, type Acceptance, type Accepted } from './acceptance.ts'
import { haveStarted, isClosed, statusOf, withOutcomes } from './batch-progress.ts'
import { resumeUrlFault } from './resume-urls.ts'
import { withoutCriteria } from './scoring-jobs.ts'
import { readCandidate } from './submissions.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'contract'>

export const submitScoringBatch: Handler<'submitScoringBatch'> = async (call, services) => {
  const { applications } = call.body
  const details = faultsOf(applications, callerOf(call).environment, services)
  if (details.length > 0)
    throw new ServiceError('VALIDATION_ERROR', { details: details.slice(0, facts.ErrorDetails.maxItems) })
  const submissions = applications.map(({ applicationId, resumeUrl, candidateData }) => ({
    application: applicationId,
    resumeUrl,
    ...readCandidate(candidateData),
  }))
  const batchId = newId('sb', services.clock.now())
  const request: Acceptance = {
    caller: callerOf(call),
    tenant: call.tenant as string,
    traceparent: call.traceparent,
    job: call.path.jobId,
    submissions,
    terms: { lane: 'batches', batchId },
  }
  let accepted: Accepted[] = []
  const reply = await services.write(call, async () => {
    accepted = await acceptOne(services, request)
    return accepted202(
      services,
      await openBatch(
        services,
        batchId,
        accepted.map(({ row }) => row),
      ),
    )
  })
  await services.failpoint('committed')
  const waiting = accepted.find(({ row, isNew }) => isNew && row.status === 'PENDING')
  if (waiting) services.dispatch('batches', waiting.row.partnerId)
  return reply
}

/** Checks rules that the contract's schema cannot express: each application appears once, and URLs are well-formed. */
function faultsOf(
  applications: ApplicationEntry[],
  environment: Environment,
  services: Pick<Services, 'outboundAllow'>,
): ErrorDetail[] {
  const seen = new Set<string>()
  return applications.flatMap(({ applicationId, resumeUrl }, index): ErrorDetail[] => {
    const entry = `applications[${index}]`
    const isRepeated = seen.has(applicationId)
    seen.add(applicationId)
    const faults: ErrorDetail[] = []
    if (isRepeated)
      faults.push({
        field: `${entry}.applicationId`,
        code: 'repeated',
        message: 'appears more than once in this batch',
      })
    const fault = resumeUrlFault(services, environment, `${entry}.resumeUrl`, resumeUrl)
    return fault ? [...faults, fault] : faults
  })
}

type Opened = { batch: ScoringBatchRow & { job: string }; scoringJobs: NamedScoringJobRow[] }

/**
 * Stores the batch, and counts its jobs in their current states. Each job's row is locked or new, so a job that
 * completes later finds the batch.
 */
async function openBatch(services: Needs, id: string, scoringJobs: NamedScoringJobRow[]): Promise<Opened> {
  const { database, clock } = services
  const { tenantId, partnerId, environment, jobId, job } = scoringJobs[0] as NamedScoringJobRow
  const now = clock.now()
  const progress = withOutcomes({ totalJobs: scoringJobs.length, completedJobs: 0, failedJobs: 0 }, scoringJobs, now)
  const row = { id, tenantId, partnerId, environment, jobId, createdAt: now, ...progress }
  await insertScoringBatch(
    database,
    row,
    scoringJobs.map(({ id }) => id),
  )
  const batch = { ...row, job, traceparent: scoringJobs[0]?.traceparent ?? null }
  if (isClosed(batch)) await recordEvent(services, batchEvent(batch, services))
  return { batch, scoringJobs }
}

function accepted202(
  { contract }: Pick<Services, 'contract'>,
  { batch, scoringJobs }: Opened,
): Reply<'submitScoringBatch'> {
  const { scoringBatchSeconds } = contract.retries.retryAfter
  const location = contract.locate('getScoringBatch', { jobId: batch.job, scoringBatchId: batch.id })
  return {
    status: 202,
    body: { batch: toBatch(batch, batch.job, batch.status), scoringJobIds: scoringJobs.map(({ id }) => id) },
    headers: { Location: location, ...(isClosed(batch) ? {} : { 'Retry-After': String(scoringBatchSeconds) }) },
  }
}

export const getScoringBatch: Handler<'getScoringBatch'> = async (call, services) => {
  const { jobId, scoringBatchId } = call.path
  const found = await findScoringBatch(services.database, ownerOf(call), jobId, scoringBatchId)
  if (!found) throw new ServiceError('BATCH_NOT_FOUND')
  const { batch, jobs: scoringJobs } = found
  const status = isClosed(batch)
    ? batch.status
    : statusOf(batch, batch.status !== 'PENDING' || haveStarted(scoringJobs))
  const shown = scoringJobs.map((row) => lateJson(() => withoutCriteria(row, services)))
  return { status: 200, body: written(() => ({ batch: toBatch(batch, jobId, status), scoringJobs: shown })) }
}

export const listScoringBatches: Handler<'listScoringBatches'> = async (call, { database }) => {
  const { cursor: before = null, status, limit } = call.query
  const { jobId } = call.path
  const job = await findJobId(database, ownerOf(call), jobId)
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const statuses = status ? [status] : facts.ScoringBatchStatus.values
  const { rows, nextCursor } = toPage(await listBatchRows(database, job, { statuses, before, limit: limit + 1 }), limit)
  return { status: 200, body: { data: rows.map((row) => toBatch(row, jobId, row.status)), nextCursor } }
}

function toBatch(row: ScoringBatchRow, jobId: string, status: ScoringBatchStatus): ScoringBatch {
  const { id, totalJobs, completedJobs, failedJobs, createdAt, completedAt } = row
  const counts = { totalJobs, completedJobs, failedJobs }
  return { id, jobId, status, ...counts, createdAt: toIso(createdAt), completedAt: toIsoOrNull(completedAt) }
}
