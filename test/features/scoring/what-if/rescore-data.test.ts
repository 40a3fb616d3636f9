/** A rescore takes effect once and only for its owner, and is deleted with the application. */
import test from 'ava'
import type { Rescore, RescoredApplication } from '../../../../generated/types.gen.ts'
import type { Failpoint } from '../../../../src/platform/services.ts'
import { deleteNow, placesOf, still } from '../../../support/deletions.ts'
import { timings } from '../../../../src/platform/timings.ts'
import { eventCounts, fixture } from '../../../support/scoring.ts'
import { postgres, setCriteria, startScene, typescript } from './scene.ts'

const path = '/v1/jobs/job-1/rescores'

test('with an idempotency key, a rescore takes effect once, and a different page is a different request', async (t) => {
  const { harness, client } = await startScene(t)
  await client.score('job-1', 'a', { resumeUrl: fixture('strong') })
  await setCriteria(client, [typescript])
  const key = { 'Idempotency-Key': 'one' }
  const first = await client.post(path, {}, key)
  await setCriteria(client, [postgres])
  const again = await client.post(path, {}, key)
  t.is(again.headers['idempotent-replayed'], 'true')
  t.deepEqual(again.body, first.body)
  const { database } = harness.server.services
  t.is((await database.select('SELECT id FROM scoring_jobs')).length, 2)
  const other = await client.post(`${path}?cursor=a`, {}, key)
  t.is(other.body.code, 'IDEMPOTENCY_KEY_ALREADY_USED')
})

test('a process that dies before the commit leaves nothing, and a repeat with the same key does everything', async (t) => {
  let dies = false
  const failpoint = (point: Failpoint) => {
    if (dies && point === 'finishing') throw new Error('the process is gone')
  }
  const { harness, client } = await startScene(t, { overrides: { failpoint } })
  const { database } = harness.server.services
  for (const application of ['a', 'b']) await client.score('job-1', application, { resumeUrl: fixture('strong') })
  await setCriteria(client, [typescript])
  const counts = async () => [
    (await database.select('SELECT id FROM scoring_jobs')).length,
    (await eventCounts(database))['score.completed'],
    (await database.select('SELECT id FROM idempotent_answers')).length,
  ]
  t.deepEqual(await counts(), [2, 2, 0])
  const latest = () => database.select('SELECT id, latestScoringJobId FROM applications ORDER BY id')
  const before = await latest()
  dies = true
  const key = { 'Idempotency-Key': 'one' }
  t.is((await client.post(path, {}, key)).status, 500)
  t.deepEqual(await counts(), [2, 2, 0])
  t.deepEqual(await latest(), before)
  dies = false
  t.is((await client.post(path, {}, key)).body.scores.length, 2)
  t.deepEqual(await counts(), [4, 4, 1])
})

test('concurrent rescores and submissions create one score for the current criteria', async (t) => {
  const { harness, client } = await startScene(t)
  const { database } = harness.server.services
  for (const application of ['a', 'b', 'c']) await client.score('job-1', application, { resumeUrl: fixture('strong') })
  await setCriteria(client, [typescript])
  const submit = (application: string) =>
    client.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, {
      resumeUrl: fixture('strong'),
      rescore: true,
    })
  const [one, submitted, two] = await Promise.all([
    client.post(path, {}),
    submit('b'),
    client.post(path, { applicationIds: ['c', 'a', 'b'] }),
  ])
  t.deepEqual([one.status, submitted.status, two.status], [200, 202, 200])
  await client.ended(submitted.headers.location as string)
  const rows = await database.select<{ application: string; made: number }>(
    `SELECT a.externalId AS application, COUNT(*) AS made FROM scoring_jobs s JOIN applications a ON a.id = s.applicationId
      WHERE s.unbilled = 1 GROUP BY a.externalId ORDER BY a.externalId`,
  )
  const made = Object.fromEntries(rows.map(({ application, made }) => [application, Number(made)]))
  t.deepEqual([made.a, made.c], [1, 1])
  t.true((made.b ?? 0) <= 1, 'at most one score, whichever of submission and rescore came first')
  t.is((await database.select('SELECT scoringJobId FROM usage_units')).length, 4)
  const { body } = await client.get('/v1/jobs/job-1/applications/b/score')
  t.is(body.scoringJobId, submitted.body.scoringJobId)
})

test('a rescore and a simulation neither see nor change data of another partner, environment or tenant', async (t) => {
  const { harness, client, url } = await startScene(t)
  const { partnerId } = client
  const others = [
    await harness.client(),
    await harness.client({ partnerId, environment: 'PRODUCTION' }),
    await harness.client({ partnerId, tenant: 'other' }),
  ]
  await client.score('job-1', 'a', { resumeUrl: url('knowing') })
  const before = (await client.get('/v1/jobs/job-1/applications/a/score')).body
  const criteria = [typescript]
  for (const other of others) {
    t.is((await other.post(path, {})).body.code, 'JOB_NOT_FOUND')
    t.is((await other.post('/v1/jobs/job-1/criteria/simulations', { criteria })).body.code, 'JOB_NOT_FOUND')
    await setCriteria(other, criteria)
    t.is((await other.post(path, { applicationIds: ['a'] })).body.code, 'APPLICATION_NOT_FOUND')
    t.deepEqual((await other.post(path, {})).body.needsResume, [])
    t.is((await other.post('/v1/jobs/job-1/criteria/simulations', { criteria })).body.total, 0)
    // The other owner uses the same ids, and gets a different score.
    await other.score('job-1', 'a', { resumeUrl: url('operating') })
    await setCriteria(other, [postgres])
    t.deepEqual((await other.post(path, {})).body.needsResume, ['a'], 'the verdicts of another owner are not used')
  }
  t.deepEqual((await client.get('/v1/jobs/job-1/applications/a/score')).body, before)
})

test("a deleted application's rescores are removed, including rows, events and stored responses", async (t) => {
  const alone = { ...still, sweepMs: timings.sweepMs }
  const { harness, client } = await startScene(t, { overrides: { timings: alone } })
  const name = 'canary-7391'
  for (const application of [name, 'kept']) await client.score('job-1', application, { resumeUrl: fixture('strong') })
  await setCriteria(client, [typescript])
  const { body } = await client.post(path, {}, { 'Idempotency-Key': 'one' })
  t.is(body.scores.length, 2)
  const { scores } = body as Rescore
  const [{ scoringJobId }] = scores.filter(({ applicationId }) => applicationId === name) as [RescoredApplication]
  t.true((await placesOf(harness, name)).includes('table idempotent_answers'))
  const { body: done } = await deleteNow(client, harness.server.services, `/v1/jobs/job-1/applications/${name}`)
  t.is(done.deletionRequest.status, 'COMPLETED')
  for (const text of [name, scoringJobId]) t.deepEqual(await placesOf(harness, text), [])
  t.is((await client.get('/v1/jobs/job-1/applications/kept/score')).body.scoringJob.unbilled, true)
})
