/** The criteria that the embedded engine generates from a job description. */
import { embeddedEngine } from '../../../workers/engines/embedded/engine.ts'
import type { DraftCriterion, GenerateCriteriaTask } from '../../../workers/tasks.ts'

type Extra = Partial<GenerateCriteriaTask['jobContext']> & { clarifications?: GenerateCriteriaTask['clarifications'] }

const never = new AbortController().signal

export async function generate(jobDescription: string, extra: Extra = {}): Promise<DraftCriterion[]> {
  const { clarifications = [], ...context } = extra
  const task = { jobContext: { jobDescription, ...context }, clarifications, deadlineAt: 0, tokenBudget: 0 }
  const outcome = await embeddedEngine.generateCriteria(task, never)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value.criteria
}

export const line = ({ text, importance }: DraftCriterion): string => `${importance} ${text}`
