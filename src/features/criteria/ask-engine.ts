/**
 * Calls an engine while the caller waits, for question sets and criteria generations.
 *
 * Nothing is stored before the engine has answered. If the process dies before that, it leaves only the lease of an
 * idempotency key, which expires.
 */
import type { EngineFailure, EngineFailureCode, NothingAsked } from '../../../workers/tasks.ts'
import { invalid, ServiceError, type ErrorCode } from '../../kit/errors.ts'
import { SECOND } from '../../kit/time.ts'
import type { Call } from '../../platform/contract/call.ts'

const codes: Record<EngineFailureCode, ErrorCode> = {
  UNUSABLE_ANSWER: 'AI_GENERATION_FAILED',
  PROVIDER_FAILED: 'AI_PROCESSING_FAILED',
  PROVIDER_AWAY: 'AI_PROCESSING_FAILED',
  TIMEOUT: 'TIMEOUT',
  TOO_LARGE: 'AI_PROCESSING_FAILED',
}

/** Checks the job context. @throws VALIDATION_ERROR if it names a different job than the path */
export function checkJobContext({ jobId }: { jobId?: string }, pathJobId: string): void {
  if (jobId !== undefined && jobId !== pathJobId) {
    throw invalid('jobContext.jobId', 'mismatch', 'must equal the jobId in the path')
  }
}

/**
 * Returns the engine's result. If the caller disconnects, the engine stops, unless the caller sent an idempotency key:
 * then the engine finishes, so that a retry gets the result.
 * @throws CRITERIA_INVALID for a job description without requirements, AI_GENERATION_FAILED, AI_PROCESSING_FAILED,
 * TIMEOUT
 */
export async function askEngine<Value>(
  call: Pick<Call, 'lease' | 'signal'>,
  ask: (signal: AbortSignal) => Promise<{ ok: true; value: Value } | EngineFailure | NothingAsked>,
): Promise<Value> {
  const signal = call.lease ? new AbortController().signal : call.signal()
  const outcome = await ask(signal)
  // The caller has disconnected; the error only prevents the result from being stored.
  if (signal.aborted) throw new ServiceError('SERVICE_UNAVAILABLE')
  if (!outcome.ok && outcome.code === 'NOTHING_ASKED') {
    const message = 'must state at least one requirement of the job'
    throw new ServiceError('CRITERIA_INVALID', {
      details: [{ field: 'jobContext.jobDescription', code: 'nothing_asked', message }],
    })
  }
  if (!outcome.ok) throw toServiceError(outcome)
  return outcome.value
}

/**
 * Converts an engine's failure to an error. The error's `Retry-After` is the wait that the provider requested. For a
 * timeout, the error's cause contains advice for the operator about slow models.
 */
function toServiceError({ code, message, retryAfterMs }: EngineFailure): ServiceError {
  const cause = new Error(code === 'TIMEOUT' ? `${message}. ${tooSlow}` : message)
  const wait = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / SECOND)) }
  return new ServiceError(codes[code], { cause, ...wait })
}

const tooSlow =
  'If this happens again, the model is too slow for generations, whose time limit MODEL_TIMEOUT does not change. Set GROQ_MODEL to a faster model, or set the criteria by hand.'
