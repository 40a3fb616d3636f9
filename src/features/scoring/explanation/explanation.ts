/**
 * The explanation of a score for the candidate: the criteria, the results with the candidate's own words, who decides,
 * and how to ask for a review. It is about one application only, and does not reveal the reviewer.
 */
import { ServiceError } from '../../../kit/errors.ts'
import { ownerOf } from '../../../platform/contract/call.ts'
import type { Handler } from '../../../platform/services.ts'
import { findApplication } from '../../../tables/applications.ts'
import { readScoringJob } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { explanationOf } from './content.ts'
import { frame, pageOf, textOf } from './forms.ts'

const headers = { 'Content-Security-Policy': frame.policy }

/** Explains the application's latest score. @throws APPLICATION_NOT_FOUND */
export const getScoreExplanation: Handler<'getScoreExplanation'> = async (call, services) => {
  const owner = ownerOf(call)
  const { jobId: job, applicationId: application } = call.path
  const row = await readScoringJob(services, owner.partnerId, { owner, job, application, id: null })
  const found = row && (await findApplication(services.database, owner, job, application))
  if (!found) throw new ServiceError('APPLICATION_NOT_FOUND')
  const { language = 'en', detail } = call.query
  const { reviewRequestedAt } = found
  const explanation = explanationOf(row, { language, isFull: detail === 'full', reviewRequestedAt })
  const body = call.mediaType() === 'text/plain' ? textOf(explanation) : pageOf(explanation)
  return { status: 200, body, headers }
}
