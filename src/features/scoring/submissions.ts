/**
 * Accepts single submissions in batches. Submissions of all partners that arrive while a transaction runs share the
 * next transaction, with one commit and one flush.
 *
 * Each caller gets its own response. If the process dies before the commit, none of these submissions is accepted.
 * After the commit, all are accepted, and a repeated request finds the jobs.
 */
import { LRUCache } from 'lru-cache'
import type { CandidateData } from '../../../generated/types.gen.ts'
import { invalid, ServiceError } from '../../kit/errors.ts'
import { SECOND } from '../../kit/time.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { batched } from '../../platform/concurrency/batches.ts'
import { callerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import { isLimit, keeperOf } from '../../platform/contract/quotas.ts'
import type { AnswerOf, Handler, Services } from '../../platform/services.ts'
import { boundKept } from '../../tables/kept-counts.ts'
import { labelLengthMax } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { accept, type Acceptance, type Accepted, type Submission } from './acceptance.ts'
import { resumeUrlFault } from './resume-urls.ts'
import { toAcceptedReply } from './scoring-jobs.ts'

type SubmitCall = Call<'submitScoringJob'>
/** `accepted` is absent if the response was stored by an earlier request. */
type Submitted = { reply: Reply<'submitScoringJob'>; accepted?: Accepted }

/** Accepts a single submission. Concurrent submissions share a transaction. */
export const submitScoringJob: Handler<'submitScoringJob'> = async (call, services) => {
  checkBody(call, services)
  const { partnerId } = callerOf(call)
  const fullKey = fullKeyOf(services, partnerId)
  const submit = fullPartners.has(fullKey) ? submitAlone : submitInBatch
  const { reply, accepted } = await submit(services, partnerId, call).catch((error: unknown) => {
    if (isLimit(error, 'openScoringJobs', 'keptBytes')) fullPartners.set(fullKey, true)
    throw error
  })
  await services.failpoint('committed')
  if (accepted?.isNew) services.dispatch('singles', accepted.row.partnerId)
  return reply
}

const submitInBatch = batched('submit', submitAll)
const submitAlone = batched('submit_alone', submitEach)

/** Checks rules that the schema cannot express. @throws VALIDATION_ERROR */
function checkBody(call: SubmitCall, services: Services): void {
  const { criteriaVersionId, rescore, resumeUrl } = call.body
  if (criteriaVersionId !== undefined && rescore !== true)
    throw invalid('criteriaVersionId', 'dependentRequired', 'is only allowed with `rescore: true`')
  const fault = resumeUrlFault(services, callerOf(call).environment, 'resumeUrl', resumeUrl)
  if (fault) throw new ServiceError('VALIDATION_ERROR', { details: [fault] })
}

/**
 * Looks up the submissions' idempotency keys, accepts the submissions without a stored response, stores their
 * responses, and commits.
 */
async function submitAll(services: Services, calls: SubmitCall[]): Promise<Outcome<Submitted>[]> {
  const keys = services.keysOf<'submitScoringJob'>(calls)
  return services.database.transaction(async () => {
    for (const call of calls) boundKept(services.database, keeperOf(services, call))
    const outcomes = new Map<SubmitCall, Outcome<Submitted>>(await keys.lookUp())
    const open = calls.filter((call) => !outcomes.has(call))
    const acceptances = await accept(services, open.map(toAcceptance))
    const answers: AnswerOf<'submitScoringJob'>[] = []
    for (const [index, call] of open.entries()) {
      const outcome = acceptances[index] as Outcome<Accepted[]>
      if (outcome.ok) {
        const [accepted] = outcome.value as [Accepted]
        const { tenantId, applicationId } = accepted.row
        const reply = toAcceptedReply(accepted, services)
        answers.push({ call, reply, subject: { tenantId, applicationId } })
        outcomes.set(call, { ok: true, value: { reply, accepted } })
      } else outcomes.set(call, outcome)
    }
    await keys.store(answers)
    return calls.map((call) => outcomes.get(call) as Outcome<Submitted>)
  })
}

/** Accepts submissions one after the other, each in its own transaction. */
async function submitEach(services: Services, calls: SubmitCall[]): Promise<Outcome<Submitted>[]> {
  const outcomes: Outcome<Submitted>[] = []
  for (const call of calls)
    try {
      outcomes.push(...(await submitAll(services, [call])))
    } catch (error) {
      outcomes.push({ ok: false, error })
    }
  return outcomes
}

/**
 * Partners that were recently refused because of a quota. A refusal rolls back its whole transaction, so each of their
 * submissions gets its own transaction, while other partners' submissions still share one.
 */
const fullPartners = new LRUCache<string, true>({ max: 10_000, ttl: 5 * SECOND })

function fullKeyOf({ database }: Pick<Services, 'database'>, partnerId: string): string {
  return `${database.name} ${partnerId}`
}

function toAcceptance(call: SubmitCall): Acceptance {
  const { jobId, applicationId } = call.path
  const { resumeUrl, candidateData, rescore = false, criteriaVersionId } = call.body
  return {
    caller: callerOf(call),
    tenant: call.tenant as string,
    traceparent: call.traceparent,
    job: jobId,
    submissions: [{ application: applicationId, resumeUrl, ...readCandidate(candidateData) }],
    terms: { lane: 'singles', rescore, criteriaVersionId },
  }
}

/**
 * Returns the parts of `candidateData` that are stored. A label is only for display, so a submission is never refused
 * because of it.
 */
export function readCandidate({ applicationAnswers: answers = [], label }: CandidateData = {}): Pick<
  Submission,
  'answers' | 'label'
> {
  const text = typeof label === 'string' ? label.slice(0, labelLengthMax).toWellFormed().trim() : ''
  return { answers, label: text === '' ? null : text }
}
