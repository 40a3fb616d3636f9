/** New scores for the current criteria, from stored verdicts. */
import test from 'ava'
import type { AssessedCriterion, Rescore } from '../../../../generated/types.gen.ts'
import { weigh } from '../../../../src/features/scoring/assessment.ts'
import { newId } from '../../../../src/kit/ids.ts'
import { applications, type ApplicationRow } from '../../../../src/tables/applications.ts'
import type { Client } from '../../../support/harness.ts'
import { eventCounts, fixture } from '../../../support/scoring.ts'
import { kafka, kubernetes, postgres, setCriteria, startScene, typescript } from './scene.ts'

const path = '/v1/jobs/job-1/rescores'
const latest = (application: string) => `/v1/jobs/job-1/applications/${application}/score`

async function rescore(client: Client, body?: object, query = ''): Promise<Rescore> {
  const answer = await client.post(path + query, body)
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const unmoved = { needsResume: [], inProgress: [], nextCursor: null }

test('a rescore immediately applies the current criteria to stored verdicts and quotes, and becomes the latest score', async (t) => {
  const { harness, client, url } = await startScene(t)
  const before = (await client.score('job-1', 'a', { resumeUrl: url('knowing') })).body
  await setCriteria(client, [{ ...kubernetes, importance: 'MUST_HAVE' }, typescript])
  const { scores, criteriaVersionId, ...rest } = await rescore(client, { applicationIds: ['a'] })
  t.deepEqual(rest, unmoved)
  const { body: after } = await client.get(latest('a'))
  const { scoringJob } = after
  t.deepEqual(scores, [{ applicationId: 'a', scoringJobId: after.scoringJobId, score: after.result.score }])
  t.not(after.scoringJobId, before.scoringJobId)
  t.is(scoringJob.criteriaVersionId, criteriaVersionId)
  t.deepEqual([scoringJob.status, scoringJob.isRescore, scoringJob.unbilled], ['COMPLETED', true, true])
  const { criteria } = after.result.assessment
  t.deepEqual(
    criteria.map(({ text, importance, verdict }: AssessedCriterion) => [text, importance, verdict]),
    [
      [kubernetes.text, 'MUST_HAVE', 'NO_EVIDENCE'],
      [typescript.text, 'MUST_HAVE', 'MET'],
    ],
  )
  t.is(after.result.score, weigh(criteria).scoreTenths / 10)
  const quoted = before.result.assessment.criteria.find(({ text }: AssessedCriterion) => text === typescript.text)
  t.deepEqual(criteria[1].evidence, quoted.evidence)
  const { reused, tokens, ...made } = scoringJob.audit
  t.deepEqual([reused, tokens], [2, { input: 0, output: 0 }])
  for (const [name, value] of Object.entries(made)) t.deepEqual(value, before.scoringJob.audit[name], name)
  t.is((await eventCounts(harness.server.services.database))['score.completed'], 2)
})

test('a rescore is not billed, and works even if the trial quota is exhausted', async (t) => {
  const { harness, url } = await startScene(t)
  const client = await harness.client({ plan: 'trial' })
  await setCriteria(client, [typescript, postgres])
  await client.score('job-1', 'a', { resumeUrl: url('knowing') })
  await setCriteria(client, [postgres])
  const { database, contract } = harness.server.services
  contract.trial = { scoresPerMonth: 1 }
  t.teardown(() => (contract.trial = { scoresPerMonth: 100 }))
  t.is((await rescore(client)).scores.length, 1)
  const { used, reserved } = (await client.get('/v1/usage')).body
  t.deepEqual([used, reserved], [1, 0])
  t.is((await database.select('SELECT * FROM usage_units')).length, 1)
})

test('applications that need their resume again or have a job in progress are listed and left unchanged', async (t) => {
  const { harness, client, url } = await startScene(t)
  await client.score('job-1', 'scored', { resumeUrl: url('knowing') })
  await client.score('job-1', 'failed', { resumeUrl: fixture('resume-empty') })
  harness.server.services.dispatch = () => {}
  await client.post('/v1/jobs/job-1/applications/open/scoring-jobs', { resumeUrl: url('knowing') })
  const before = (await client.get(latest('scored'))).body
  await setCriteria(client, [typescript, kafka])
  const { criteriaVersionId: _version, ...body } = await rescore(client)
  t.deepEqual(body, { scores: [], needsResume: ['failed', 'scored'], inProgress: ['open'], nextCursor: null })
  t.deepEqual((await client.get(latest('scored'))).body, before)
  t.is((await client.get(latest('open'))).body.status, 'queued')
})

test('an application whose verdicts are from another engine or prompt needs its resume again', async (t) => {
  const { harness, client, url } = await startScene(t)
  await client.score('job-1', 'a', { resumeUrl: url('knowing') })
  await setCriteria(client, [typescript])
  const { services } = harness.server
  const before = services.engine
  for (const other of [{ model: 'next' }, { promptVersion: 'next' }]) {
    services.engine = { ...before, ...other }
    t.deepEqual((await rescore(client)).needsResume, ['a'])
  }
})

test('a rescore combines verdicts from several versions, but never from an earlier resume', async (t) => {
  const { client, url } = await startScene(t)
  await client.score('job-1', 'a', { resumeUrl: url('knowing') })
  await setCriteria(client, [kafka])
  await client.score('job-1', 'a', { resumeUrl: url('knowing'), rescore: true })
  await setCriteria(client, [kafka, postgres, kubernetes])
  const [rescored] = (await rescore(client)).scores
  const { criteria } = (await client.get(latest('a'))).body.result.assessment
  t.is(rescored?.score, weigh(criteria).scoreTenths / 10)
  t.is(criteria.length, 3)
  await setCriteria(client, [typescript])
  t.is((await rescore(client)).scores.length, 1, 'verdicts from before a rescore are also found')
  await client.score('job-1', 'a', { resumeUrl: url('operating'), rescore: true })
  await setCriteria(client, [kafka])
  t.deepEqual((await rescore(client)).needsResume, ['a'])
})

test('an application whose latest score is for the current criteria keeps it, so a repeat creates nothing', async (t) => {
  const { harness, client } = await startScene(t)
  const { scoringJobId } = (await client.score('job-1', 'a', { resumeUrl: fixture('moderate') })).body
  t.is((await rescore(client)).scores[0]?.scoringJobId, scoringJobId)
  await setCriteria(client, [postgres, typescript])
  const first = await rescore(client)
  t.not(first.scores[0]?.scoringJobId, scoringJobId)
  t.deepEqual(await rescore(client), first)
  t.is((await harness.server.services.database.select('SELECT id FROM scoring_jobs')).length, 2)
})

test('the pages contain all applications in the order of their ids, and a list of ids gets results in its own order', async (t) => {
  const { harness, client } = await startScene(t)
  const names = Array.from({ length: 102 }, (_, index) => `a${String(index).padStart(3, '0')}`)
  const scored = [names[0], names[101]] as string[]
  for (const name of scored) await client.score('job-1', name, { resumeUrl: fixture('strong') })
  // The others have never been scored, because a hundred real scores would take too long on a busy machine.
  const { database } = harness.server.services
  const [like] = (await database.select<ApplicationRow>('SELECT * FROM applications')) as [ApplicationRow]
  const rows = names.slice(1, -1).map((externalId) => {
    return { ...like, id: newId('application', like.createdAt), externalId, latestScoringJobId: null }
  })
  await database.transaction(() => database.insert(applications, rows))
  await setCriteria(client, [typescript])
  const namesOf = ({ scores }: Rescore) => scores.map(({ applicationId }) => applicationId)
  const first = await rescore(client, {})
  t.deepEqual([namesOf(first), first.needsResume], [['a000'], names.slice(1, 100)])
  t.is(first.nextCursor, 'a099')
  const second = await rescore(client, {}, '?cursor=a099')
  t.deepEqual([namesOf(second), second.needsResume, second.nextCursor], [['a101'], ['a100'], null])
  t.deepEqual(namesOf(await rescore(client, { applicationIds: scored.toReversed() })), ['a101', 'a000'])
})

test('an unknown job, missing criteria or an unknown or repeated application makes the whole request fail', async (t) => {
  const { harness, client } = await startScene(t)
  await client.score('job-1', 'a', { resumeUrl: fixture('strong') })
  await setCriteria(client, [typescript])
  const refusal = async (body: object, to = path) => {
    const { status, body: problem } = await client.post(to, body)
    return [status, problem.code, problem.details?.[0].field, problem.details?.[0].code]
  }
  t.deepEqual(await refusal({}, '/v1/jobs/none/rescores'), [404, 'JOB_NOT_FOUND', undefined, undefined])
  const unknown = [404, 'APPLICATION_NOT_FOUND', 'applicationIds[1]', 'unknown']
  t.deepEqual(await refusal({ applicationIds: ['a', 'none'] }), unknown)
  t.deepEqual(await refusal({ applicationIds: ['a', 'a'] }), [400, 'VALIDATION_ERROR', 'applicationIds', 'uniqueItems'])
  t.deepEqual(await refusal({ applicationIds: ['a'] }, `${path}?cursor=a`), [
    400,
    'VALIDATION_ERROR',
    'cursor',
    'mismatch',
  ])
  t.deepEqual((await refusal({ applicationIds: [] })).slice(0, 2), [400, 'VALIDATION_ERROR'])
  const many = Array.from({ length: 101 }, (_, index) => `a${index}`)
  t.deepEqual((await refusal({ applicationIds: many })).slice(0, 2), [400, 'VALIDATION_ERROR'])
  t.is((await client.send('DELETE', '/v1/jobs/job-1/criteria')).status, 200)
  t.deepEqual((await refusal({ applicationIds: ['a'] })).slice(0, 2), [404, 'CRITERIA_NOT_FOUND'])
  t.is((await harness.server.services.database.select('SELECT id FROM scoring_jobs')).length, 1)
})

test("a rescore counts towards its bucket and its tenant's window", async (t) => {
  const { client } = await startScene(t)
  const { headers } = await client.post(path, {})
  t.is(headers['x-ratelimit-bucket'], 'scoring_intake_batch')
  t.is(Number(headers['x-ratelimit-tenant-remaining']), 99_999)
  const simulated = await client.post('/v1/jobs/job-1/criteria/simulations', { criteria: [kafka] })
  t.is(simulated.headers['x-ratelimit-bucket'], 'read_and_ops')
  t.is(simulated.headers['x-ratelimit-tenant-remaining'], undefined)
})
