/**
 * The report: an application's most recent scoring job as a page for people, with every quote behind its score.
 *
 * What is on it comes from resumes and callers: escaped, and under a policy that lets nothing run or load.
 */
import { ServiceError } from '../../../kit/errors.ts'
import { ownerOf } from '../../../platform/contract/call.ts'
import type { Handler } from '../../../platform/services.ts'
import { listScoringJobsByKey } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { pageOf, policy } from './page.ts'

const headers = { 'Content-Security-Policy': policy }

/** @throws APPLICATION_NOT_FOUND */
export const getScoreReport: Handler<'getScoreReport'> = async (call, services) => {
  const owner = ownerOf(call)
  const { jobId: job, applicationId: application } = call.path
  const row = await services.read(listScoringJobsByKey, owner.partnerId, { owner, job, application, id: null })
  if (!row) throw new ServiceError('APPLICATION_NOT_FOUND')
  return { status: 200, body: pageOf(row, services.contract), headers }
}
