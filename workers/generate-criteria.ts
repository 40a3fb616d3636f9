/**
 * The task that turns a job's context into criteria.
 *
 * Owns the deadline, the caller's cancellation and the last check of what an engine made. Must never
 * store or log a job description.
 */
import { criteriaFaults } from './criteria-faults.ts'
import { untilDeadline } from './deadline.ts'
import type { Engine } from './engines/engine.ts'
import { threadEngine } from './engines/thread-engine.ts'
import type { GenerateCriteriaOutcome, GenerateCriteriaTask } from './tasks.ts'

type CancellableTask = GenerateCriteriaTask & { cancel?: MessagePort }

/**
 * Criteria from this thread's engine: 1 to 30, each of 1 to 500 code points, no two alike.
 *
 * Fails with UNUSABLE_ANSWER, TIMEOUT (also when cancelled: a message on the port stops the work at
 * once), PROVIDER_AWAY or PROVIDER_FAILED.
 */
export async function generateCriteria(task: CancellableTask): Promise<GenerateCriteriaOutcome> {
  return generateCriteriaWith(await threadEngine(), task)
}

/** The same with a given engine. */
export async function generateCriteriaWith(engine: Engine, task: CancellableTask): Promise<GenerateCriteriaOutcome> {
  const { cancel, ...request } = task
  const cancelled = new AbortController()
  const onMessage = () => cancelled.abort()
  cancel?.addEventListener('message', onMessage, { once: true })
  cancel?.start()
  try {
    const signal = AbortSignal.any([cancelled.signal, untilDeadline(task.deadlineAt)])
    return checked(await engine.generateCriteria(request, signal))
  } finally {
    // An open port would keep the thread alive.
    cancel?.close()
  }
}

function checked(outcome: GenerateCriteriaOutcome): GenerateCriteriaOutcome {
  if (!outcome.ok) return outcome
  const faults = criteriaFaults(outcome.value.criteria)
  if (faults.length === 0) return outcome
  return { ok: false, code: 'UNUSABLE_ANSWER', message: `unusable criteria: ${faults.join(' ')}` }
}
