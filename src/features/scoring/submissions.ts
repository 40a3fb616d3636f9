/**
 * Single submissions, many at once: those that arrive while a transaction runs share the next one, whichever partners
 * and tenants they come from, so that one commit and one flush serve them all.
 *
 * Each caller gets its own answer. If the process dies before the commit, nothing of the group was accepted; after it,
 * all of it was, and a repeat finds the jobs.
 */
import { LRUCache } from 'lru-cache'
import { invalid, ServiceError } from '../../kit/errors.ts'
import { SECOND } from '../../kit/time.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { callerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import { isLimit } from '../../platform/contract/quotas.ts'
import type { Handler, Services, Written } from '../../platform/services.ts'
import { accept, type Acceptance, type Accepted } from './acceptance.ts'
import { resumeUrlFault } from './resume-urls.ts'
import { toAcceptedReply } from './scoring-jobs.ts'

type SubmitCall = Call<'submitScoringJob'>
type Submitted = { reply: Reply<'submitScoringJob'>; accepted: Accepted | undefined }

/** Accepts a single submission, in one transaction with those of others that are under way. */
export const submitScoringJob: Handler<'submitScoringJob'> = Object.assign(submit, { assumesFreeKey: true as const })

async function submit(call: SubmitCall, services: Services): Promise<Reply<'submitScoringJob'>> {
  const { criteriaVersionId, rescore } = call.body
  if (criteriaVersionId !== undefined && rescore !== true)
    throw invalid('criteriaVersionId', 'dependentRequired', 'is only allowed with `rescore: true`')
  const fault = resumeUrlFault(services, callerOf(call).environment, 'resumeUrl', call.body.resumeUrl)
  if (fault) throw new ServiceError('VALIDATION_ERROR', { details: [fault] })
  const { partnerId } = callerOf(call)
  const { reply, accepted } = await withQuota(services, partnerId, (isFull) =>
    services.together(isFull ? submitEach : submitAll, partnerId, call),
  )
  await services.failpoint('committed')
  if (accepted?.isNew) services.dispatch('singles', accepted.row.partnerId)
  return reply
}

async function submitAll(services: Services, calls: SubmitCall[]): Promise<Outcome<Submitted>[]> {
  const accepted = new Map<SubmitCall, Accepted>()
  const outcomes = await services.writeAll<'submitScoringJob'>(calls, async (open) => {
    accepted.clear() // the transaction may run again after a deadlock
    const { outcomes: decided, written } = await accept(services, open.map(toAcceptance))
    const outcomes = decided.map((outcome, index): Outcome<Written<'submitScoringJob'>> => {
      if (!outcome.ok) return outcome
      const [job] = outcome.value as [Accepted]
      accepted.set(open[index] as SubmitCall, job)
      const { tenantId, applicationId } = job.row
      return { ok: true, value: { reply: toAcceptedReply(job, services), subject: { tenantId, applicationId } } }
    })
    return { outcomes, written }
  })
  return outcomes.map((outcome, index) =>
    outcome.ok
      ? { ok: true, value: { reply: outcome.value, accepted: accepted.get(calls[index] as SubmitCall) } }
      : outcome,
  )
}

/**
 * Partners that were lately refused for a quota. A refusal undoes the transaction that it is in, so their submissions get
 * one each: those of others share theirs as ever.
 */
const fullPartners = new LRUCache<string, true>({ max: 10_000, ttl: 5 * SECOND })

async function withQuota<T>(services: Services, partnerId: string, work: (isFull: boolean) => Promise<T>): Promise<T> {
  const key = `${services.database.name} ${partnerId}`
  try {
    return await work(fullPartners.has(key))
  } catch (error) {
    if (isLimit(error, 'openScoringJobs', 'keptBytes')) fullPartners.set(key, true)
    throw error
  }
}

/** One after the other, each in a transaction of its own. */
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

function toAcceptance(call: SubmitCall): Acceptance {
  const { jobId, applicationId } = call.path
  const { resumeUrl, candidateData, rescore = false, criteriaVersionId } = call.body
  const answers = candidateData?.applicationAnswers ?? []
  return {
    caller: callerOf(call),
    tenant: call.tenant as string,
    traceparent: call.traceparent,
    job: jobId,
    submissions: [{ application: applicationId, resumeUrl, answers }],
    terms: { lane: 'singles', rescore, criteriaVersionId },
  }
}
