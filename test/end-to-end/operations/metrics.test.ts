/** The admin port's metrics: each one changes when it should, and labels never contain text from callers. */
import test from 'ava'
import { sumOf } from '../../../src/platform/metrics/exposition.ts'
import { timings } from '../../../src/platform/timings.ts'
import { backend, startHarness } from '../../support/harness.ts'
import { fixture, submitBatch } from '../../support/scoring.ts'
import { moves, scrape, valueOf } from '../../support/scrape.ts'
import { until } from '../../tools/until.ts'
import { registerEndpoint, startStill, startWebhooks } from '../../support/webhook-scene.ts'

const jobPath = '/v1/jobs/{jobId}/applications/{applicationId}/scoring-jobs'

test('metrics are served only on the admin port', async (t) => {
  const { server, client } = await startHarness(t)
  const answer = await fetch(`${server.adminUrl}/metrics`)
  t.is(answer.status, 200)
  t.regex(answer.headers.get('content-type') as string, /^text\/plain; version=0\.0\.4/)
  t.is((await (await client()).get('/metrics')).body.code, 'NOT_FOUND')
  t.is((await fetch(`${server.adminUrl}/metrics`, { method: 'POST' })).status, 404)
})

test('requests are counted by route template, method, bucket and status, and their duration is measured', async (t) => {
  const { server, client: make } = await startHarness(t)
  const client = await make()
  await client.generate('job-1')
  const route = '/v1/jobs/{jobId}/criteria'
  const labels = { route, method: 'get', bucket: 'criteria_current_reads' }
  await moves(
    server.adminUrl,
    [
      ['http_requests_total', { ...labels, status: '200' }, 2],
      ['http_requests_total', { ...labels, status: '404' }, 1],
      ['http_request_duration_seconds_count', { route, method: 'get' }, 3],
      ['http_requests_total', { route: 'none', method: 'other', bucket: 'none', status: '404' }, 1],
    ],
    async () => {
      for (const job of ['job-1', 'job-1', 'job-2']) await client.get(`/v1/jobs/${job}/criteria`)
      await client.get('/v1/nothing')
    },
  )
  t.true((await valueOf(server.adminUrl, 'http_request_duration_seconds_sum', { route })) > 0)
})

test('a scored job is counted in the metrics of attempts, outcomes, file formats, engine tasks and batches', async (t) => {
  const { server, client: make } = await startHarness(t)
  const client = await make()
  await client.generate('job-1')
  await moves(
    server.adminUrl,
    [
      ['http_requests_total', { route: jobPath, status: '202' }, 1],
      ['screening_job_attempts_total', { lane: 'singles' }, 1],
      ['screening_job_outcomes_total', { outcome: 'completed', code: '' }, 1],
      ['screening_job_duration_seconds_count', { lane: 'singles' }, 1],
      ['screening_resume_read_duration_seconds_count', { format: 'text', outcome: 'ok' }, 1],
      ['screening_group_size_count', { group: 'finish' }, 1],
      ['screening_group_size_sum', { group: 'submit' }, 1],
    ],
    () => client.score('job-1', 'app-1', { resumeUrl: fixture('strong') }),
  )
  await moves(
    server.adminUrl,
    [['screening_job_outcomes_total', { outcome: 'failed', code: 'RESUME_ENCRYPTED' }, 1]],
    () => client.score('job-1', 'app-2', { resumeUrl: fixture('resume-encrypted') }),
  )
  await moves(server.adminUrl, [['screening_model_task_duration_seconds_count', { task: 'criteria' }, 1]], () =>
    client.generate('job-2'),
  )
})

test('the backlog is counted by lane and state, with the age of its oldest job and delivery', async (t) => {
  const { clock, client, harness, receiver } = await startStill(t, { timings: { ...timings, sweepMs: 1e9 } })
  const { services } = harness.server
  services.dispatch = () => {}
  await registerEndpoint(client, receiver.inbox('/hook').url)
  await client.generate('job-1')
  await submitBatch(client, ['strong', 'weak'])
  clock.instant += 90_000
  const series = await scrape(harness.server.adminUrl)
  t.is(sumOf(series, 'screening_jobs', { lane: 'batches', state: 'unpublished' }), 2)
  t.is(sumOf(series, 'screening_jobs', { lane: 'singles' }), 0)
  t.is(sumOf(series, 'screening_oldest_pending_seconds'), 90)
  t.is(sumOf(series, 'screening_oldest_processing_seconds'), 0)
  t.true(sumOf(series, 'screening_webhook_deliveries', { state: 'due' }) > 0)
  t.is(sumOf(series, 'screening_oldest_webhook_delivery_seconds'), 90)
  clock.instant += 1_000
  t.is(
    await valueOf(harness.server.adminUrl, 'screening_oldest_pending_seconds'),
    91,
    'the age is that at the time of the scrape',
  )
})

test('an attempt to send a webhook is counted with its outcome and its delay', async (t) => {
  const { harness, client, receiver } = await startWebhooks(t)
  const { adminUrl } = harness.server
  await registerEndpoint(client, receiver.inbox('/hook').url)
  await moves(
    adminUrl,
    [
      ['screening_webhook_attempts_total', { outcome: 'succeeded' }, 1],
      ['screening_webhook_lag_seconds_count', {}, 1],
      ['screening_webhook_duration_seconds_count', {}, 1],
    ],
    () => client.generate('job-1'),
  )
  t.is(await valueOf(adminUrl, 'screening_webhook_lag_seconds_bucket', { le: '60' }), 1)
})

test('there are metrics for tasks in progress, pools and the process itself', async (t) => {
  const { server } = await startHarness(t)
  const series = await scrape(server.adminUrl)
  t.is(sumOf(series, 'screening_build_info', { role: 'all', engine: 'embedded', node: process.versions.node }), 1)
  for (const pool of ['bodies', 'reading', 'scoring']) t.true(sumOf(series, 'screening_pool_limit', { pool }) > 0, pool)
  t.is(sumOf(series, 'screening_database_connections_limit'), backend === 'services' ? 10 : 1)
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
    t.true(sumOf(series, name) > 0, name)
  t.is(sumOf(series, 'screening_degraded'), 0)
  const parts = series.flatMap(({ name, labels }) => (name === 'screening_degraded' ? [labels.part] : []))
  t.deepEqual(parts.toSorted(), ['broker', 'database', 'disk', 'limiter', 'model'])
})

test("while the database is unavailable, a scrape lacks only the database's figures", async (t) => {
  const { server } = await startHarness(t)
  server.services.database.select = () => Promise.reject(new Error('away'))
  const series = await until('the database counts as away', async () => {
    const found = await scrape(server.adminUrl)
    return sumOf(found, 'screening_degraded', { part: 'database' }) === 1 && found
  })
  t.false(series.some(({ name }) => name === 'screening_jobs' || name === 'screening_oldest_pending_seconds'))
  t.is(sumOf(series, 'screening_build_info'), 1)
})

test('labels only have values from fixed sets, whatever callers send', async (t) => {
  const { server, client: make } = await startHarness(t)
  const once = async (n: number) => {
    const client = await make({ tenant: `tenant-${n}` })
    await client.generate(`job-${n}`)
    await client.score(`job-${n}`, `app-${n}`, { resumeUrl: fixture('strong') })
    await client.get(`/v1/nothing-${n}`)
    await client.get(`/v1/jobs/job-${n}/criteria?odd-${n}=1`)
    await client.send('PATCH', `/v1/jobs/job-${n}/criteria`, { [`odd-${n}`]: 1 })
  }
  const namesOf = async () =>
    (await scrape(server.adminUrl))
      .filter(({ name }) => /^(http|screening)_/.test(name))
      .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
      .toSorted()
  const settled = async (completed: number) =>
    until('all is counted', async () => (await valueOf(server.adminUrl, 'screening_job_outcomes_total')) === completed)
  await once(1)
  await once(2)
  await settled(2)
  const before = await namesOf()
  for (let n = 3; n <= 6; n += 1) await once(n)
  await settled(6)
  t.deepEqual(await namesOf(), before, 'new callers, tenants, jobs and paths create no series')
})
