/** How other criteria would change a job's scores. */
import test from 'ava'
import type { Simulation } from '../../../../generated/types.gen.ts'
import { fixture } from '../../../support/scoring.ts'
import type { Client } from '../../../support/harness.ts'
import { kafka, kubernetes, postgres, setCriteria, startScene, typescript } from './scene.ts'

const path = '/v1/jobs/job-1/criteria/simulations'

async function simulate(client: Client, criteria: object[], query = ''): Promise<Simulation> {
  const { status, body } = await client.post(path + query, { criteria })
  if (status !== 200) throw new Error(`${status} ${body.code}`)
  return body
}

test('a simulation returns old and new scores, changes of rank, and the criteria without a verdict', async (t) => {
  const { client, url } = await startScene(t)
  const knowing = (await client.score('job-1', 'a', { resumeUrl: url('knowing') })).body
  const operating = (await client.score('job-1', 'b', { resumeUrl: url('operating') })).body
  t.true(knowing.result.score > operating.result.score)
  const { data, total, nextCursor } = await simulate(client, [{ ...kubernetes, importance: 'MUST_HAVE' }, kafka])
  t.deepEqual([total, nextCursor], [2, null])
  // Application `b` meets Kubernetes, so its score is 10 × 4 ÷ 6. The missing verdict on Kafka earns nothing, but the
  // upper end of the range assumes its full weight.
  t.deepEqual(data, [
    {
      ...{ applicationId: 'a', scoringJobId: knowing.scoringJobId, oldScore: knowing.result.score, newScore: 0 },
      ...{ newScoreRange: { low: 0, high: 10 }, oldRank: 1, newRank: 2, rankChange: -1, missing: [kafka.text] },
    },
    {
      ...{ applicationId: 'b', scoringJobId: operating.scoringJobId, oldScore: operating.result.score, newScore: 6.7 },
      ...{ newScoreRange: { low: 6.7, high: 10 }, oldRank: 2, newRank: 1, rankChange: 1, missing: [kafka.text] },
    },
  ])
})

test('a simulation calls no engine and changes no rows, usage or events', async (t) => {
  const { harness, client, url } = await startScene(t)
  await client.score('job-1', 'a', { resumeUrl: url('knowing') })
  const { database, pool } = harness.server.services
  const tables = ['scoring_jobs', 'criteria_versions', 'verdicts', 'usage_units', 'events', 'idempotent_answers']
  const counts = () => Promise.all(tables.map((table) => database.select(`SELECT COUNT(*) AS n FROM ${table}`)))
  const before = await counts()
  pool.scoreApplication = () => Promise.reject(new Error('an engine was called'))
  pool.parseResume = () => Promise.reject(new Error('a resume was read'))
  const { body } = await client.post(path, { criteria: [kafka] }, { 'Idempotency-Key': 'ignored' })
  t.deepEqual(body.data[0]?.missing, [kafka.text])
  t.deepEqual(await counts(), before)
})

test("a simulation with the job's current criteria leaves every score unchanged", async (t) => {
  const { client } = await startScene(t)
  for (const name of ['strong', 'moderate', 'weak']) await client.score('job-1', name, { resumeUrl: fixture(name) })
  const { data } = await simulate(client, [typescript, postgres, kubernetes])
  for (const { oldScore, newScore, rankChange, missing } of data)
    t.deepEqual([newScore, rankChange, missing], [oldScore, 0, []])
})

test('a simulation combines verdicts from several versions for the same resume, and never from another resume', async (t) => {
  const { harness, client, url } = await startScene(t)
  await client.score('job-1', 'a', { resumeUrl: url('knowing') })
  await setCriteria(client, [kafka])
  await client.score('job-1', 'a', { resumeUrl: url('knowing'), rescore: true })
  const missing = async () => (await simulate(client, [typescript, kafka])).data[0]?.missing
  t.deepEqual(await missing(), [])
  await client.score('job-1', 'a', { resumeUrl: url('operating'), rescore: true })
  t.deepEqual(await missing(), [typescript.text])
  const { services } = harness.server
  services.engine = { ...services.engine, promptVersion: 'next' }
  t.deepEqual(await missing(), [typescript.text, kafka.text], 'verdicts of another engine are not used')
})

test('applications are returned page by page in the order of their ids, with ranks among all of them', async (t) => {
  const { client } = await startScene(t)
  const names = ['strong', 'weak', 'moderate', 'strong', 'weak']
  for (const [index, name] of names.entries()) await client.score('job-1', `a:${index}`, { resumeUrl: fixture(name) })
  await client.score('job-1', 'failed', { resumeUrl: fixture('resume-empty') })
  const whole = await simulate(client, [typescript, postgres])
  t.is(whole.total, 5)
  t.deepEqual(
    whole.data.map(({ applicationId, oldRank }) => [applicationId, oldRank]),
    [1, 4, 3, 1, 4].map((rank, index) => [`a:${index}`, rank]),
  )
  const paged = []
  for (let query = '?limit=2'; query;) {
    const { data, nextCursor } = await simulate(client, [typescript, postgres], query)
    paged.push(...data)
    query = nextCursor === null ? '' : `?limit=2&cursor=${encodeURIComponent(nextCursor)}`
  }
  t.deepEqual(paged, whole.data)
})

test('a simulation with invalid criteria or an unknown job is refused', async (t) => {
  const { client } = await startScene(t)
  const repeated = await client.post(path, { criteria: [typescript, { ...typescript, text: ' typescript' }] })
  t.deepEqual([repeated.status, repeated.body.code], [422, 'CRITERIA_INVALID'])
  t.is((await client.post(path, { criteria: [] })).body.code, 'VALIDATION_ERROR')
  t.is((await client.post('/v1/jobs/none/criteria/simulations', { criteria: [kafka] })).body.code, 'JOB_NOT_FOUND')
})

test('each partner can run one simulation at a time in each environment', async (t) => {
  const { harness, client } = await startScene(t)
  const { counters } = harness.server.services
  const taken = await counters.acquire(`simulations:${client.partnerId}:SANDBOX`, 1, 60_000)
  const { status, body, headers } = await client.post(path, { criteria: [kafka] })
  t.deepEqual([status, body.code, body.details[0].code], [429, 'RATE_LIMITED', 'in_flight'])
  t.is(headers['retry-after'], '1')
  const other = await harness.client()
  await setCriteria(other, [kafka])
  t.is((await other.post(path, { criteria: [kafka] })).status, 200)
  const live = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  t.is(
    (await live.post(path, { criteria: [kafka] })).body.code,
    'JOB_NOT_FOUND',
    'another environment has its own slot and its own jobs',
  )
  await taken.lease?.release()
  t.is((await client.post(path, { criteria: [kafka] })).status, 200)
  t.is((await client.post(path, { criteria: [kafka] })).status, 200, 'each simulation frees its slot')
})
