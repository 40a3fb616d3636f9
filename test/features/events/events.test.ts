import test from 'ava'
import { recordEvent, recordEvents } from '../../../src/features/events/record.ts'
import {
  batchEvent,
  deletionEvent,
  scoreEvent,
  versionEvent,
  type TerminalScoringJob,
} from '../../../src/features/events/payloads.ts'
import type { CriteriaVersionRow } from '../../../src/tables/criteria-versions.ts'
import { startHarness } from '../../support/harness.ts'
import { makeScene, newEvent, typesIn } from './scene.ts'

test("each version of a job's criteria creates one event, with the version's ids and path", async (t) => {
  const { clock, harness, client } = await makeScene(t)
  const { criteria } = (await client.generate('job-1')).body
  clock.instant += 1
  const criterion = { text: 'A driving licence', importance: 'MUST_HAVE' }
  for (let round = 0; round < 2; round += 1)
    t.is((await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [criterion] })).status, 200)
  clock.instant += harness.server.services.timings.eventFeedDelayMs
  const { data } = (await client.get('/v1/events')).body
  t.is(data.length, 2, 'a repeat of the same criteria creates no version')
  const [event, second] = data
  t.regex(event.id, /^evt_/)
  t.deepEqual(event, {
    id: event.id,
    type: 'criteria.version.created',
    timestamp: criteria.createdAt,
    apiVersion: 'v1',
    environment: 'SANDBOX',
    tenantId: 'acme',
    data: {
      criteriaVersionId: criteria.id,
      jobId: 'job-1',
      version: 1,
      path: `/v1/jobs/job-1/criteria/versions/${criteria.id}`,
    },
  })
  t.is((await client.get(event.data.path)).body.version.id, criteria.id)
  t.is(second.data.version, 2)
})

test('a partner sees the events of all its tenants in this environment, and no others', async (t) => {
  const { harness, client, record } = await makeScene(t)
  const tenant = await harness.client({ partnerId: client.partnerId, tenant: 'other' })
  await client.generate('job-1')
  await tenant.generate('job-1')
  await record()
  const tenantsIn = async (headers: Record<string, string>) => {
    const { data } = (await client.get('/v1/events', headers)).body
    return data.map(({ tenantId }: { tenantId: string }) => tenantId).sort()
  }
  t.deepEqual(await tenantsIn({}), ['acme', 'other'])
  t.deepEqual(await tenantsIn({ 'X-Tenant-Id': '' }), ['acme', 'other'], 'the tenant header is ignored')
  for (const stranger of [
    await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' }),
    await harness.client(),
  ]) {
    t.deepEqual((await stranger.get('/v1/events')).body, { data: [], nextCursor: null, hasMore: false })
  }
  const unpermitted = await harness.client({ partnerId: client.partnerId, permissions: ['scoring.read'] })
  t.is((await unpermitted.get('/v1/events')).status, 403)
})

test('an event is recorded together with its change, or not at all', async (t) => {
  const { harness, client, record } = await makeScene(t)
  const { services } = harness.server
  const undone = services.database.transaction(async () => {
    await recordEvent(services, newEvent(client))
    throw new Error('it did not happen')
  })
  await t.throwsAsync(undone, { message: 'it did not happen' })
  await record()
  t.deepEqual((await client.get('/v1/events')).body.data, [])
})

test('events of several partners that are recorded in one transaction reach the right feeds', async (t) => {
  const { harness, client, record } = await makeScene(t)
  const { services } = harness.server
  const other = await harness.client()
  const list = [newEvent(client, 'score.failed'), newEvent(other, 'batch.completed'), newEvent(client)]
  await services.database.transaction(() => recordEvents(services, list))
  await record()
  t.deepEqual(typesIn(await client.get('/v1/events')).sort(), ['deletion.completed', 'score.failed'])
  t.deepEqual(typesIn(await other.get('/v1/events')), ['batch.completed'])
})

const names = { job: 'job-1', application: 'app-1' }
const subject = { partnerId: 'p_1', environment: 'SANDBOX', tenantId: 'tenant_1' } as const
const counts = { totalJobs: 3, completedJobs: 2, failedJobs: 1 }
const ended: TerminalScoringJob = {
  ...subject,
  ...names,
  id: 'sj_1',
  applicationId: 'application_1',
  status: 'COMPLETED',
  scoreTenths: 83,
  assessment: JSON.stringify({ verdict: 'STRONG_MATCH', strengths: ['quotes of a resume'] }),
  errorCode: null,
  failure: null,
  isRescore: 0,
  criteriaVersionId: 'cv_1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
}

test('an event contains ids, states and counts, but no text of a resume', async (t) => {
  const { services } = (await startHarness(t)).server
  const path = '/v1/jobs/job-1/applications/app-1/scoring-jobs/sj_1'
  const ids = { scoringJobId: 'sj_1', jobId: 'job-1', applicationId: 'app-1', criteriaVersionId: 'cv_1' }
  const { traceparent } = ended
  const whose = { ...subject, applicationId: 'application_1', traceparent }
  t.deepEqual(scoreEvent(ended, null, services), {
    ...whose,
    type: 'score.completed',
    data: { ...ids, status: 'COMPLETED', isRescore: false, score: 8.3, verdict: 'STRONG_MATCH', path },
  })
  const failed = { status: 'FAILED', scoreTenths: null, assessment: null, errorCode: 'RESUME_ENCRYPTED' } as const
  const gone = {
    ...failed,
    errorCode: 'RESUME_FETCH_FAILED',
    failure: '{"reason":"http_status","httpStatus":404}',
  } as const
  t.like(scoreEvent({ ...ended, ...gone }, null, services).data, { retryable: false })
  t.like(scoreEvent({ ...ended, ...gone, failure: null }, null, services).data, { retryable: true })
  t.deepEqual(scoreEvent({ ...ended, ...failed, isRescore: 1 }, 'sb_1', services), {
    ...whose,
    type: 'score.failed',
    data: {
      ...ids,
      scoringBatchId: 'sb_1',
      status: 'FAILED',
      isRescore: true,
      errorCode: 'RESUME_ENCRYPTED',
      retryable: false,
      path,
    },
  })
  const batch = { ...subject, ...counts, id: 'sb_1', job: 'job-1', status: 'PARTIAL_FAILURE', traceparent } as const
  t.deepEqual(batchEvent(batch, services), {
    ...subject,
    traceparent,
    applicationId: null,
    type: 'batch.completed',
    data: {
      scoringBatchId: 'sb_1',
      jobId: 'job-1',
      status: 'PARTIAL_FAILURE',
      ...counts,
      path: '/v1/jobs/job-1/scoring-batches/sb_1',
    },
  })
  for (const [status, type] of [
    ['COMPLETED', 'deletion.completed'],
    ['FAILED', 'deletion.failed'],
  ] as const) {
    t.deepEqual(deletionEvent({ ...subject, id: 'dr_1', status }, services), {
      ...subject,
      tenantId: null,
      applicationId: null,
      type,
      data: { deletionRequestId: 'dr_1', path: '/v1/deletion-requests/dr_1' },
    })
  }
})

test('an event with the longest identifiers is far below 20 kB', async (t) => {
  const { clock, harness, record } = await makeScene(t)
  const { services } = harness.server
  const longest = '@'.repeat(128)
  const client = await harness.client({ tenant: longest })
  await client.generate(longest)
  const { partnerId } = client
  const job = { ...ended, partnerId, job: longest, application: longest }
  const owner = { partnerId, environment: 'SANDBOX', tenant: longest } as const
  const version = { id: 'cv_1', version: 1, tenantId: ended.tenantId } as CriteriaVersionRow
  clock.instant += 1
  const list = [scoreEvent(job, null, services), versionEvent(version, owner, longest, services)]
  await services.database.transaction(() => recordEvents(services, list))
  await record()
  const { data } = (await client.get('/v1/events')).body
  t.is(data.length, 3)
  t.is(data[0].tenantId, longest)
  for (const event of data) t.true(Buffer.byteLength(JSON.stringify(event)) < 4_096)
})
