/** Every engine reads a resume that states its own date as of that date, and the resume is flagged. */
import test from 'ava'
import { embeddedEngine } from '../../workers/engines/embedded/engine.ts'
import { parseResume } from '../../workers/parse-resume.ts'
import { scoreApplicationWith } from '../../workers/score-application.ts'
import type { ScoreApplicationTask } from '../../workers/tasks.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { thread } from '../tools/reading.ts'
import { engineAt, provider } from '../tools/samples/engine-tasks.ts'
import { monotonicMs } from '../../src/kit/time.ts'

const dated = 'Resume (updated January 2015)\nExperience\nWelder, Acme Steel, January 2013 - present\nWelded pipes.'
const undated = dated.replace(' (updated January 2015)', '')

const taskOf = (resume: string): ScoreApplicationTask => ({
  criteria: [{ id: 'cr_1', text: '5 years of experience as a welder' }],
  ...{ resume, answers: [], today: Date.UTC(2024, 5, 1) },
  ...{ deadlineAt: monotonicMs() + 60_000, tokenBudget: 50_000 },
})

test("the built-in engine counts a current job only up to the resume's date", async (t) => {
  const verdictOn = async (resume: string) => {
    const outcome = await scoreApplicationWith(embeddedEngine, taskOf(resume))
    return outcome.ok ? outcome.value.verdicts[0]?.verdict : outcome.code
  }
  t.deepEqual([await verdictOn(undated), await verdictOn(dated)], ['MET', 'NOT_MET'])
})

test("a model gets the resume's date as today", async (t) => {
  const groq = await provider(t)
  for (const resume of [undated, dated]) await scoreApplicationWith(engineAt(groq.url), taskOf(resume))
  const days = groq.requests.map(({ body }) => /Today is ([\d-]+)/.exec(body.messages[1]!.content)?.[1])
  t.deepEqual(days, ['2024-06-01', '2015-01-31'])
})

test('the flag does not depend on the engine', async (t) => {
  const { resume: sizes } = loadContract().sizes
  const flagsOf = async (text: string) => {
    const task = { source: { text }, answers: [], blind: true, sizes, deadlineAt: monotonicMs() + 60_000 }
    const outcome = await parseResume(task, thread)
    return outcome.ok ? outcome.value.flags : outcome.code
  }
  t.deepEqual([await flagsOf(undated), await flagsOf(dated)], [[], ['DATED_RESUME']])
})
