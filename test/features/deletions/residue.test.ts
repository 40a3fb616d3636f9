/** Data that is removed without a deletion request because it is no longer needed. */
import test from 'ava'
import { placesOf, still } from '../../support/deletions.ts'
import { file, startResumeHost } from '../../tools/fakes/resume-host.ts'
import { startHarness } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'

const secret = 'token4711'

test('once a scoring job has ended, its resume URL and answers are in no row, no log line and no database file', async (t) => {
  const host = await startResumeHost({ '/cv': file('Ms Miller\n6 years of carpentry at Oak and Sons\n'.repeat(9)) })
  t.teardown(() => host.stop())
  const harness = await startHarness(t, {
    settings: { OUTBOUND_ALLOW: host.pair },
    overrides: { timings: { ...still, sweepMs: 100, oldSweepMs: 100 } },
  })
  const client = await harness.client()
  await client.generate('job-1')
  const candidateData = { applicationAnswers: [{ question: 'Password?', answer: secret }] }
  const { body } = await client.score('job-1', 'app-1', { resumeUrl: `${host.origin}/cv?key=${secret}`, candidateData })
  t.is(body.status, 'completed')
  let places: string[] = []
  const isGone = async () => (places = await placesOf(harness, secret)).length === 0
  await until('it is gone', isGone).catch((error: Error) => t.fail(`${error.message}: ${places.join()}`))
})
