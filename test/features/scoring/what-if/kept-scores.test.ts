/** Which of an application's scores are kept: the newest ones, without duplicates. */
import test from 'ava'
import { recountKept } from '../../../../src/tables/kept-recount.ts'
import { kafka, kubernetes, postgres, setCriteria, startScene, typescript } from './scene.ts'

const path = '/v1/jobs/job-1/rescores'
const latest = '/v1/jobs/job-1/applications/a/score'

test('a rescore without changes returns the existing score and makes it the latest again', async (t) => {
  const { harness, client, url } = await startScene(t)
  const { database } = harness.server.services
  const first = (await client.score('job-1', 'a', { resumeUrl: url('knowing') })).body
  await setCriteria(client, [kubernetes])
  const [made] = (await client.post(path, {})).body.scores
  const { criteriaVersionId } = first.scoringJob
  const old = { resumeUrl: url('knowing'), rescore: true, criteriaVersionId }
  t.not((await client.score('job-1', 'a', old)).body.scoringJobId, made.scoringJobId)
  const rows = () => database.select('SELECT id FROM scoring_jobs')
  const before = (await rows()).length
  for (let round = 0; round < 2; round += 1) {
    t.deepEqual((await client.post(path, {})).body.scores, [made])
    t.is((await client.get(latest)).body.scoringJobId, made.scoringJobId)
    t.is((await rows()).length, before)
  }
  const criteria = [typescript]
  const [simulated] = (await client.post('/v1/jobs/job-1/criteria/simulations', { criteria })).body.data
  t.deepEqual([simulated.scoringJobId, simulated.oldScore], [made.scoringJobId, made.score])
})

test('only the newest completed scores of an application are kept, and later rescores still find its verdicts', async (t) => {
  const { harness, client, url } = await startScene(t)
  const { services } = harness.server
  const { retention } = services.contract
  t.is(retention.scoresPerApplication, 50)
  services.contract.retention = { ...retention, scoresPerApplication: 3 }
  t.teardown(() => (services.contract.retention = retention))
  const made = [(await client.score('job-1', 'a', { resumeUrl: url('knowing') })).body.scoringJobId]
  for (let round = 0; round < 5; round += 1) {
    await setCriteria(client, [round % 2 === 0 ? postgres : typescript, kubernetes])
    const { scores, needsResume } = (await client.post(path, {})).body
    t.deepEqual(needsResume, [])
    made.push(scores[0].scoringJobId)
  }
  const { database } = services
  const kept = await database.select<{ id: string }>('SELECT id FROM scoring_jobs ORDER BY id')
  t.deepEqual(
    kept.map(({ id }) => id),
    made.slice(-3),
  )
  t.is((await client.get(latest)).body.scoringJobId, made.at(-1))
  t.is((await database.select('SELECT scoringJobId FROM usage_units')).length, 1)
  await setCriteria(client, [kafka])
  t.deepEqual((await client.post(path, {})).body.needsResume, ['a'])
  const owner = { partnerId: client.partnerId, environment: 'SANDBOX' } as const
  t.deepEqual(await recountKept(database, owner), { openScoringJobs: 0, keptBytes: 0 })
})
