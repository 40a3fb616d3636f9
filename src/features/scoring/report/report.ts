/**
 * The report: a page for people on the most recent scoring job of an application, with each quote behind its score.
 *
 * Its content comes from resumes and callers, so all of it is escaped, and the policy lets nothing run or load.
 */
import { ServiceError } from '../../../kit/errors.ts'
import { ownerOf } from '../../../platform/contract/call.ts'
import type { Handler } from '../../../platform/services.ts'
import { readScoringJob } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { frame, pageOf } from './page.ts'

const headers = { 'Content-Security-Policy': frame.policy }

/** @throws APPLICATION_NOT_FOUND */
export const getScoreReport: Handler<'getScoreReport'> = async (call, services) => {
  const owner = ownerOf(call)
  const { jobId: job, applicationId: application } = call.path
  const row = await readScoringJob(services, owner.partnerId, { owner, job, application, id: null })
  if (!row) throw new ServiceError('APPLICATION_NOT_FOUND')
  return { status: 200, body: pageOf(row, services.contract), headers }
}
