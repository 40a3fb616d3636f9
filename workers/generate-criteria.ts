/**
 * The task that turns a job's context into criteria.
 *
 * Checks the engine's output before it is returned. Must never store or log a job description.
 */
import { withDeadline } from './deadlines.ts'
import { criteriaFaults } from './checks/criteria-checks.ts'
import type { Engine } from './engine.ts'
import { threadEngine } from './engines/thread-engine.ts'
import { plainLineOf } from './language/markup.ts'
import type { Cancellable, GenerateCriteriaOutcome, GenerateCriteriaTask } from './tasks.ts'

/**
 * Generates criteria with this thread's engine: 1 to 30, each of 1 to 500 code points, all different.
 *
 * Fails with UNUSABLE_ANSWER, PROVIDER_AWAY, PROVIDER_FAILED or TIMEOUT. A message on the port stops the work
 * immediately, which is also a TIMEOUT.
 */
export async function generateCriteria(task: Cancellable<GenerateCriteriaTask>): Promise<GenerateCriteriaOutcome> {
  return generateCriteriaWith(await threadEngine(), task)
}

/** Generates criteria with a given engine. */
export async function generateCriteriaWith(
  engine: Engine,
  task: Cancellable<GenerateCriteriaTask>,
): Promise<GenerateCriteriaOutcome> {
  const outcome = await withDeadline(task, (signal) => engine.generateCriteria(task, signal))
  if (!outcome.ok) return outcome
  const faults = criteriaFaults(outcome.value.criteria)
  const jobTitle = plainLineOf(task.jobContext.jobTitle ?? '').slice(0, 200)
  if (faults.length === 0) return { ...outcome, value: { ...outcome.value, ...(jobTitle ? { jobTitle } : {}) } }
  return { ok: false, code: 'UNUSABLE_ANSWER', message: `unusable criteria: ${faults.join(' ')}` }
}
