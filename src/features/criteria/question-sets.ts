/**
 * Question sets: clarification questions about a job, which a person answers before its criteria are generated.
 *
 * A set never changes. If the process dies before the commit, there is no set, even if the engine has answered. After
 * the commit, the response is stored under the caller's idempotency key.
 */
import type { Question, QuestionSet } from '../../../generated/types.gen.ts'
import type { Owner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { toIso } from '../../kit/time.ts'
import { callerOf, ownerOf, type Reply } from '../../platform/contract/call.ts'
import { keeperOf } from '../../platform/contract/quotas.ts'
import type { Handler, Services } from '../../platform/services.ts'
import {
  findCurrentQuestionSet,
  findQuestionSet,
  insertQuestionSet,
  sweepQuestionSets,
  type QuestionSetRow,
} from '../../tables/question-sets.ts'
import { askEngine, checkJobContext } from './ask-engine.ts'
import { ensureJob } from './jobs.ts'

type Needs = Pick<Services, 'database' | 'clock'>

const guidance =
  'Answer every question. If several options can be chosen, choose all that apply. ' +
  'Your answers decide which criteria are generated and how much each of them matters.'

export const createQuestionSet: Handler<'createQuestionSet'> = async (call, services) => {
  const { jobId } = call.path
  const { jobContext } = call.body
  checkJobContext(jobContext, jobId)
  const { generationTokens: tokenBudget } = services.contract.sizes.model
  const { questions } = await askEngine(call, (signal) =>
    services.pool.generateQuestions({ jobContext, tokenBudget }, services.timings.generationTimeoutMs, signal),
  )
  return services.write(call, async (): Promise<Reply<'createQuestionSet'>> => {
    const job = await ensureJob(services, keeperOf(services, call), jobId)
    const createdAt = services.clock.now()
    const numbered = questions.map((question): Question => ({ id: newId('qn', createdAt), ...question }))
    const row: QuestionSetRow = {
      id: newId('qs', createdAt),
      tenantId: job.tenantId,
      jobId: job.id,
      questions: JSON.stringify(numbered),
      createdAt,
      expiresAt: createdAt + services.timings.questionSetKeptMs,
    }
    await insertQuestionSet(services.database, callerOf(call), row)
    const location = services.contract.locate('getQuestionSet', { jobId, questionSetId: row.id })
    return { status: 201, body: { questionSet: toQuestionSet(row, jobId) }, headers: { Location: location } }
  })
}

export const getCurrentQuestionSet: Handler<'getCurrentQuestionSet'> = async (call, { database, clock }) => {
  const { jobId } = call.path
  const row = await findCurrentQuestionSet(database, ownerOf(call), jobId, clock.now())
  if (!row) throw new ServiceError('QUESTION_SET_NOT_FOUND')
  return { status: 200, body: { questionSet: toQuestionSet(row, jobId) } }
}

export const getQuestionSet: Handler<'getQuestionSet'> = async (call, services) => {
  const { jobId, questionSetId } = call.path
  const questionSet = await getUsableSet(services, ownerOf(call), jobId, questionSetId)
  return { status: 200, body: { questionSet } }
}

/**
 * Returns a set that can be answered. @throws QUESTION_SET_NOT_FOUND if it is unknown, belongs to another job, or has
 * expired
 */
export async function getUsableSet(
  { database, clock }: Needs,
  owner: Owner,
  job: string,
  id: string,
): Promise<QuestionSet> {
  const row = await findQuestionSet(database, owner, job, id, clock.now())
  if (!row) throw new ServiceError('QUESTION_SET_NOT_FOUND')
  return toQuestionSet(row, job)
}

/** Deletes sets that have expired. */
export async function sweepExpiredSets({ database, clock }: Needs): Promise<void> {
  await sweepQuestionSets(database, clock.now())
}

function toQuestionSet({ id, questions, expiresAt }: QuestionSetRow, jobId: string): QuestionSet {
  return { id, jobId, questions: JSON.parse(questions) as Question[], expiresAt: toIso(expiresAt), guidance }
}
