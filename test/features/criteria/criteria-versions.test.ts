import test, { type ExecutionContext } from 'ava'
import type { CriteriaSet } from '../../../generated/types.gen.ts'
import { MINUTE, toIso } from '../../../src/kit/time.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Client, type Options } from '../../support/harness.ts'

const list = '/v1/jobs/job-1/criteria-versions'
const submissions = '/v1/jobs/job-1/applications/app-1/scoring-jobs'
const resumeUrl = 'https://fixtures.sandbox.invalid/strong'
const versionAt = (id: string) => `/v1/jobs/job-1/criteria/versions/${id}`
const archive = (client: Client, id: string) => client.send('POST', `${versionAt(id)}/archive`)
const archiveAll = (client: Client) => client.send('DELETE', '/v1/jobs/job-1/criteria')

/** Creates the next version by hand. */
async function makeVersion(t: ExecutionContext, client: Client, text: string): Promise<CriteriaSet> {
  const criteria = [{ text, importance: 'MUST_HAVE' }]
  const { status, body } = await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  t.is(status, 200)
  return body.criteria
}

/** Returns a client whose job has three versions, created a minute apart. */
async function startScene(t: ExecutionContext, options: Options = {}) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock }, ...options })
  const client = await harness.client()
  const versions: CriteriaSet[] = []
  for (const text of ['Go', 'Kafka', 'Patience']) {
    clock.instant += MINUTE
    versions.push(await makeVersion(t, client, text))
  }
  return { harness, client, clock, versions: versions as [CriteriaSet, CriteriaSet, CriteriaSet] }
}

test('versions are listed newest first, and the current one is marked', async (t) => {
  const { client, versions } = await startScene(t)
  const { status, body } = await client.get(list)
  t.is(status, 200)
  t.deepEqual(
    body.versions,
    versions.toReversed().map(({ id, version, createdAt }) => ({
      ...{ id, version, status: 'ACTIVE', createdAt, archivedAt: null },
      isCurrent: version === 3,
    })),
  )
})

test('the list of versions is empty for a job with only a question set, and fails for an unknown job', async (t) => {
  const client = await (await startHarness(t)).client()
  const jobContext = { jobDescription: 'Requirements:\n- 3 years of experience as a courier\n- A driving licence' }
  t.is((await client.post('/v1/jobs/job-1/question-sets', { jobContext })).status, 201)
  t.deepEqual((await client.get(list)).body, { versions: [] })
  t.deepEqual((await archiveAll(client)).body, { archived: 0 })
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'CRITERIA_NOT_FOUND')
  t.is((await client.get('/v1/jobs/none/criteria-versions')).body.code, 'JOB_NOT_FOUND')
})

test('a version can be read by its id and has its own entity tag', async (t) => {
  const { client, versions } = await startScene(t)
  const [{ id, version, createdAt, criteria }] = versions
  const { status, body, headers } = await client.get(versionAt(id))
  t.is(status, 200)
  t.deepEqual(body, { version: { id, version, status: 'ACTIVE', createdAt, archivedAt: null }, criteria })
  t.is(headers.etag, `"${id}"`)
  t.is((await client.get(versionAt(id), { 'If-None-Match': `"${id}"` })).status, 304)
})

test('an archived version shows when it was archived, and archiving it again changes nothing', async (t) => {
  const { client, clock, versions } = await startScene(t)
  const [{ id }] = versions
  clock.instant += MINUTE
  const archivedAt = toIso(clock.instant)
  const one = await archive(client, id)
  t.is(one.status, 200)
  t.like(one.body.version, { id, status: 'ARCHIVED', archivedAt })
  t.is(one.headers.etag, `"${id};archived"`)
  clock.instant += MINUTE
  const two = await archive(client, id)
  t.deepEqual([two.status, two.body], [200, one.body])
  const read = await client.get(versionAt(id), { 'If-None-Match': `"${id}"` })
  t.is(read.status, 200, 'the entity tag has changed')
  t.deepEqual(read.body.version, one.body.version)
  t.is((await client.get(`/v1/jobs/job-1/criteria-generations/${id}`)).body.criteria.status, 'ARCHIVED')
  t.like((await client.get(list)).body.versions.at(-1), { id, status: 'ARCHIVED', archivedAt, isCurrent: false })
})

test('the current version cannot be archived', async (t) => {
  const { client, versions } = await startScene(t)
  const { status, body } = await archive(client, versions[2].id)
  t.deepEqual([status, body.code, body.details[0].code], [422, 'CRITERIA_INVALID', 'current'])
  t.deepEqual((await client.get('/v1/jobs/job-1/criteria')).body.criteria, versions[2])
})

test("an unknown version and another job's or tenant's version get the same response", async (t) => {
  const { harness, client, versions } = await startScene(t)
  const [{ id }] = versions
  const other = await harness.client({ partnerId: client.partnerId, tenant: 'other' })
  for (const [caller, path] of [
    [client, '/v1/jobs/none/criteria/versions/cv_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e'],
    [client, `/v1/jobs/job-2/criteria/versions/${id}`],
    [client, versionAt("x'%20OR%201=1")],
    [other, versionAt(id)],
  ] as const) {
    t.is((await caller.get(path)).body.code, 'CRITERIA_VERSION_NOT_FOUND')
    t.is((await caller.send('POST', `${path}/archive`)).body.code, 'CRITERIA_VERSION_NOT_FOUND')
  }
  t.is((await other.get(list)).body.code, 'JOB_NOT_FOUND')
  t.is((await archiveAll(other)).body.code, 'JOB_NOT_FOUND')
  t.is((await client.get(versionAt(id))).body.version.status, 'ACTIVE')
})

test("archiving a job's criteria archives all of its versions, and none is current afterwards", async (t) => {
  const { client, clock, versions } = await startScene(t)
  await archive(client, versions[0].id)
  const before = (await client.get(versionAt(versions[0].id))).body.version.archivedAt
  clock.instant += MINUTE
  t.deepEqual((await archiveAll(client)).body, { archived: 2 })
  t.deepEqual((await archiveAll(client)).body, { archived: 0 })
  const listed = (await client.get(list)).body.versions as { status: string; archivedAt: string; isCurrent: boolean }[]
  t.deepEqual(
    listed.map(({ status, archivedAt, isCurrent }) => [status, archivedAt, isCurrent]),
    [toIso(clock.instant), toIso(clock.instant), before].map((archivedAt) => ['ARCHIVED', archivedAt, false]),
  )
  t.is((await client.get('/v1/jobs/job-1/criteria/versions/current')).body.code, 'CRITERIA_NOT_FOUND')
})

test('a job without a current version accepts no submission, and its next version continues the numbering', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  await archiveAll(client)
  t.is((await client.post(submissions, { resumeUrl })).body.code, 'CRITERIA_NOT_FOUND')
  t.is((await client.generate('job-1')).body.criteria.version, 2)
  t.is((await client.post(submissions, { resumeUrl })).status, 202)
  await archiveAll(client)
  const byHand = await makeVersion(t, client, 'Go')
  t.deepEqual([byHand.version, byHand.status], [3, 'ACTIVE'])
})

test('a rescore may use an older version until it is archived, and the scores remain afterwards', async (t) => {
  const client = await (await startHarness(t)).client()
  const older = await makeVersion(t, client, 'Go')
  await makeVersion(t, client, 'Kafka')
  const pinned = { resumeUrl, rescore: true, criteriaVersionId: older.id }
  const scored = await client.score('job-1', 'app-1', pinned)
  t.is(scored.body.scoringJob.criteriaVersionId, older.id)
  t.is((await archive(client, older.id)).status, 200)
  const { status, body } = await client.post(submissions, pinned)
  t.deepEqual([status, body.code, body.details[0].code], [422, 'CRITERIA_INVALID', 'archived'])
  t.deepEqual((await client.get('/v1/jobs/job-1/applications/app-1/score')).body, scored.body)
})
