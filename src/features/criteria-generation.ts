/** Criteria generation: synchronous; an engine reads criteria out of a job description and a new version holds them. */
import type { EngineFailureCode } from '../../workers/tasks.ts'
import { invalid, ServiceError, type ErrorCode } from '../kit/errors.ts'
import { ownerOf, type Reply } from '../platform/call.ts'
import type { Handler } from '../platform/services.ts'
import { findCriteriaVersion } from '../tables/criteria-versions.ts'
import { etagOf, makeVersion, numberCriteria, toCriteriaSet } from './criteria.ts'

/** Of one generation: 65,000 characters of any script, at a token a character and sent twice when repaired, fit. */
const tokenBudget = 200_000

const codes: Record<EngineFailureCode, ErrorCode> = {
  UNUSABLE_ANSWER: 'AI_GENERATION_FAILED',
  PROVIDER_FAILED: 'AI_PROCESSING_FAILED',
  PROVIDER_AWAY: 'AI_PROCESSING_FAILED',
  TIMEOUT: 'TIMEOUT',
}

export const createCriteriaGeneration: Handler<'createCriteriaGeneration'> = async (call, services) => {
  const owner = ownerOf(call)
  const { jobId } = call.path
  const { jobContext, questionSetId } = call.body
  if (jobContext.jobId !== undefined && jobContext.jobId !== jobId) {
    throw invalid('jobContext.jobId', 'mismatch', 'must be the jobId of the path')
  }
  if (questionSetId !== undefined) throw new ServiceError('QUESTION_SET_NOT_FOUND')
  // With an idempotency key the work is finished for the caller's next try, also when this one hangs up.
  const signal = call.lease ? new AbortController().signal : call.signal
  const outcome = await services.pool.generateCriteria(
    { jobContext, clarifications: [], tokenBudget },
    services.periods.generationTimeoutMs,
    signal,
  )
  // Nobody reads this answer: it only keeps the version from being made.
  if (signal.aborted) throw new ServiceError('SERVICE_UNAVAILABLE')
  if (!outcome.ok) throw new ServiceError(codes[outcome.code], { cause: new Error(outcome.message) })
  const { criteria, tokens } = outcome.value
  return services.write(call, async (): Promise<Reply<'createCriteriaGeneration'>> => {
    const row = await makeVersion(services, owner, jobId, numberCriteria(services, criteria), {
      ...services.engine,
      tokens,
    })
    const location = services.contract.locate('getCriteriaGeneration', { jobId, criteriaGenerationId: row.id })
    return { status: 201, body: { criteria: toCriteriaSet(row) }, headers: { Location: location, ETag: etagOf(row) } }
  })
}

export const getCriteriaGeneration: Handler<'getCriteriaGeneration'> = async (call, services) => {
  const { jobId, criteriaGenerationId } = call.path
  const row = await findCriteriaVersion(services.database, ownerOf(call), jobId, criteriaGenerationId)
  if (!row) throw new ServiceError('CRITERIA_VERSION_NOT_FOUND')
  return { status: 200, body: { criteria: toCriteriaSet(row) }, headers: { ETag: etagOf(row) } }
}
