import test from 'ava'
import { scoringFailures } from '../../../src/features/scoring/sandbox-fixtures.ts'
import { releaseWorker } from '../../../src/features/scoring/rescue.ts'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import { timings } from '../../../src/platform/timings.ts'
import { claimScoringJob } from '../../support/scoring.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness } from '../../support/harness.ts'
import { batchWhen, eventCounts, fixture, isClosed, submitBatch } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'

const failures = scoringFailures.map((code) => code.toLowerCase().replaceAll('_', '-'))

test("each entry in a batch of all fixtures has its fixture's outcome, in the order of the request", async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock, timings: { ...timings, sweepMs: 20 } } })
  const client = await harness.client()
  await client.generate('job-1')
  const names = ['slow', ...failures, 'strong', 'moderate', 'weak']
  const { status, headers, body } = await submitBatch(client, names)
  t.is(status, 202)
  t.true(Number(headers['retry-after']) >= 1)
  t.is(body.batch.totalJobs, names.length)
  t.is(new Set(body.scoringJobIds).size, names.length)
  const location = `/v1/jobs/job-1/scoring-batches/${body.batch.id}`
  t.is(headers.location, location)
  const { batch: open } = await batchWhen(
    client,
    location,
    ({ batch: { completedJobs, failedJobs } }) => completedJobs + failedJobs === names.length - 1,
  )
  t.is(open.status, 'IN_PROGRESS')
  t.is(open.completedAt, null)
  clock.instant += timings.slowFixtureMs
  const { batch, scoringJobs } = await batchWhen(client, location, isClosed)
  t.is(batch.status, 'PARTIAL_FAILURE')
  t.deepEqual([batch.completedJobs, batch.failedJobs], [4, failures.length])
  t.deepEqual(
    scoringJobs.map(({ id }: { id: string }) => id),
    body.scoringJobIds,
  )
  t.deepEqual(
    scoringJobs.map(({ applicationId }: { applicationId: string }) => applicationId),
    names,
  )
  for (const { applicationId, errorCode, score, assessment } of scoringJobs) {
    t.is(errorCode?.toLowerCase().replaceAll('_', '-') ?? null, failures.includes(applicationId) ? applicationId : null)
    t.is(score !== undefined, !failures.includes(applicationId))
    t.false('criteria' in (assessment ?? {}), 'quotes are only in the response of the job itself')
  }
  const { database } = harness.server.services
  const { 'score.completed': completed, 'score.failed': failed, 'batch.completed': ended } = await eventCounts(database)
  t.deepEqual([completed, failed, ended], [4, failures.length, 1])
  const [event] = await database.select<{ body: string }>(`SELECT body FROM events WHERE type = 'batch.completed'`)
  const { id: scoringBatchId, jobId, status: batchStatus, totalJobs, completedJobs, failedJobs } = batch
  const counts = { totalJobs, completedJobs, failedJobs }
  const { data } = JSON.parse(event?.body as string)
  t.deepEqual(data, { scoringBatchId, jobId, status: batchStatus, ...counts, path: location })
})

test('a batch is PENDING until a job starts, then IN_PROGRESS until the last one ends, and never goes back', async (t) => {
  const { services, client } = await start(t)
  services.dispatch = () => {}
  const { headers, body } = await submitBatch(client, ['strong', 'resume-encrypted'])
  const location = headers.location as string
  const statusNow = async () => (await client.get(location)).body.batch.status
  t.is(body.batch.status, 'PENDING')
  t.is(await statusNow(), 'PENDING')
  const [first, second] = body.scoringJobIds
  await claimScoringJob(services.database, first, 'worker_a', services.clock.now())
  t.is(await statusNow(), 'IN_PROGRESS')
  await releaseWorker(services, 'worker_a')
  t.is((await client.get(location)).body.scoringJobs[0].status, 'PENDING')
  t.is(await statusNow(), 'IN_PROGRESS')
  await runScoringJob(services, 'worker_b', first)
  t.is(await statusNow(), 'IN_PROGRESS')
  await runScoringJob(services, 'worker_b', second)
  t.is(await statusNow(), 'PARTIAL_FAILURE')
})

test('a batch is COMPLETED if all of its jobs complete, and FAILED if all of them fail', async (t) => {
  const { client } = await start(t)
  for (const [name, expected] of [
    ['weak', 'COMPLETED'],
    ['resume-empty', 'FAILED'],
  ] as const) {
    const { headers } = await submitBatch(client, [name, name, name], [`${name}-a`, `${name}-b`, `${name}-c`])
    const { batch } = await batchWhen(client, headers.location as string, isClosed)
    t.is(batch.status, expected)
  }
})

test('a batch entry whose URL is blocked becomes a failed job, and the other entries are scored', async (t) => {
  const { services, client } = await start(t)
  const blocked = { applicationId: 'blocked', resumeUrl: 'https://10.0.0.1/cv.pdf?token=secret' }
  const { headers, body } = await client.post('/v1/jobs/job-1/scoring-batches', {
    applications: [blocked, { applicationId: 'fine', resumeUrl: fixture('strong') }],
  })
  t.deepEqual([body.batch.status, body.batch.failedJobs], ['IN_PROGRESS', 1])
  const { batch, scoringJobs } = await batchWhen(client, headers.location as string, isClosed)
  t.is(batch.status, 'PARTIAL_FAILURE')
  t.deepEqual(
    scoringJobs.map(({ status, errorCode }) => [status, errorCode]),
    [
      ['FAILED', 'RESUME_URL_BLOCKED'],
      ['COMPLETED', null],
    ],
  )
  const again = await client.post('/v1/jobs/job-1/scoring-batches', { applications: [blocked] })
  t.deepEqual([again.body.batch.status, again.body.batch.failedJobs], ['FAILED', 1])
  t.is(again.headers['retry-after'], undefined)
  t.not(again.body.scoringJobIds[0], body.scoringJobIds[0])
  const events = await eventCounts(services.database)
  t.deepEqual([events['score.completed'], events['score.failed'], events['batch.completed']], [1, 2, 2])
  t.deepEqual(await services.database.select('SELECT id FROM scoring_jobs WHERE resumeUrl IS NOT NULL'), [])
})

test("a batch uses an application's latest job if it has not failed, without a new job, event or billed unit", async (t) => {
  const { services, client } = await start(t)
  const done = (await client.score('job-1', 'done', { resumeUrl: fixture('strong') })).body.scoringJobId
  const failed = (await client.score('job-1', 'failed', { resumeUrl: fixture('timeout') })).body.scoringJobId
  const first = await submitBatch(client, ['weak', 'weak'], ['done', 'failed'])
  t.is(first.body.scoringJobIds[0], done)
  t.not(first.body.scoringJobIds[1], failed)
  t.is(first.body.batch.completedJobs, 1)
  await batchWhen(client, first.headers.location as string, isClosed)
  const second = await submitBatch(client, ['weak', 'weak'], ['failed', 'done'])
  t.deepEqual(second.body.scoringJobIds, first.body.scoringJobIds.toReversed())
  t.is(second.body.batch.status, 'COMPLETED', 'all of its jobs had already ended')
  t.is(second.body.batch.completedAt, second.body.batch.createdAt)
  t.is(second.headers['retry-after'], undefined)
  const events = await eventCounts(services.database)
  t.deepEqual([events['score.completed'], events['score.failed'], events['batch.completed']], [2, 1, 2])
  t.is((await services.database.select('SELECT scoringJobId FROM usage_units')).length, 2)
})

test('a batch of another job, tenant or environment is not found, whatever its id looks like', async (t) => {
  const { harness, client } = await start(t)
  const { headers, body } = await submitBatch(client, ['strong'])
  const location = headers.location as string
  const tenant = await harness.client({ partnerId: client.partnerId, tenant: 'other' })
  const live = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  const answers = await Promise.all([
    tenant.get(location),
    live.get(location),
    client.get(location.replace('job-1', 'job-2')),
    client.get('/v1/jobs/job-1/scoring-batches/sb_1'),
    client.get(location.replace(body.batch.id, body.scoringJobIds[0])),
  ])
  t.deepEqual(
    answers.map(({ body: { code } }) => code),
    Array(5).fill('BATCH_NOT_FOUND'),
  )
})

async function start(t: Parameters<typeof startHarness>[0], overrides: object = {}) {
  const harness = await startHarness(t, { overrides: { timings: still, ...overrides } })
  const client = await harness.client()
  await client.generate('job-1')
  return { harness, client, services: harness.server.services }
}
