/**
 * What question sets and criteria generations have in common: an engine is asked while the caller waits.
 *
 * Nothing is stored before the engine has answered, so a process that dies meanwhile leaves nothing but the lease of an
 * idempotency key, which runs out.
 */
import type { EngineFailure, EngineFailureCode } from '../../../workers/tasks.ts'
import { invalid, ServiceError, type ErrorCode } from '../../kit/errors.ts'
import type { Call } from '../../platform/contract/call.ts'

/** Of one generation: 65,000 characters of any script, at a token a character and sent twice when repaired, fit. */
export const tokenBudget = 200_000

const codes: Record<EngineFailureCode, ErrorCode> = {
  UNUSABLE_ANSWER: 'AI_GENERATION_FAILED',
  PROVIDER_FAILED: 'AI_PROCESSING_FAILED',
  PROVIDER_AWAY: 'AI_PROCESSING_FAILED',
  TIMEOUT: 'TIMEOUT',
}

/** @throws VALIDATION_ERROR when the context names another job than the path */
export function checkJobContext({ jobId }: { jobId?: string }, pathJobId: string): void {
  if (jobId !== undefined && jobId !== pathJobId) {
    throw invalid('jobContext.jobId', 'mismatch', 'must be the jobId of the path')
  }
}

/**
 * What the engine made. A caller that hangs up stops it, unless it sent an idempotency key: then the work is finished for
 * its next try.
 * @throws AI_GENERATION_FAILED, AI_PROCESSING_FAILED, TIMEOUT
 */
export async function askEngine<Value>(
  call: Pick<Call, 'lease' | 'signal'>,
  ask: (signal: AbortSignal) => Promise<{ ok: true; value: Value } | EngineFailure>,
): Promise<Value> {
  const signal = call.lease ? new AbortController().signal : call.signal
  const outcome = await ask(signal)
  // Nobody reads this answer: it only keeps the result from being stored.
  if (signal.aborted) throw new ServiceError('SERVICE_UNAVAILABLE')
  if (!outcome.ok) throw new ServiceError(codes[outcome.code], { cause: new Error(outcome.message) })
  return outcome.value
}
