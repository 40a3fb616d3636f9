/** What each kind of event says: ids, states, counts, and the path that reads the rest. */
import type { Assessment } from '../../../generated/types.gen.ts'
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import type { Services } from '../../platform/services.ts'
import type { CriteriaVersionRow } from '../../tables/criteria-versions.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import type { Happening } from './record.ts'

type Locate = Pick<Services, 'contract'>

export type EndedScoringJob = PartnerOwner &
  Pick<NamedScoringJobRow, 'id' | 'tenantId' | 'applicationId' | 'job' | 'application' | 'status'> &
  Pick<NamedScoringJobRow, 'scoreTenths' | 'assessment' | 'errorCode'>

/** Of a scoring job that has just ended: `row` as it is after that. */
export function scoreEvent(row: EndedScoringJob, { contract }: Locate): Happening {
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

/** `job`: the caller's own id of it. */
export type EndedBatch = PartnerOwner & {
  id: string
  tenantId: string
  job: string
  status: 'COMPLETED' | 'PARTIAL_FAILURE' | 'FAILED'
  totalJobs: number
  completedJobs: number
  failedJobs: number
}

/** Of a batch that has just ended, however it did. */
export function batchEvent(batch: EndedBatch, { contract }: Locate): Happening {
  const { id: scoringBatchId, job: jobId, partnerId, environment, tenantId } = batch
  const { status, totalJobs, completedJobs, failedJobs } = batch
  const path = contract.locate('getScoringBatch', { jobId, scoringBatchId })
  const data = { scoringBatchId, jobId, status, totalJobs, completedJobs, failedJobs, path }
  return { type: 'batch.completed', partnerId, environment, tenantId, applicationId: null, data }
}

/** Of a new version of a job's criteria, whatever made it. */
export function versionEvent(row: CriteriaVersionRow, owner: Owner, jobId: string, { contract }: Locate): Happening {
  const { id: criteriaVersionId, version, tenantId } = row
  const path = contract.locate('getCriteriaVersion', { jobId, criteriaVersionId })
  const { partnerId, environment } = owner
  const data = { criteriaVersionId, jobId, version, path }
  return { type: 'criteria.version.created', partnerId, environment, tenantId, applicationId: null, data }
}

export type EndedDeletion = PartnerOwner & { id: string; status: 'COMPLETED' | 'FAILED' }

/** Of a deletion request that has just ended; names nothing of what was deleted. */
export function deletionEvent(request: EndedDeletion, { contract }: Locate): Happening {
  const { id: deletionRequestId, partnerId, environment } = request
  const data = { deletionRequestId, path: contract.locate('getDeletionRequest', { deletionRequestId }) }
  const type = request.status === 'COMPLETED' ? 'deletion.completed' : 'deletion.failed'
  return { type, partnerId, environment, tenantId: null, applicationId: null, data }
}
