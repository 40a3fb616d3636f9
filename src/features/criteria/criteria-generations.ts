/**
 * Generates criteria while the caller waits: an engine extracts them from a job description, and they become a new
 * version.
 */
import type { CriteriaGenerationRequest } from '../../../generated/types.gen.ts'
import type { GenerateCriteriaTask } from '../../../workers/tasks.ts'
import type { Owner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { ownerOf, type Reply } from '../../platform/contract/call.ts'
import { keeperOf } from '../../platform/contract/quotas.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { findCriteriaVersion } from '../../tables/criteria-versions.ts'
import { etagOf, makeVersion, numberCriteria, toCriteriaSet } from './criteria.ts'
import { askEngine, checkJobContext } from './ask-engine.ts'
import { toClarifications } from './question-answers.ts'
import { getUsableSet } from './question-sets.ts'
import { warningsFor } from './warnings.ts'

export const createCriteriaGeneration: Handler<'createCriteriaGeneration'> = async (call, services) => {
  const owner = keeperOf(services, call)
  const { jobId } = call.path
  const { jobContext } = call.body
  checkJobContext(jobContext, jobId)
  const clarifications = await readAnswers(services, owner, jobId, call.body)
  const {
    criteria,
    tokens,
    wishes,
    jobTitle = null,
  } = await askEngine(call, (signal) =>
    services.pool.generateCriteria(
      { jobContext, clarifications, tokenBudget: services.contract.sizes.model.generationTokens },
      services.timings.generationTimeoutMs,
      signal,
    ),
  )
  return services.write(call, async (): Promise<Reply<'createCriteriaGeneration'>> => {
    const row = await makeVersion(services, owner, jobId, numberCriteria(services, criteria), {
      audit: { ...services.engine, tokens },
      jobTitle,
    })
    const location = services.contract.locate('getCriteriaGeneration', { jobId, criteriaGenerationId: row.id })
    const warnings = warningsFor(
      criteria.map(({ text }) => text),
      wishes,
    )
    const body = { criteria: toCriteriaSet(row), ...warnings }
    return { status: 201, body, headers: { Location: location, ETag: etagOf(row) } }
  })
}

/** Returns the answered questions for the engine. @throws QUESTION_SET_NOT_FOUND, ANSWER_MISMATCH */
async function readAnswers(
  services: Pick<Services, 'database' | 'clock'>,
  owner: Owner,
  jobId: string,
  { questionSetId, answers }: Pick<CriteriaGenerationRequest, 'questionSetId' | 'answers'>,
): Promise<GenerateCriteriaTask['clarifications']> {
  if (questionSetId === undefined) return []
  const { questions } = await getUsableSet(services, owner, jobId, questionSetId)
  return answers === undefined ? [] : toClarifications(questions, answers)
}

export const getCriteriaGeneration: Handler<'getCriteriaGeneration'> = async (call, services) => {
  const { jobId, criteriaGenerationId } = call.path
  const row = await findCriteriaVersion(services.database, ownerOf(call), jobId, criteriaGenerationId)
  if (!row) throw new ServiceError('CRITERIA_VERSION_NOT_FOUND')
  return { status: 200, body: { criteria: toCriteriaSet(row) }, headers: { ETag: etagOf(row) } }
}
