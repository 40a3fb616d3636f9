/** Builds the payload for each kind of event: ids, states, counts, and the path of the full resource. */
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import { failureOf } from '../../platform/contract/failures.ts'
import type { Services } from '../../platform/services.ts'
import type { AuditChainRow } from '../../tables/audit-chains.ts'
import type { CriteriaVersionRow } from '../../tables/criteria-versions.ts'
import type { OverrideRow } from '../../tables/overrides.ts'
import { assessmentOf, type NamedScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import type { NewEvent } from './record.ts'

type Locate = Pick<Services, 'contract'>

/** A scoring job that is COMPLETED or FAILED. */
export type TerminalScoringJob = PartnerOwner &
  Pick<NamedScoringJobRow, 'id' | 'tenantId' | 'applicationId' | 'job' | 'application' | 'status'> &
  Pick<NamedScoringJobRow, 'scoreTenths' | 'assessment' | 'errorCode' | 'failure' | 'isRescore' | 'criteriaVersionId'> &
  Pick<NamedScoringJobRow, 'traceparent'>

/**
 * Returns the event for a scoring job that has just become terminal; `row` is its current state. `scoringBatchId`: the
 * newest batch that contains it, if any.
 */
export function scoreEvent(row: TerminalScoringJob, scoringBatchId: string | null, { contract }: Locate): NewEvent {
  const { id: scoringJobId, job: jobId, application: applicationId, status, partnerId, environment, tenantId } = row
  const path = contract.locate('getScoringJob', { jobId, applicationId, scoringJobId })
  const { criteriaVersionId } = row
  const ids = { scoringJobId, jobId, applicationId, criteriaVersionId, ...(scoringBatchId ? { scoringBatchId } : {}) }
  const facts = { ...ids, status, isRescore: row.isRescore === 1 }
  const { traceparent } = row
  const subject = { partnerId, environment, tenantId, applicationId: row.applicationId, traceparent }
  if (row.scoreTenths === null || row.assessment === null) {
    const retryable = failureOf(row, contract)?.retryable ?? false
    return { ...subject, type: 'score.failed', data: { ...facts, errorCode: row.errorCode, retryable, path } }
  }
  const { verdict, overrideDropped } = assessmentOf(row)
  const dropped = overrideDropped ? { overrideDropped: true } : {}
  const data = { ...facts, score: row.scoreTenths / 10, verdict, ...dropped, path }
  return { ...subject, type: 'score.completed', data }
}

/** A person's change to a score; `verdict` is the verdict that now applies. */
export type ScoreChange = Pick<OverrideRow, 'criterionId' | 'verdict' | 'engineVerdict'> & {
  action: 'OVERRIDDEN' | 'REVIEWED' | 'REMOVED'
  previousTenths: number
  traceparent: string
}

/** Returns the event for a score that a person has just changed or reviewed; `row` is its current state. */
export function overrideEvent(row: TerminalScoringJob, change: ScoreChange, { contract }: Locate): NewEvent {
  const { id: scoringJobId, job: jobId, application: applicationId, partnerId, environment, tenantId } = row
  const { criterionId, action, verdict, engineVerdict, previousTenths, traceparent } = change
  const path = contract.locate('getScoringJob', { jobId, applicationId, scoringJobId })
  const ids = { scoringJobId, jobId, applicationId, criteriaVersionId: row.criteriaVersionId, criterionId }
  const scores = { score: (row.scoreTenths ?? 0) / 10, previousScore: previousTenths / 10 }
  const data = { ...ids, action, verdict, engineVerdict, ...scores, path }
  const subject = { partnerId, environment, tenantId, applicationId: row.applicationId, traceparent }
  return { ...subject, type: 'score.overridden', data }
}

/** Returns the event for a candidate's request to review this score. */
export function reviewRequestedEvent(row: TerminalScoringJob, traceparent: string, { contract }: Locate): NewEvent {
  const { id: scoringJobId, job: jobId, application: applicationId, partnerId, environment, tenantId } = row
  const { criteriaVersionId, scoreTenths } = row
  const path = contract.locate('getScoringJob', { jobId, applicationId, scoringJobId })
  const data = { scoringJobId, jobId, applicationId, criteriaVersionId, score: (scoreTenths ?? 0) / 10, path }
  const subject = { partnerId, environment, tenantId, applicationId: row.applicationId, traceparent }
  return { ...subject, type: 'score.review_requested', data }
}

/** A batch whose jobs are all terminal; `job`: its external id. */
export type ClosedBatch = PartnerOwner & {
  id: string
  tenantId: string
  job: string
  status: 'COMPLETED' | 'PARTIAL_FAILURE' | 'FAILED'
  totalJobs: number
  completedJobs: number
  failedJobs: number
  traceparent: string | null
}

/** Returns the event for a batch that has just closed, in any of its final states. */
export function batchEvent(batch: ClosedBatch, { contract }: Locate): NewEvent {
  const { id: scoringBatchId, job: jobId, partnerId, environment, tenantId } = batch
  const { status, totalJobs, completedJobs, failedJobs } = batch
  const path = contract.locate('getScoringBatch', { jobId, scoringBatchId })
  const data = { scoringBatchId, jobId, status, totalJobs, completedJobs, failedJobs, path }
  const subject = { partnerId, environment, tenantId, applicationId: null, traceparent: batch.traceparent }
  return { ...subject, type: 'batch.completed', data }
}

/** Returns the event for a new version of a job's criteria. */
export function versionEvent(row: CriteriaVersionRow, owner: Owner, jobId: string, { contract }: Locate): NewEvent {
  const { id: criteriaVersionId, version, tenantId } = row
  const path = contract.locate('getCriteriaVersion', { jobId, criteriaVersionId })
  const { partnerId, environment } = owner
  const data = { criteriaVersionId, jobId, version, path }
  return { type: 'criteria.version.created', partnerId, environment, tenantId, applicationId: null, data }
}

/** Returns the event for a checkpoint: the newest record in a chain of audit records. */
export function checkpointEvent(
  { partnerId, environment, newestSequence, newestHash }: AuditChainRow,
  { contract }: Locate,
): NewEvent {
  const path = `${contract.locate('listAuditRecords', {})}?after=${newestSequence - 1}&limit=1`
  const data = { sequence: newestSequence, hash: newestHash, path }
  return { type: 'audit.checkpoint', partnerId, environment, tenantId: null, applicationId: null, data }
}

/** A deletion request that is COMPLETED or FAILED. */
export type ClosedDeletion = PartnerOwner & { id: string; status: 'COMPLETED' | 'FAILED' }

/**
 * Returns the event for a deletion request that has just closed. It contains no name of the deleted tenant, job or
 * application.
 */
export function deletionEvent(request: ClosedDeletion, { contract }: Locate): NewEvent {
  const { id: deletionRequestId, partnerId, environment } = request
  const data = { deletionRequestId, path: contract.locate('getDeletionRequest', { deletionRequestId }) }
  const type = request.status === 'COMPLETED' ? 'deletion.completed' : 'deletion.failed'
  return { type, partnerId, environment, tenantId: null, applicationId: null, data }
}
