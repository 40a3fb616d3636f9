/** Drafts verdicts with the embedded engine, and checks each verdict's quotes. */
import test, { type ExecutionContext } from 'ava'
import type { DraftVerdict } from '../../../../workers/engine.ts'
import { embeddedEngine } from '../../../../workers/engines/embedded/engine.ts'
import type { Verdict } from '../../../../workers/tasks.ts'

const ordinaryDay = Date.UTC(2022, 5, 1)

type Answers = { question: string; answer: string }[]

type Task = Parameters<typeof embeddedEngine.draftVerdicts>[0]

const never = new AbortController().signal

/** Returns a task for criteria with these `text` values. */
export const taskOf = (texts: string[], resume: string, answers: Answers = []) => ({
  criteria: texts.map((text, index) => ({ id: `cr_${index}`, text })),
  resume,
  answers,
  today: ordinaryDay,
  deadlineAt: 0,
  tokenBudget: 0,
})

/** Returns the verdicts on criteria with these `text` values. */
export async function draft(texts: string[], resume: string, answers: Answers = []): Promise<DraftVerdict[]> {
  return verdictsOf(taskOf(texts, resume, answers))
}

async function verdictsOf(task: Task): Promise<DraftVerdict[]> {
  const outcome = await embeddedEngine.draftVerdicts(task, never)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value.verdicts
}

/** Returns the verdict on one criterion. */
export async function draftOne(text: string, resume: string, answers: Answers = []): Promise<DraftVerdict> {
  const [verdict] = await draft([text], resume, answers)
  return verdict!
}

/**
 * Asserts that credit has one to three quotes, and that every quote is an exact, trimmed passage with at most 300
 * characters.
 */
export function assertQuotes(t: ExecutionContext, { verdict, evidence }: DraftVerdict, text: string): void {
  t.true(evidence.length <= 3)
  if (verdict === 'MET' || verdict === 'PARTIAL') t.true(evidence.length >= 1)
  for (const { quote } of evidence) t.true(text.includes(quote) && quote.trim() === quote && quote.length <= 300, quote)
}

/** Declares a test for a promise. Each case is a criterion, a resume and the expected verdict. */
export function promise(
  title: string,
  cases: [criterion: string, resume: string, expected: Verdict][],
  today = ordinaryDay,
): void {
  test(title, async (t) => {
    for (const [criterion, resume, expected] of cases) {
      const verdict = (await verdictsOf({ ...taskOf([criterion], resume), today }))[0]!
      t.is(verdict.verdict, expected, `${criterion} / ${resume}: ${verdict.reason}`)
      assertQuotes(t, verdict, resume)
    }
  })
}
