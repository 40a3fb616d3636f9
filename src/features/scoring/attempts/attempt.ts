/**
 * Reports one attempt at a scoring job to the operator: a span, metrics and log lines.
 *
 * Reporting does not change the job, whose state is in its row.
 */
import type { Tokens } from '../../../../workers/tasks.ts'
import { monotonicMs, SECOND } from '../../../kit/time.ts'
import { traceIdOf } from '../../../kit/traceparent.ts'
import type { Services } from '../../../platform/services.ts'
import type { ClaimedScoringJobRow } from '../../../tables/scoring-jobs/claims.ts'
import { toOutcome } from './outcomes.ts'

type Needs = Pick<Services, 'log' | 'metrics' | 'tracing' | 'clock'>

export type Attempt = {
  /**
   * The job, with the attempt's span as its parent span, so that the spans of its steps and of its event belong to the
   * attempt.
   */
  scoringJob: ClaimedScoringJobRow
  /** Reports that the attempt produced a score, and the tokens that it used. */
  complete: (tokens: Tokens) => void
  fail: (error: unknown) => void
}

/** Reports the beginning of an attempt. `writeOutcome` logs and counts attempts that end without a score. */
export function beginAttempt({ log, metrics, tracing, clock }: Needs, scoringJob: ClaimedScoringJobRow): Attempt {
  const { id: scoringJobId, lane, attempt, queuedAt } = scoringJob
  const { attempts, outcomes, durations } = metrics.jobs
  const span = tracing.start('scoring job', 'consumer', scoringJob.traceparent, {
    'screening.scoring_job': scoringJobId,
    'screening.lane': lane,
    'screening.attempt': attempt,
  })
  const traceId = traceIdOf(span.traceparent)
  const beganAt = monotonicMs()
  const waitedMs = clock.now() - queuedAt
  attempts.labels(lane).inc()
  log.debug({ traceId, scoringJobId, lane, attempt, waitedMs }, 'scoring job: claimed')
  return {
    scoringJob: { ...scoringJob, traceparent: span.traceparent },
    fail: (error) => span.end({ failure: toOutcome(error).code }),
    complete(tokens) {
      span.end()
      const ms = Math.round(monotonicMs() - beganAt)
      outcomes.labels('completed', '').inc()
      durations.labels(lane).observe((waitedMs + ms) / SECOND)
      log.info({ traceId, scoringJobId, lane, attempt, waitedMs, ms, tokens }, 'scoring job: completed')
    },
  }
}

/** Runs one step of an attempt as a child span. */
export async function traced<Result>(
  { tracing }: Pick<Services, 'tracing'>,
  { traceparent }: Pick<ClaimedScoringJobRow, 'traceparent'>,
  name: 'fetch' | 'read' | 'ask engine' | 'finish',
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracing.start(name, 'internal', traceparent)
  try {
    const result = await work()
    span.end()
    return result
  } catch (error) {
    span.end({ failure: toOutcome(error).code })
    throw error
  }
}
