/**
 * What an error means for a claimed job: it fails, is tried again, or is put off.
 *
 * Owns the tries and the time between them. If the process dies before one is written, the rescue hands the job on.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs, type Backoff } from '../../kit/backoff.ts'
import { ServiceError, type ErrorCode } from '../../kit/errors.ts'
import { SECOND } from '../../kit/time.ts'
import { DatabaseUnavailable } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { snoozeScoringJob } from '../../tables/scoring-job-transitions.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import { fail } from './completion.ts'

/** `fail`: final. `retry`: final after five such causes, with the last one's code. `snooze`: costs the job nothing. */
type EndKind = 'fail' | 'retry' | 'snooze'

export class JobOutcome extends Error {
  readonly kind: EndKind
  readonly code: ErrorCode
  readonly afterMs: number | undefined

  constructor(kind: EndKind, code: ErrorCode, options: { afterMs?: number; cause?: unknown } = {}) {
    super(`${kind} ${code}`, { cause: options.cause })
    this.kind = kind
    this.code = code
    this.afterMs = options.afterMs
  }
}

/** Promised: a job whose worker was lost three times is stuck. */
export const lostWorkersMax = 3
/** Promised: transient causes are tried five times. */
const transientFailuresMax = 5
/** While the database is away, what became of a job is held and written that often. */
const databaseAwayRetryMs = 1 * SECOND

/** Writes on the row what an error means for the job; waits for the database if it must, unless the process drains. */
export async function writeOutcome(services: Services, job: NamedScoringJobRow, error: unknown): Promise<void> {
  const end = toEnd(error)
  services.log[levelOf(end)](
    {
      scoringJobId: job.id,
      failures: job.transientFailures + (end.kind === 'retry' ? 1 : 0),
      code: end.code,
      err: end.cause,
    },
    `scoring job: ${end.kind}`,
  )
  for (;;) {
    try {
      await services.fairly(job.partnerId, () => services.database.transaction(() => writeEnd(services, job, end)))
      return
    } catch (failure) {
      if (!(failure instanceof DatabaseUnavailable) || services.draining()) throw failure
      await delay(databaseAwayRetryMs)
    }
  }
}

/** That a job waits for its turn says nothing new, however often. */
function levelOf({ kind, cause }: JobOutcome): 'debug' | 'info' | 'warn' {
  if (kind === 'snooze' && cause === undefined) return 'debug'
  return kind === 'fail' ? 'info' : 'warn'
}

function toEnd(error: unknown): JobOutcome {
  if (error instanceof JobOutcome) return error
  if (error instanceof DatabaseUnavailable) return new JobOutcome('retry', 'MAX_RETRIES_EXCEEDED', { cause: error })
  return new JobOutcome('retry', error instanceof ServiceError ? error.code : 'INTERNAL_ERROR', { cause: error })
}

async function writeEnd(services: Services, job: NamedScoringJobRow, end: JobOutcome): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  const isFinal = end.kind === 'fail' || (end.kind === 'retry' && job.transientFailures + 1 >= transientFailuresMax)
  if (isFinal) await fail(services, job, end.code)
  else {
    const waitMs =
      end.kind === 'snooze' && end.afterMs !== undefined
        ? end.afterMs
        : Math.max(
            Math.min(end.afterMs ?? 0, services.timings.retryMostMs),
            backoffMs(job.transientFailures, retryBackoff(services)),
          )
    await snoozeScoringJob(
      database,
      job.id,
      job.attempt,
      now + waitMs,
      end.kind === 'retry' ? 'transientFailure' : 'nothing',
    )
  }
}

/** 2 s, 4 s, 8 s, … at most 60 s. */
function retryBackoff({ timings }: Pick<Services, 'timings'>): Backoff {
  return { firstMs: timings.retryFirstMs, maxMs: timings.retryMostMs, jitter: 1 / 4 }
}
