/**
 * Metrics about failures: retries, lost workers, quarantine, killed reading threads, the model, webhooks, dead letters.
 */
import test, { type ExecutionContext } from 'ava'
import { createRunner } from '../../../src/features/scoring/runner.ts'
import { renewLease, rescueOrphans } from '../../../src/features/scoring/rescue.ts'
import { MINUTE } from '../../../src/kit/time.ts'
import { timings } from '../../../src/platform/timings.ts'
import { onChannel } from '../../support/broker-scene.ts'
import { startHeld } from '../../support/failpoints.ts'
import { badJson, failing, obedient, startFakeGroq, throttled } from '../../tools/fakes/groq.ts'
import { file, startResumeHost, status } from '../../tools/fakes/resume-host.ts'
import { backend, startHarness } from '../../support/harness.ts'
import { resumeLines } from '../../tools/samples/resumes.ts'
import { fixture } from '../../support/scoring.ts'
import { moves, valueOf } from '../../support/scrape.ts'
import { still } from '../../support/still-timings.ts'
import { until } from '../../tools/until.ts'
import { registerEndpoint, startWebhooks } from '../../support/webhook-scene.ts'

const soon = { ...timings, retryFirstMs: 1, retryMsMax: 5, providerRestMs: 100, sweepMs: 10 }

async function startModel(t: ExecutionContext) {
  const groq = await startFakeGroq()
  t.teardown(() => groq.close())
  const host = await startResumeHost({ '/cv.txt': file(resumeLines.join('\n')) })
  t.teardown(() => host.stop())
  const settings = { GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url, MODEL_CALLS: '4', OUTBOUND_ALLOW: host.pair }
  const { server, client: make } = await startHarness(t, { settings, overrides: { timings: soon } })
  const client = await make({ environment: 'PRODUCTION' })
  await client.generate('job-1')
  return { groq, host, server, client, url: server.adminUrl, resumeUrl: `${host.origin}/cv.txt` }
}

test('failed jobs and retries are counted separately, with their codes', async (t) => {
  const { host, groq, client, url, resumeUrl } = await startModel(t)
  await moves(
    url,
    [
      ['screening_job_outcomes_total', { outcome: 'retried', code: 'RESUME_FETCH_FAILED' }, 4],
      ['screening_job_outcomes_total', { outcome: 'failed', code: 'RESUME_FETCH_FAILED' }, 1],
      ['screening_job_attempts_total', { lane: 'singles' }, 5],
    ],
    () => {
      host.routes.set('/down.txt', status(503))
      return client.score('job-1', 'app-1', { resumeUrl: `${host.origin}/down.txt` })
    },
  )
  groq.answer(throttled('0'))
  await moves(url, [['screening_job_outcomes_total', { outcome: 'snoozed', code: 'AI_PROCESSING_FAILED' }, 1]], () =>
    client.score('job-1', 'app-2', { resumeUrl }),
  )
})

test("the model's tasks are counted with outcome and tokens, and throttling lowers the limit on concurrent calls", async (t) => {
  const { groq, client, url, resumeUrl } = await startModel(t)
  const before = await valueOf(url, 'screening_model_tokens_total', { direction: 'input' })
  t.is(await valueOf(url, 'screening_pool_limit', { pool: 'scoring' }), 4)
  groq.answer(throttled('0'), badJson, badJson, badJson)
  await moves(
    url,
    [
      ['screening_model_task_duration_seconds_count', { task: 'score', outcome: 'PROVIDER_AWAY' }, 1],
      ['screening_model_task_duration_seconds_count', { task: 'score', outcome: 'UNUSABLE_ANSWER' }, 1],
      ['screening_model_task_duration_seconds_count', { task: 'score', outcome: 'ok' }, 1],
    ],
    () => client.score('job-1', 'app-1', { resumeUrl }),
  )
  t.true((await valueOf(url, 'screening_model_tokens_total', { direction: 'input' })) > before)
  t.true((await valueOf(url, 'screening_pool_limit', { pool: 'scoring' })) < 4)
})

test('quotes that are not in the resume are counted', async (t) => {
  const { groq, client, url, resumeUrl } = await startModel(t)
  const before = await valueOf(url, 'screening_quotes_refused_total')
  groq.answer(obedient)
  await client.score('job-1', 'app-1', { resumeUrl })
  t.true((await valueOf(url, 'screening_quotes_refused_total')) > before)
})

test('a metric shows that the model is unavailable', async (t) => {
  const { groq, client, url, resumeUrl } = await startModel(t)
  t.is(await valueOf(url, 'screening_model_away'), 0)
  groq.otherwise(failing(503))
  for (let n = 0; n < 10; n += 1) await client.post(`/v1/jobs/job-1/applications/app-${n}/scoring-jobs`, { resumeUrl })
  await until('the model counts as away', async () => (await valueOf(url, 'screening_model_away')) === 1)
})

test('a file whose reading thread had to be ended is counted in the metric of kills', async (t) => {
  const { server } = await startHarness(t)
  const bytes = new TextEncoder().encode('Six years of carpentry, and of work with steel. '.repeat(20))
  const read = () =>
    server.services.pool.parseResume(
      'p_1',
      { source: { bytes }, answers: Array.from({ length: 40 }, () => 'ada@example.com '.repeat(100_000)), blind: true },
      MINUTE,
    )
  await moves(
    server.adminUrl,
    [
      ['screening_reader_kills_total', {}, 1],
      ['screening_resume_read_duration_seconds_count', { outcome: 'RESUME_PARSE_FAILED' }, 1],
    ],
    read,
  )
  t.is(await valueOf(server.adminUrl, 'screening_reader_kills_total', { format: 'unknown' }), 1)
})

test('each worker that a job loses is counted, and the time in quarantine is measured', async (t) => {
  const { harness, client, clock, arrived, letGo, services } = await startHeld(t, 'claimed')
  const url = harness.server.adminUrl
  const { body, headers } = await client.post('/v1/jobs/job-1/applications/app-1/scoring-jobs', {
    resumeUrl: fixture('strong'),
  })
  await arrived()
  await moves(url, [['screening_job_lost_workers_total', {}, 1]], async () => {
    clock.instant += still.leaseMs + 1
    await renewLease(services, 'worker_other', 1)
    await rescueOrphans(services)
  })
  letGo()
  await services.database.transaction(() =>
    services.database.execute("UPDATE scoring_jobs SET lostWorkers = 2, status = 'PENDING' WHERE id = $1", [
      body.scoringJobId,
    ]),
  )
  await moves(url, [['screening_jobs_quarantined_total', {}, 1]], () =>
    createRunner(services, 'worker_other')(body.scoringJobId),
  )
  t.is((await client.ended(headers.location as string)).body.status, 'completed')
})

test('a refused webhook is counted as a retry, and a 410 as a failure', async (t) => {
  const { harness, client, receiver } = await startWebhooks(t)
  const hook = receiver.inbox('/hook', status(500))
  await registerEndpoint(client, hook.url)
  const { adminUrl } = harness.server
  await moves(adminUrl, [['screening_webhook_attempts_total', { outcome: 'retried' }, 1]], () =>
    client.generate('job-1'),
  )
  hook.answer(status(410))
  await moves(adminUrl, [['screening_webhook_attempts_total', { outcome: 'failed' }, 1]], () =>
    client.generate('job-2'),
  )
})

if (backend === 'services') {
  test('waiting messages and dead letters are counted', async (t) => {
    const { server, settings } = await startHarness(t, { role: 'api' })
    const { adminUrl, services } = server
    const queue = `screening.${services.database.name}.singles`
    const send = (text: string) =>
      onChannel(settings.AMQP_URL as string, async (channel) => {
        channel.sendToQueue(queue, Buffer.from(text), { persistent: true })
        await channel.waitForConfirms()
      })
    await moves(adminUrl, [['screening_queue_messages', { lane: 'singles' }, 1]], () => send('no id'))
    const consumer = await services.broker.consume('singles', 1, async () => {})
    await until('it is a dead letter', async () => (await valueOf(adminUrl, 'screening_dead_letters')) === 1)
    t.is(await valueOf(adminUrl, 'screening_queue_messages'), 0)
    await consumer.stop()
  })
}
