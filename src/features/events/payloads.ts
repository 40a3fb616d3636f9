/** The payload of each kind of event: ids, states, counts, and the path where the rest can be read. */
import type { Assessment } from '../../../generated/types.gen.ts'
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import type { Services } from '../../platform/services.ts'
import type { CriteriaVersionRow } from '../../tables/criteria-versions.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import type { NewEvent } from './record.ts'

type Locate = Pick<Services, 'contract'>

/** A scoring job that is COMPLETED or FAILED. */
export type TerminalScoringJob = PartnerOwner &
  Pick<NamedScoringJobRow, 'id' | 'tenantId' | 'applicationId' | 'job' | 'application' | 'status'> &
  Pick<NamedScoringJobRow, 'scoreTenths' | 'assessment' | 'errorCode'>

/** The event of a scoring job that has just become terminal; `row` as it is now. */
export function scoreEvent(row: TerminalScoringJob, { contract }: Locate): NewEvent {
  const { id: scoringJobId, job: jobId, application: applicationId, status, partnerId, environment, tenantId } = row
  const path = contract.locate('getScoringJob', { jobId, applicationId, scoringJobId })
  const ids = { scoringJobId, jobId, applicationId, status }
  const subject = { partnerId, environment, tenantId, applicationId: row.applicationId }
  if (row.scoreTenths === null || row.assessment === null) {
    return { ...subject, type: 'score.failed', data: { ...ids, errorCode: row.errorCode, path } }
  }
  const { verdict } = JSON.parse(row.assessment) as Assessment
  return { ...subject, type: 'score.completed', data: { ...ids, score: row.scoreTenths / 10, verdict, path } }
}

/** A batch of which every job is terminal; `job`: its external id. */
export type ClosedBatch = PartnerOwner & {
  id: string
  tenantId: string
  job: string
  status: 'COMPLETED' | 'PARTIAL_FAILURE' | 'FAILED'
  totalJobs: number
  completedJobs: number
  failedJobs: number
}

/** The event of a batch that has just closed, in any of its final states. */
export function batchEvent(batch: ClosedBatch, { contract }: Locate): NewEvent {
  const { id: scoringBatchId, job: jobId, partnerId, environment, tenantId } = batch
  const { status, totalJobs, completedJobs, failedJobs } = batch
  const path = contract.locate('getScoringBatch', { jobId, scoringBatchId })
  const data = { scoringBatchId, jobId, status, totalJobs, completedJobs, failedJobs, path }
  return { type: 'batch.completed', partnerId, environment, tenantId, applicationId: null, data }
}

/** The event of a new version of a job's criteria. */
export function versionEvent(row: CriteriaVersionRow, owner: Owner, jobId: string, { contract }: Locate): NewEvent {
  const { id: criteriaVersionId, version, tenantId } = row
  const path = contract.locate('getCriteriaVersion', { jobId, criteriaVersionId })
  const { partnerId, environment } = owner
  const data = { criteriaVersionId, jobId, version, path }
  return { type: 'criteria.version.created', partnerId, environment, tenantId, applicationId: null, data }
}

/** A deletion request that is COMPLETED or FAILED. */
export type ClosedDeletion = PartnerOwner & { id: string; status: 'COMPLETED' | 'FAILED' }

/** The event of a deletion request that has just closed; names nothing of what was deleted. */
export function deletionEvent(request: ClosedDeletion, { contract }: Locate): NewEvent {
  const { id: deletionRequestId, partnerId, environment } = request
  const data = { deletionRequestId, path: contract.locate('getDeletionRequest', { deletionRequestId }) }
  const type = request.status === 'COMPLETED' ? 'deletion.completed' : 'deletion.failed'
  return { type, partnerId, environment, tenantId: null, applicationId: null, data }
}
