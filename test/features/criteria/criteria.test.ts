import test from 'ava'
import { startHarness } from '../../support/harness.ts'

test('a generation creates the job and its version 1, and returns the path of the version', async (t) => {
  const client = await (await startHarness(t)).client()
  const { status, headers, body } = await client.generate('job-1')
  t.is(status, 201)
  const { criteria } = body
  t.is(headers.location, `/v1/jobs/job-1/criteria-generations/${criteria.id}`)
  t.is(headers.etag, `"${criteria.id}"`)
  t.is(criteria.version, 1)
  t.is(criteria.status, 'ACTIVE')
  t.is(criteria.audit.engine, 'embedded')
  t.deepEqual(
    criteria.criteria.map(({ order }: { order: number }) => order),
    criteria.criteria.map((_: unknown, index: number) => index),
  )
  t.true(criteria.criteria.some(({ text }: { text: string }) => /TypeScript/.test(text)))
  t.deepEqual((await client.get(headers.location as string)).body, body)
})

test('the two paths for a generation do the same', async (t) => {
  const client = await (await startHarness(t)).client()
  const jobContext = { jobDescription: 'You must have a nursing licence.' }
  const one = await client.post('/v1/jobs/a/criteria-generations', { jobContext })
  const two = await client.post('/v1/jobs/a/criteria/generate', { jobContext })
  t.deepEqual([one.status, two.status], [201, 201])
  t.is(two.body.criteria.version, 2)
  t.deepEqual(
    two.body.criteria.criteria.map(({ text }: { text: string }) => text),
    one.body.criteria.criteria.map(({ text }: { text: string }) => text),
  )
})

test('a new version becomes current, and the old one stays readable and ACTIVE', async (t) => {
  const client = await (await startHarness(t)).client()
  const first = (await client.generate('job-1')).body.criteria
  const second = (await client.generate('job-1', 'Requirements: a driving licence and 3 years as a courier')).body
    .criteria
  const current = await client.get('/v1/jobs/job-1/criteria')
  t.deepEqual(current.body.criteria, second)
  const version = await client.get('/v1/jobs/job-1/criteria/versions/current')
  t.deepEqual(version.body.criteria, second.criteria)
  t.deepEqual(version.body.version, {
    id: second.id,
    version: 2,
    status: 'ACTIVE',
    createdAt: second.createdAt,
    archivedAt: null,
  })
  t.deepEqual((await client.get(`/v1/jobs/job-1/criteria-generations/${first.id}`)).body.criteria, first)
})

test('a caller that already has the current version gets 304', async (t) => {
  const client = await (await startHarness(t)).client()
  const { etag } = (await client.generate('job-1')).headers
  for (const path of ['/v1/jobs/job-1/criteria', '/v1/jobs/job-1/criteria/versions/current']) {
    t.is((await client.get(path, { 'If-None-Match': etag as string })).status, 304)
    t.is((await client.get(path, { 'If-None-Match': '"other"' })).status, 200)
    const held = { 'If-None-Match': `"other", W/${etag}`, 'Cache-Control': 'no-cache' }
    t.is((await client.get(path, held)).status, 304)
  }
})

test('a response without an entity tag never has the status 304', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const path of ['/livez', '/readyz']) t.is((await client.get(path, { 'If-None-Match': '*' })).status, 200)
})

test('an unknown job and an unknown version have their own error codes, whatever the id looks like', async (t) => {
  const client = await (await startHarness(t)).client()
  t.is((await client.get('/v1/jobs/none/criteria')).body.code, 'JOB_NOT_FOUND')
  t.is((await client.get('/v1/jobs/none/criteria/versions/current')).body.code, 'JOB_NOT_FOUND')
  for (const id of ['cv_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e', 'x', '%F0%9F%98%80', "'%20OR%201=1", '..%2F..']) {
    const { status, body } = await client.get(`/v1/jobs/none/criteria-generations/${id}`)
    t.is(status, 404, id)
    t.is(body.code, 'CRITERIA_VERSION_NOT_FOUND')
  }
})

test("another tenant's, environment's or partner's job is not found", async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const { id } = (await client.generate('job-1')).body.criteria
  const absent = await client.get('/v1/jobs/job-2/criteria')
  for (const other of [
    await harness.client({ partnerId: client.partnerId, tenant: 'other' }),
    await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' }),
    await harness.client(),
  ]) {
    const { status, body } = await other.get('/v1/jobs/job-1/criteria')
    t.is(status, 404)
    t.deepEqual({ ...body, traceId: '' }, { ...absent.body, traceId: '' })
    t.is((await other.get(`/v1/jobs/job-1/criteria-generations/${id}`)).body.code, 'CRITERIA_VERSION_NOT_FOUND')
  }
})

test('jobContext.jobId must be the job id in the path', async (t) => {
  const client = await (await startHarness(t)).client()
  const jobContext = { jobId: 'b', jobDescription: 'Requirements: patience' }
  const { status, body } = await client.post('/v1/jobs/a/criteria-generations', { jobContext })
  t.is(status, 400)
  t.is(body.details[0].field, 'jobContext.jobId')
  t.is((await client.post('/v1/jobs/b/criteria-generations', { jobContext })).status, 201)
})

test('answers without a question set are refused, and an unknown set is not found', async (t) => {
  const client = await (await startHarness(t)).client()
  const jobContext = { jobDescription: 'Requirements: patience' }
  const answers = [{ id: 'qn_1', type: 'SINGLE_SELECT', value: 'a' }]
  t.is((await client.post('/v1/jobs/a/criteria-generations', { jobContext, answers })).body.code, 'VALIDATION_ERROR')
  t.is(
    (await client.post('/v1/jobs/a/criteria-generations', { jobContext, answers, questionSetId: 'qs_1' })).body.code,
    'QUESTION_SET_NOT_FOUND',
  )
})

test('20 concurrent generations create 20 consecutive versions, and the last one is current', async (t) => {
  const client = await (await startHarness(t)).client()
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.generate('job-1')))
  const versions = answers.map(({ body }) => body.criteria.version as number).sort((a, b) => a - b)
  t.deepEqual(
    versions,
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.criteria.version, 20)
})
