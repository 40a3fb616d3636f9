/** Tasks for an engine, and the engine with a fake provider. The tasks' secret words must not appear in any failure. */
import type { ExecutionContext } from 'ava'
import { groqEngine } from '../../../workers/engines/groq/engine.ts'
import type { GenerateCriteriaTask, GenerateQuestionsTask, ScoreApplicationTask } from '../../../workers/tasks.ts'
import { type FakeGroq, startFakeGroq } from '../fakes/groq.ts'
import { monotonicMs } from '../../../src/kit/time.ts'

export const apiKey = 'gsk_neverShowThisKey'

/** Starts a fake provider that is stopped at the end of the test. */
export async function provider(t: ExecutionContext): Promise<FakeGroq> {
  const groq = await startFakeGroq()
  t.teardown(groq.close)
  return groq
}

export function engineAt(baseUrl: string) {
  return groqEngine({ name: 'groq', apiKey, baseUrl, model: 'test-model' })
}

/** The smallest task for an engine in a pool. It has no deadline, because the pool adds one. */
export const smallTask = {
  criteria: [{ id: 'cr_1', text: 'Kubernetes' }],
  resume: 'Kubernetes',
  answers: [],
  today: Date.UTC(2024, 5, 1),
  tokenBudget: 50_000,
}

export function scoringTask(changes: Partial<ScoreApplicationTask> = {}): ScoreApplicationTask {
  return {
    criteria: [
      { id: 'C1', text: 'Kubernetes in production' },
      { id: 'C2', text: 'Fluent German' },
    ],
    resume: 'secret-resume\nRan Kubernetes clusters for six years',
    answers: [{ question: 'Which languages?', answer: 'secret-answer: German since childhood' }],
    today: Date.UTC(2024, 5, 1),
    deadlineAt: monotonicMs() + 60_000,
    tokenBudget: 50_000,
    ...changes,
  }
}

export function generationTask(changes: Partial<GenerateCriteriaTask> = {}): GenerateCriteriaTask {
  const jobContext = {
    jobTitle: 'Platform engineer',
    jobDescription: 'secret-description: run our clusters',
    language: 'German',
  }
  return { jobContext, clarifications: [], deadlineAt: monotonicMs() + 60_000, tokenBudget: 50_000, ...changes }
}

/** A signal that never aborts during a test. */
export const unhurried = () => AbortSignal.timeout(60_000)

export function draft(groq: FakeGroq, task = scoringTask()) {
  return engineAt(groq.url).draftVerdicts(task, unhurried())
}

export function generate(groq: FakeGroq, task = generationTask()) {
  return engineAt(groq.url).generateCriteria(task, unhurried())
}

export function ask(groq: FakeGroq, task: GenerateQuestionsTask = generationTask()) {
  return engineAt(groq.url).generateQuestions(task, unhurried())
}
