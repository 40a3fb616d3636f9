/**
 * Deletions as callers see them: requests, repeats, their scope, and a tenant that is unavailable during its deletion.
 */
import test from 'ava'
import { workDeletions } from '../../../src/features/deletions/eraser.ts'
import { deleteNow, still } from '../../support/deletions.ts'
import { backend, type Client } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'
import { application, resumeUrl, start, scoreOne } from './scene.ts'

const tenant = '/v1/tenants/acme'

test('a deletion request is PENDING, then COMPLETED, and can be read at its Location', async (t) => {
  const { client, services, clock, eventsOf } = await start(t)
  await scoreOne(client)
  const { status, headers, body } = await client.send('DELETE', application)
  t.is(status, 202)
  const { id, createdAt } = body.deletionRequest
  t.is(headers.location, `/v1/deletion-requests/${id}`)
  const pending = { id, scope: 'APPLICATION', status: 'PENDING', createdAt, updatedAt: createdAt }
  t.deepEqual(body.deletionRequest, { ...pending, completedAt: null, failedAt: null, errorCode: null })
  t.deepEqual((await client.get(headers.location as string)).body, body)
  clock.instant += 5
  await workDeletions(services)
  const { deletionRequest } = (await client.get(headers.location as string)).body
  const completedAt = new Date(clock.instant).toISOString()
  t.like(deletionRequest, { id, createdAt, status: 'COMPLETED', updatedAt: completedAt, completedAt, failedAt: null })
  const events = await eventsOf()
  t.deepEqual(
    events.map(({ type }) => type),
    ['deletion.completed'],
  )
  const path = headers.location
  t.like(JSON.parse(events[0]?.body as string), { tenantId: null, data: { deletionRequestId: id, path } })
})

test('deleted data is gone as soon as the response arrives, and a new submission starts from scratch', async (t) => {
  const { client, services } = await start(t)
  const first = await scoreOne(client)
  await client.send('DELETE', application)
  t.is((await client.get(`${application}/score`)).body.code, 'APPLICATION_NOT_FOUND')
  t.is((await client.get(`${application}/scoring-jobs/${first}`)).body.code, 'SCORING_JOB_NOT_FOUND')
  const anew = await client.score('job-1', 'app-1', { resumeUrl })
  t.not(anew.body.scoringJobId, first)
  t.false(anew.body.scoringJob.isRescore)
  await workDeletions(services)
  t.deepEqual((await client.get(`${application}/score`)).body, anew.body, 'the older deletion does not affect it')
})

test('a repeat of a pending deletion gets the same deletion request, unless new data has been added since', async (t) => {
  const { client, services } = await start(t)
  await scoreOne(client)
  const remove = async () => (await client.send('DELETE', application)).body.deletionRequest.id as string
  const first = await remove()
  t.deepEqual(await Promise.all([remove(), remove(), remove()]), [first, first, first])
  await client.score('job-1', 'app-1', { resumeUrl })
  const second = await remove()
  t.not(second, first)
  t.is(await remove(), second)
  await workDeletions(services)
  for (const id of [first, second])
    t.is((await client.get(`/v1/deletion-requests/${id}`)).body.deletionRequest.status, 'COMPLETED')
  t.not(await remove(), second, 'a completed deletion is not reused')
})

test('a deletion of an unknown application or tenant is accepted, even many times concurrently', async (t) => {
  const { client, services } = await start(t)
  for (const path of [application, '/v1/tenants/nobody']) {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => (await client.send('DELETE', path)).body.deletionRequest.id as string),
    )
    t.is(new Set(ids).size, 1)
    await workDeletions(services)
    t.is((await client.get(`/v1/deletion-requests/${ids[0]}`)).body.deletionRequest.status, 'COMPLETED')
  }
  t.deepEqual(await services.database.select('SELECT id FROM tenants'), [], 'a deletion creates no tenant')
})

test('data with the same ids under another job, tenant, environment or partner remains', async (t) => {
  const { harness, client, services } = await start(t)
  const { partnerId } = client
  const others = [
    await harness.client({ partnerId, tenant: 'other' }),
    await harness.client({ partnerId, environment: 'PRODUCTION' }),
    await harness.client(),
  ]
  for (const one of [client, ...others]) await one.generate('job-1')
  await client.generate('job-2')
  const kept = [
    ...(await Promise.all(others.map((other) => submitOne(other, 'job-1')))),
    await submitOne(client, 'job-2'),
  ]
  await submitOne(client, 'job-1')
  await deleteNow(client, services, application)
  for (const read of kept) t.is((await read()).status, 200)
  await deleteNow(client, services, tenant)
  for (const read of kept.slice(0, -1)) t.is((await read()).status, 200)
})

/** Submits a resume for an application of `job`, and returns a function that reads the scoring job. */
async function submitOne(client: Client, job: string) {
  const url = client.key.startsWith('sk_test') ? resumeUrl : 'https://resumes.example/cv.pdf'
  const { headers } = await client.post(`/v1/jobs/${job}/applications/app-1/scoring-jobs`, { resumeUrl: url })
  return () => client.get(headers.location as string)
}

test('a deletion request is visible only to its partner and environment', async (t) => {
  const { harness, client } = await start(t)
  const { headers } = await client.send('DELETE', tenant)
  const { partnerId } = client
  const sameOwner = await harness.client({ partnerId, tenant: 'other' })
  t.is((await sameOwner.get(headers.location as string, { 'X-Tenant-Id': '' })).status, 200)
  for (const other of [await harness.client(), await harness.client({ partnerId, environment: 'PRODUCTION' })])
    t.is((await other.get(headers.location as string)).body.code, 'DELETION_REQUEST_NOT_FOUND')
  for (const id of ['dr_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e', 'anything'])
    t.is((await client.get(`/v1/deletion-requests/${id}`)).body.code, 'DELETION_REQUEST_NOT_FOUND')
})

test("a tenant's requests get TENANT_NOT_FOUND during its deletion, and create it again afterwards", async (t) => {
  const { harness, client, services } = await start(t)
  await scoreOne(client)
  await client.send('DELETE', tenant)
  const other = await harness.client({ partnerId: client.partnerId, tenant: 'other' })
  for (const [method, path, body] of [
    ['GET', '/v1/jobs/job-1/criteria', undefined],
    ['POST', '/v1/criteria-library', { text: 'Go', importance: 'PREFERRED' }],
    ['DELETE', application, undefined],
  ] as const) {
    const answer = await client.send(method, path, body)
    t.is(answer.body.code, 'TENANT_NOT_FOUND', path)
    t.true(Number(answer.headers['retry-after']) >= 1)
    t.true(answer.body.retryable)
  }
  t.is((await other.get('/v1/criteria-library')).status, 200)
  t.is((await client.get('/v1/usage')).body.used, 1, 'billed units remain')
  await workDeletions(services)
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'JOB_NOT_FOUND')
  t.is((await client.get('/v1/usage')).body.used, 1)
  await scoreOne(client)
})

test('a deletion erases the stored response to a submission, but not the stored response to the deletion itself', async (t) => {
  const { client, services } = await start(t)
  await client.generate('job-1')
  const submit = () => client.post(`${application}/scoring-jobs`, { resumeUrl }, { 'Idempotency-Key': 'k' })
  const remove = () => client.send('DELETE', application, undefined, { 'Idempotency-Key': 'k' })
  const first = await submit()
  const removed = await remove()
  await workDeletions(services)
  const second = await submit()
  t.is(second.headers['idempotent-replayed'], undefined, 'the stored response was erased')
  t.not(second.body.scoringJobId, first.body.scoringJobId)
  const again = await remove()
  t.is(again.headers['idempotent-replayed'], 'true')
  t.deepEqual(again.body, removed.body)
  t.is(
    (await client.get(second.headers.location as string)).status,
    200,
    'the repeated deletion does not delete the new job',
  )
})

if (backend === 'services')
  test('another server notices the deletion of a tenant on its own, without a notification', async (t) => {
    const { harness, client } = await start(t)
    const other = await harness.startAnother({ role: 'api', overrides: { timings: { ...still, closedTenantsMs: 20 } } })
    await client.send('DELETE', tenant)
    const ask = () => client.at(other.url as string).get('/v1/criteria-library')
    await until('the other server refuses the tenant', async () => (await ask()).status !== 200)
    t.is((await ask()).body.code, 'TENANT_NOT_FOUND')
  })
