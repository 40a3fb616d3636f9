/**
 * Requests by candidates to have their score reviewed. A request is answered when a person overrides or confirms any
 * criterion.
 *
 * The request, its event, its audit record and the response are stored in one transaction, which locks the application.
 * The second of two concurrent requests waits, and then finds the first one.
 */
import { toIso } from '../../../kit/time.ts'
import { callerOf, type Reply } from '../../../platform/contract/call.ts'
import type { Handler } from '../../../platform/services.ts'
import { replaceApplicationScores } from '../../../tables/application-scores/application-scores.ts'
import { setReviewRequested } from '../../../tables/applications.ts'
import { recordScores } from '../../audit/entries.ts'
import { reviewRequestedEvent } from '../../events/payloads.ts'
import { recordEvent } from '../../events/record.ts'
import { listedOf } from '../ranking/upkeep.ts'
import { holdLatestScore } from './held-score.ts'

export const requestReview: Handler<'requestReview'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'requestReview'>> => {
    const { database, clock } = services
    const { anchor, row } = await holdLatestScore(services, call)
    const now = clock.now()
    if (anchor.reviewRequestedAt === null) {
      await setReviewRequested(database, anchor, now)
      await replaceApplicationScores(database, [listedOf(row, now)])
      const requested = { ...row, requestedBy: callerOf(call).keyId }
      await recordScores(services, [requested], { kind: 'score.review_requested' })
      await recordEvent(services, reviewRequestedEvent(row, call.traceparent, services))
      await services.failpoint('finishing')
    }
    const { jobId, applicationId } = call.path
    const requestedAt = toIso(anchor.reviewRequestedAt ?? now)
    return { status: 200, body: { reviewRequest: { jobId, applicationId, scoringJobId: row.id, requestedAt } } }
  })
