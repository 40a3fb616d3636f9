/** Locks an application's latest score for a person's decision or a candidate's request. */
import { ServiceError } from '../../../kit/errors.ts'
import { ownerOf, type Call } from '../../../platform/contract/call.ts'
import type { Services } from '../../../platform/services.ts'
import { lockNamedApplications, type ApplicationRow } from '../../../tables/applications.ts'
import { shareJobs } from '../../../tables/jobs.ts'
import { lockScoringJobs, type NamedScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'

type AnyCall = Pick<Call, 'caller' | 'tenant'> & { path: { jobId: string; applicationId: string } }
/** An application and its latest scoring job, which is COMPLETED. */
export type HeldScore = { anchor: ApplicationRow; row: NamedScoringJobRow }

/**
 * Locks the application and the job until the transaction ends, so that a concurrent submission waits and then sees the
 * change.
 *
 * @throws APPLICATION_NOT_FOUND, SCORE_NOT_READY
 */
export async function holdLatestScore({ database }: Pick<Services, 'database'>, call: AnyCall): Promise<HeldScore> {
  const { jobId, applicationId } = call.path
  const [job] = await shareJobs(database, [{ owner: ownerOf(call), job: jobId }])
  const [anchor] = job ? await lockNamedApplications(database, job, [applicationId]) : []
  const [latest] = anchor?.latestScoringJobId ? await lockScoringJobs(database, [anchor.latestScoringJobId]) : []
  if (!anchor || !latest) throw new ServiceError('APPLICATION_NOT_FOUND')
  if (latest.status !== 'COMPLETED' || latest.assessment === null) throw new ServiceError('SCORE_NOT_READY')
  return { anchor, row: { ...latest, job: jobId, application: applicationId } }
}
