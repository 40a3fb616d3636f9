/**
 * The task that turns a job's context into clarification questions.
 *
 * Checks the engine's output before it is returned. Must never store or log a job description.
 */
import { withDeadline } from './deadlines.ts'
import type { Engine } from './engine.ts'
import { threadEngine } from './engines/thread-engine.ts'
import { questionFaults } from './checks/question-checks.ts'
import type { Cancellable, GenerateQuestionsOutcome, GenerateQuestionsTask } from './tasks.ts'

/**
 * Generates questions with this thread's engine: 3 to 6, all different, each with 2 to 6 different options.
 *
 * Fails with the same codes as `generateCriteria`.
 */
export async function generateQuestions(task: Cancellable<GenerateQuestionsTask>): Promise<GenerateQuestionsOutcome> {
  return generateQuestionsWith(await threadEngine(), task)
}

/** Generates questions with a given engine. */
export async function generateQuestionsWith(
  engine: Engine,
  task: Cancellable<GenerateQuestionsTask>,
): Promise<GenerateQuestionsOutcome> {
  const outcome = await withDeadline(task, (signal) => engine.generateQuestions(task, signal))
  if (!outcome.ok) return outcome
  const faults = questionFaults(outcome.value.questions)
  if (faults.length === 0) return outcome
  return { ok: false, code: 'UNUSABLE_ANSWER', message: `unusable questions: ${faults.join(' ')}` }
}
