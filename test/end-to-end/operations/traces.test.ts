/**
 * One trace id connects request, message, worker and webhook: always in the log, and in spans if there is a collector.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startCollector, type CollectedSpan } from '../../tools/fakes/otlp-collector.ts'
import { startReceiver } from '../../tools/fakes/webhook-receiver.ts'
import { backend, startHarness } from '../../support/harness.ts'
import { fixture, submitBatch } from '../../support/scoring.ts'
import { privateFolder, startProcess } from '../../tools/services/process.ts'
import { until } from '../../tools/until.ts'
import { registerEndpoint } from '../../support/webhook-scene.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const route = '/v1/jobs/{jobId}/applications/{applicationId}/scoring-jobs'

/** On the services backend, the worker is another process, so only rows and messages can carry the trace. */
async function start(t: ExecutionContext, settings: Record<string, string> = {}) {
  const receiver = await startReceiver(t)
  const isApart = backend === 'services'
  const all = { ...settings, OUTBOUND_ALLOW: receiver.pair }
  const harness = await startHarness(t, { settings: all, role: isApart ? 'api' : 'all' })
  const worker = isApart ? await harness.startAnother({ role: 'worker' }) : null
  const client = await harness.client()
  const hook = receiver.inbox('/hook')
  await client.generate('job-1')
  await registerEndpoint(client, hook.url)
  const stop = async () => {
    await worker?.stop()
    await harness.server.stop()
  }
  return { harness, client, hook, stop }
}

const linesOf = (log: string[], id: string) =>
  log.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as Record<string, unknown>)

test('a search for one trace id shows the whole history of a job: request, attempt, score, webhook', async (t) => {
  const { harness, client, hook } = await start(t)
  const path = '/v1/jobs/job-1/applications/app-1/scoring-jobs'
  const { headers, body } = await client.post(path, { resumeUrl: fixture('strong') }, { traceparent })
  t.is(headers['x-trace-id'], traceId)
  await client.ended(headers.location as string)
  await hook.arrived(1)
  const lines = await until('the webhook is in the log', () => {
    const found = linesOf(harness.log, traceId)
    return found.some(({ msg }) => msg === 'webhook delivery attempted') && found
  })
  t.deepEqual(lines.map(({ msg }) => msg).toSorted(), [
    'request',
    'scoring job: claimed',
    'scoring job: completed',
    'webhook delivery attempted',
  ])
  t.like(
    lines.find(({ msg }) => msg === 'request'),
    { route, status: 202, level: 'info' },
  )
  const completed = lines.find(({ msg }) => msg === 'scoring job: completed')
  t.like(completed, { scoringJobId: body.scoringJobId, lane: 'singles', attempt: 1, level: 'info' })
  t.deepEqual(completed?.tokens, { input: 0, output: 0 })
  t.like(
    lines.find(({ msg }) => msg === 'webhook delivery attempted'),
    { statusCode: 200, level: 'info' },
  )
})

test("a failed job, and a batch and its event, keep their request's trace id", async (t) => {
  const { harness, client, hook } = await start(t)
  const { headers } = await submitBatch(client, ['strong', 'resume-encrypted'], undefined, { traceparent })
  await client.getWhen(headers.location as string, ({ batch }) => batch.completedAt !== null)
  await hook.arrived(3)
  const tried = () => linesOf(harness.log, traceId).filter(({ msg }) => msg === 'webhook delivery attempted')
  await until('three webhooks are in the log', () => tried().length === 3)
  const failed = linesOf(harness.log, traceId).find(({ msg }) => msg === 'scoring job: fail')
  t.like(failed, { code: 'RESUME_ENCRYPTED', attempt: 1 })
})

test('a collector receives the tree of spans, from the request to the webhook', async (t) => {
  const collector = await startCollector(t)
  const { client, hook, stop } = await start(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const path = '/v1/jobs/job-1/applications/app-1/scoring-jobs'
  const { headers } = await client.post(path, { resumeUrl: fixture('strong') }, { traceparent })
  await client.ended(headers.location as string)
  await hook.arrived(1)
  await stop()
  const spans = collector.spans.filter((span) => span.traceId === traceId)
  const named = (name: string) => spans.find((span) => span.name === name) as CollectedSpan
  const parentOf = (name: string) => named(name)?.parentSpanId
  t.is(parentOf(`POST ${route}`), 'b7ad6b7169203331')
  t.is(parentOf('scoring job'), named(`POST ${route}`).spanId)
  for (const step of ['fetch', 'read', 'ask engine', 'finish', 'webhook'])
    t.is(parentOf(step), named('scoring job').spanId, step)
  t.is(spans.length, 7)
})

test('a request with a malformed traceparent starts a new trace, which its job keeps', async (t) => {
  const collector = await startCollector(t)
  const { harness, client, stop } = await start(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { headers } = await client.post(
    '/v1/jobs/job-1/applications/app-1/scoring-jobs',
    { resumeUrl: fixture('strong') },
    { traceparent: 'canary-no-trace' },
  )
  await client.ended(headers.location as string)
  await stop()
  const own = collector.spans.filter((span) => span.traceId === headers['x-trace-id'])
  t.is(own.find(({ name }) => name === `POST ${route}`)?.parentSpanId ?? '', '')
  t.true(own.some(({ name }) => name === 'scoring job'))
  t.false([...harness.log, ...collector.bodies].some((line) => line.includes('canary-no-trace')))
})

test('an unavailable collector affects no request and no job, and does not delay a shutdown', async (t) => {
  const { client, stop } = await start(t, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const { body } = await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  t.is(body.status, 'completed')
  await stop()
})

test('a server without a collector loads no tracing SDK', async (t) => {
  const recorder = join(import.meta.dirname, '../../workers/reading/sandbox/package-recorder.ts')
  const loaded = async (settings: Record<string, string>) => {
    const folder = privateFolder(t)
    const LOADED_PACKAGES = join(folder, 'loaded')
    const env = { ...settings, DATA_DIR: folder, LOADED_PACKAGES }
    await startProcess(t, env, ['node', '--import', recorder, 'src/main.ts'])
    return readFileSync(LOADED_PACKAGES, 'utf8').includes('@opentelemetry/sdk-trace')
  }
  t.false(await loaded({}))
  t.true(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }))
})
