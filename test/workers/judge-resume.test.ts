/** The embedded engine judges a resume in the thread that has read it. */
import test from 'ava'
import { embeddedEngine } from '../../workers/engines/embedded/engine.ts'
import { judgeResume } from '../../workers/judge-resume.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { parseResume } from '../../workers/parse-resume.ts'
import { scoreApplicationWith } from '../../workers/score-application.ts'
import { monotonicMs } from '../../src/kit/time.ts'

const text = [
  'Maria Schneider',
  'Experience',
  'Maria Schneider ran Kubernetes clusters at Globex for six years, on call.',
].join('\n')
const question = 'Do you speak German?'
const criteria = ['Experience with Kubernetes', 'Maria Schneider', 'Fluent German'].map((text, index) => ({
  id: `cr_${index}`,
  text,
}))
const asked = { criteria, today: Date.UTC(2026, 0, 1), tokenBudget: 50_000 }
const farMs = 600_000

test('the result is the same as from a separate engine, and only redacted text is used', async (t) => {
  const outcome = await parseResume(
    {
      source: { text },
      answers: ['Maria Schneider speaks fluent German.'],
      blind: true,
      sizes: loadContract().sizes.resume,
      deadlineAt: monotonicMs() + farMs,
    },
    { openSandbox: () => t.fail() },
  )
  if (!outcome.ok) return t.fail(outcome.code)
  const { resume, answers } = outcome.value
  const judged = await judgeResume(outcome.value, { ...asked, questions: [question], timeoutMs: farMs })
  const apart = await scoreApplicationWith(embeddedEngine, {
    ...{ ...asked, resume: resume.redacted, deadlineAt: monotonicMs() + farMs },
    answers: [{ question, answer: answers[0]!.redacted }],
  })
  t.deepEqual(judged, apart)
  t.like(judged, { value: { verdicts: [{ verdict: 'MET' }, { verdict: 'NO_EVIDENCE' }, { verdict: 'MET' }] } })
})
