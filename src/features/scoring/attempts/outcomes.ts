/**
 * Decides whether a claimed job fails, is retried or is snoozed after an error. Determines the number of retries and
 * the waits between them. If the process dies before it writes the outcome, the recovery task releases the job to
 * another worker.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ScoringAudit } from '../../../../generated/types.gen.ts'
import type { Tokens } from '../../../../workers/tasks.ts'
import { backoffMs, type Backoff } from '../../../kit/backoff.ts'
import { causeOf, type FailureCause } from '../../../kit/scoring/failure-cause.ts'
import { ServiceError, type ErrorCode } from '../../../kit/errors.ts'
import { SECOND } from '../../../kit/time.ts'
import { traceIdOf } from '../../../kit/traceparent.ts'
import { DatabaseUnavailable } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { snoozeScoringJob } from '../../../tables/scoring-jobs/transitions.ts'
import type { NamedScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { failInBatch } from '../completion.ts'

/**
 * `fail`: the job fails. `retry`: the job is retried; after the contract's maximum number of transient failures, it
 * fails with the last failure's code. `snooze`: the job is retried later, and this does not count as a failure.
 */
type OutcomeKind = 'fail' | 'retry' | 'snooze'

/** Thrown if a job does not complete with a score. */
export class ScoringJobOutcome extends Error {
  readonly kind: OutcomeKind
  readonly code: ErrorCode
  readonly afterMs: number | undefined
  /** Called when the job's row has been snoozed. */
  readonly onWaiting: (() => void) | undefined
  /** The tokens that the attempt used at the model's provider. */
  readonly tokens: Tokens | undefined
  /** The engine and its token use, for a job that fails with this outcome. */
  readonly audit: ScoringAudit | undefined
  /** The cause as the caller sees it. */
  readonly why: FailureCause | undefined

  constructor(kind: OutcomeKind, code: ErrorCode, options: OutcomeOptions = {}) {
    super(`${kind} ${code}`, { cause: options.cause })
    this.kind = kind
    this.code = code
    this.afterMs = options.afterMs
    this.onWaiting = options.onWaiting
    this.tokens = options.tokens
    this.audit = options.audit
    this.why = options.why
  }
}

type OutcomeOptions = {
  afterMs?: number
  onWaiting?: () => void
  cause?: unknown
  tokens?: Tokens
  audit?: ScoringAudit
  why?: FailureCause
}

/** While the database is unavailable, the worker keeps a job's outcome and tries to write it at this interval. */
const databaseAwayRetryMs = 1 * SECOND

/** Writes a job's outcome to its row. Waits while the database is unavailable, unless the process drains. */
export async function writeOutcome(services: Services, scoringJob: NamedScoringJobRow, error: unknown): Promise<void> {
  const outcome = toOutcome(error)
  services.log[levelOf(outcome)](
    {
      traceId: traceIdOf(scoringJob.traceparent),
      scoringJobId: scoringJob.id,
      attempt: scoringJob.attempt,
      failures: scoringJob.transientFailures + (outcome.kind === 'retry' ? 1 : 0),
      code: outcome.code,
      err: outcome.cause,
    },
    `scoring job: ${outcome.kind}`,
  )
  for (;;) {
    try {
      await updateScoringJob(services, scoringJob, outcome)
      return
    } catch (failure) {
      if (!(failure instanceof DatabaseUnavailable) || services.draining()) throw failure
      await delay(databaseAwayRetryMs)
    }
  }
}

/**
 * Returns the log level for an outcome. A snooze without a cause is routine, because the job only waits until it may
 * run.
 */
function levelOf({ kind, cause }: ScoringJobOutcome): 'debug' | 'info' | 'warn' {
  if (kind === 'snooze' && cause === undefined) return 'debug'
  return kind === 'fail' ? 'info' : 'warn'
}

/** Returns the outcome for an error that ended an attempt. */
export function toOutcome(error: unknown): ScoringJobOutcome {
  if (error instanceof ScoringJobOutcome) return error
  if (error instanceof DatabaseUnavailable)
    return new ScoringJobOutcome('retry', 'MAX_RETRIES_EXCEEDED', { cause: error })
  return new ScoringJobOutcome('retry', error instanceof ServiceError ? error.code : 'INTERNAL_ERROR', { cause: error })
}

async function updateScoringJob(
  services: Services,
  scoringJob: NamedScoringJobRow,
  outcome: ScoringJobOutcome,
): Promise<void> {
  const { database, clock, contract, metrics } = services
  const { failuresMax } = contract.retries.scoring
  const { kind, code: errorCode } = outcome
  const tokensLost = tokensLostBy(scoringJob, outcome)
  const count = (what: string) => metrics.jobs.outcomes.labels(what, errorCode).inc()
  const isFinal = kind === 'fail' || (kind === 'retry' && scoringJob.transientFailures + 1 >= failuresMax)
  if (isFinal) {
    const audit = outcome.audit ? JSON.stringify(outcome.audit) : null
    const cause = causeOf(outcome.why ?? {})
    const end = {
      scoringJob,
      errorCode,
      audit,
      failure: cause && JSON.stringify(cause),
      ...(tokensLost && { tokensLost }),
    }
    await failInBatch(services, scoringJob.partnerId, end)
    return count('failed')
  }
  const dueAt = clock.now() + waitMsOf(services, scoringJob, outcome)
  const cost = kind === 'retry' ? 'transientFailure' : 'nothing'
  const snooze = () => snoozeScoringJob(database, scoringJob.id, scoringJob.attempt, dueAt, cost, tokensLost)
  if (await services.fairly(scoringJob.partnerId, snooze)) outcome.onWaiting?.()
  count(kind === 'retry' ? 'retried' : 'snoozed')
}

/** Returns the tokens that this and all previous attempts used, as JSON; undefined if this attempt used none. */
function tokensLostBy({ tokensLost }: NamedScoringJobRow, { tokens }: ScoringJobOutcome): string | undefined {
  if (tokens === undefined) return undefined
  const before = JSON.parse(tokensLost ?? '{"input":0,"output":0}') as Tokens
  return JSON.stringify({ input: before.input + tokens.input, output: before.output + tokens.output } satisfies Tokens)
}

type WaitNeeds = Pick<Services, 'contract' | 'timings'>

function waitMsOf(services: WaitNeeds, scoringJob: NamedScoringJobRow, { kind, afterMs }: ScoringJobOutcome): number {
  if (kind === 'snooze' && afterMs !== undefined) return afterMs
  const askedMs = Math.min(afterMs ?? 0, services.timings.retryMsMax)
  return Math.max(askedMs, backoffMs(scoringJob.transientFailures, retryBackoff(services)))
}

function retryBackoff({ contract, timings }: WaitNeeds): Backoff {
  const { jitter } = contract.retries.scoring
  return { firstMs: timings.retryFirstMs, maxMs: timings.retryMsMax, jitter }
}
