/** A model that is no longer trusted: the operator sees the reason everywhere, and jobs wait. */
import test from 'ava'
import { file, startResumeHost } from '../../tools/fakes/resume-host.ts'
import { startFakeGroq } from '../../tools/fakes/groq.ts'
import { startHarness } from '../../support/harness.ts'
import { resumeLines } from '../../tools/samples/resumes.ts'
import { moves, valueOf } from '../../support/scrape.ts'
import { runProcess } from '../../tools/services/process.ts'

const criteria = Array.from({ length: 5 }, (_, at) => ({ id: `cr_${at}`, text: 'anything' }))
const unusable = { ok: false, code: 'UNUSABLE_ANSWER', message: '' } as const

test('a model whose quotes are refused is reported by /readyz, the metrics and `cli top`, and its jobs wait', async (t) => {
  const groq = await startFakeGroq()
  t.teardown(groq.close)
  const host = await startResumeHost({ '/cv.txt': file(resumeLines.join('\n')) })
  t.teardown(() => host.stop())
  const model = { GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url, OUTBOUND_ALLOW: host.pair }
  const { server, settings, client: make } = await startHarness(t, { settings: model })
  const client = await make({ environment: 'PRODUCTION' })
  await client.generate('job-1')
  const calls = groq.requests.length
  for (const resume of ['a', 'b', 'c', 'd', 'e'])
    await server.services.modelTrust!.ask({ criteria, resume }, async () => unusable)

  const ready = (await (await fetch(`${server.adminUrl}/readyz`)).json()) as { degraded: Record<string, string> }
  t.is(ready.degraded.model, "100 % of the model's quotes are not in the applications")
  t.is(await valueOf(server.adminUrl, 'screening_model_distrusted'), 1)
  t.is(await valueOf(server.adminUrl, 'screening_degraded', { part: 'model' }), 1)
  const { stdout } = await runProcess(t, settings, ['node', 'src/cli.ts', 'top', '--at', server.adminUrl])
  t.regex(stdout, /^Degraded +model$/m)
  t.regex(stdout, /^Model .*; NOT TRUSTED$/m)

  const snoozed = { outcome: 'snoozed', code: 'AI_PROCESSING_FAILED' }
  await moves(server.adminUrl, [['screening_job_outcomes_total', snoozed, 1]], () =>
    client.post('/v1/jobs/job-1/applications/app-1/scoring-jobs', { resumeUrl: `${host.origin}/cv.txt` }),
  )
  t.is(groq.requests.length, calls, 'the model is not called')
})
