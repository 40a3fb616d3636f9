/**
 * The report: an HTML page about an application's latest scoring job, with each quote that supports its score.
 *
 * The content comes from resumes and callers, so all of it is escaped, and the page's policy forbids scripts and
 * requests.
 */
import type { Owner } from '../../../kit/caller.ts'
import { ServiceError } from '../../../kit/errors.ts'
import { ownerOf } from '../../../platform/contract/call.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import { findCriteriaVersion } from '../../../tables/criteria-versions.ts'
import { readScoringJob, type ShownScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { frame, pageOf } from './page.ts'

const headers = { 'Content-Security-Policy': frame.policy }

/** Returns an application's report. @throws APPLICATION_NOT_FOUND */
export const getScoreReport: Handler<'getScoreReport'> = async (call, services) => {
  const { jobId: job, applicationId: application } = call.path
  const report = await reportOf(services, { ...ownerOf(call), job, application })
  if (!report) throw new ServiceError('APPLICATION_NOT_FOUND')
  return { status: 200, body: report.page, headers }
}

/** Returns the page for an application's latest scoring job, and the job's row; null if there is no job. */
export async function reportOf(
  services: Pick<Services, 'batchers' | 'contract' | 'database'>,
  { partnerId, environment, tenant, job, application }: Owner & { job: string; application: string },
): Promise<{ page: string; row: ShownScoringJobRow } | null> {
  const owner = { partnerId, environment, tenant }
  const row = await readScoringJob(services, partnerId, { owner, job, application, id: null })
  if (!row) return null
  const version = await findCriteriaVersion(services.database, owner, job, row.criteriaVersionId)
  return { page: pageOf(row, version?.jobTitle ?? null, services.contract), row }
}
