/** Text from callers stays out of logs, metrics, spans and error bodies, in success and in failure. */
import test from 'ava'
import { timings } from '../../../src/platform/timings.ts'
import { startFakeGroq, failing, type Behaviour } from '../../tools/fakes/groq.ts'
import { startCollector } from '../../tools/fakes/otlp-collector.ts'
import { file, startResumeHost, status } from '../../tools/fakes/resume-host.ts'
import { startReceiver } from '../../tools/fakes/webhook-receiver.ts'
import { startHarness, type Answer } from '../../support/harness.ts'
import { resumeLines } from '../../tools/samples/resumes.ts'
import { scrapeText } from '../../support/scrape.ts'
import { until } from '../../tools/until.ts'

const soon = { ...timings, retryFirstMs: 1, retryMsMax: 5, providerRestMs: 100, sweepMs: 10 }
/** Part of every text, id, query and secret that the caller sends. */
const canary = 'canary7'
const jobPath = `/v1/jobs/${canary}-job`
const applicationPath = (name: string) => `${jobPath}/applications/${canary}-${name}/scoring-jobs`

test('no caller’s text, id, key, secret or URL appears in a log, metric, span or error body, in success or failure', async (t) => {
  const collector = await startCollector(t)
  const groq = await startFakeGroq()
  t.teardown(() => groq.close())
  const resume = [...resumeLines, `Lives at ${canary} street, ${canary}@example.com`].join('\n')
  const host = await startResumeHost({
    '/cv.txt': file(resume),
    '/broken.pdf': file(`%PDF-1.7 ${canary}`),
    '/down.txt': status(503),
    '/gone.txt': status(404),
  })
  t.teardown(() => host.stop())
  const receiver = await startReceiver(t)
  const hook = receiver.inbox('/hook', (response) => response.writeHead(500).end(canary))
  const harness = await startHarness(t, {
    settings: {
      GROQ_API_KEY: `gsk_${canary}`,
      GROQ_BASE_URL: groq.url,
      OUTBOUND_ALLOW: `${host.pair},${receiver.pair}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    overrides: { timings: soon },
  })
  const { server, log } = harness
  const client = await harness.client({ tenant: `${canary}-tenant`, environment: 'PRODUCTION' })
  const refused: Answer[] = []
  const expectError = (answer: Answer) => void (t.true(answer.status >= 400), refused.push(answer))
  const submit = (name: string, path: string) =>
    client.post(applicationPath(name), {
      resumeUrl: `${host.origin}${path}?token=${canary}`,
      candidateData: { applicationAnswers: [{ question: `Why, ${canary}?`, answer: `Because of ${canary}` }] },
    })
  const settle = async (name: string, path: string) =>
    client.ended((await submit(name, path)).headers.location as string)

  await client.post('/v1/webhook-endpoints', { url: `${hook.url}?secret=${canary}`, name: canary })
  await client.generate(`${canary}-job`, `Requirements:\n- Knows ${canary}\n- 5 years of Kubernetes`)
  t.is((await settle('good', '/cv.txt')).body.status, 'completed')
  for (const path of ['/broken.pdf', '/down.txt', '/gone.txt']) {
    const { body } = await settle(path.slice(1), path)
    t.is(body.status, 'failed', path)
    refused.push({ ...body.error, body: body.error })
  }
  const repeating: Behaviour = (_request, response) =>
    void response.writeHead(400).end(`{"error":{"message":"${canary}"}}`)
  groq.answer(repeating)
  await settle('refused', '/cv.txt')
  groq.answer(repeating)
  expectError(await client.post(`${jobPath}-2/criteria-generations`, { jobContext: { jobDescription: canary } }))
  groq.answer(failing(503), failing(503), failing(503))
  await client.post(`${jobPath}-2/criteria-generations`, { jobContext: { jobDescription: `Kubernetes, ${canary}` } })

  // Requests that are refused, each by a different check.
  expectError(await client.get(`/v1/${canary}`))
  expectError(await client.get(`${jobPath}-none/criteria`))
  expectError(await client.get(`${jobPath}/criteria`, { Authorization: `Bearer sk_live_${canary}` }))
  expectError(await client.get(`${jobPath}/criteria`, { 'X-Tenant-Id': `${canary} / ${canary}` }))
  expectError(await client.post(applicationPath('bad'), `{"resumeUrl": "${canary}`))
  expectError(await client.post(applicationPath('bad'), { resumeUrl: `ftp://${canary}/${canary}` }))
  expectError(await client.post(applicationPath('bad'), { resumeUrl: [canary] }, { 'Idempotency-Key': canary }))
  expectError(await client.get(`${jobPath}/criteria`, { traceparent: `00-${canary}`, Authorization: '' }))
  await hook.arrived(3)

  // Causes a defect: the table is missing, and the database's error contains the statement.
  await server.services.database.execute('ALTER TABLE question_sets RENAME TO question_sets_gone')
  expectError(await client.get(`${jobPath}/question-sets/current`))
  await until('the defect is in the log', () => log.some((line) => line.includes('"request failed"')))

  const metrics = await scrapeText(server.adminUrl)
  await server.stop()
  const secrets = [canary, client.key]
  const leaks = (texts: string[]) => texts.filter((text) => secrets.some((secret) => text.includes(secret)))
  t.true(log.length > 20 && collector.spans.length > 20 && refused.length > 10)
  t.deepEqual(leaks(log), [], 'log')
  t.deepEqual(leaks(metrics.split('\n')), [], 'metrics')
  t.deepEqual(leaks(collector.bodies), [], 'spans')
  t.deepEqual(leaks(refused.map(({ body }) => JSON.stringify(body))), [], 'error bodies')
})
