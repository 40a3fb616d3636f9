import test, { type ExecutionContext } from 'ava'
import { recordEvent, recordEvents, type NewEvent } from '../../src/features/events/record.ts'
import { sweepOldEvents } from '../../src/features/events/feed.ts'
import {
  batchEvent,
  deletionEvent,
  scoreEvent,
  versionEvent,
  type TerminalScoringJob,
} from '../../src/features/events/payloads.ts'
import type { CriteriaVersionRow } from '../../src/tables/criteria-versions.ts'
import { HandClock } from '../support/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client, type Harness } from '../support/harness.ts'

type Scene = { clock: HandClock; harness: Harness; client: Client; record: (...kinds: Kind[]) => Promise<void> }
type Kind = NewEvent['type']

/** `record` lets things happen to the client's partner, a millisecond apart, and then goes past the feed's delay. */
async function makeScene(t: ExecutionContext): Promise<Scene> {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { services } = harness.server
  const record = async (...kinds: Kind[]) => {
    for (const type of kinds) {
      clock.instant += 1
      await services.database.transaction(() => recordEvent(services, newEvent(client, type)))
    }
    clock.instant += services.timings.eventFeedDelayMs
  }
  return { clock, harness, client, record }
}

function newEvent({ partnerId }: Client, type: Kind = 'deletion.completed'): NewEvent {
  return { type, partnerId, environment: 'SANDBOX', tenantId: null, applicationId: null, data: { type } }
}

const typesIn = ({ body }: Answer) => body.data.map(({ type }: { type: string }) => type) as string[]

test("each version of a job's criteria is one event: its ids and the path that reads it", async (t) => {
  const { clock, harness, client } = await makeScene(t)
  const { criteria } = (await client.generate('job-1')).body
  clock.instant += 1
  const criterion = { text: 'A driving licence', importance: 'MUST_HAVE' }
  for (let round = 0; round < 2; round += 1)
    t.is((await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [criterion] })).status, 200)
  clock.instant += harness.server.services.timings.eventFeedDelayMs
  const { data } = (await client.get('/v1/events')).body
  t.is(data.length, 2, 'the same criteria a second time are no new version')
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

test('what is younger than ten seconds is not in the feed yet', async (t) => {
  const { clock, client, record } = await makeScene(t)
  await record('score.completed')
  clock.instant -= 1
  t.deepEqual((await client.get('/v1/events')).body, { data: [], nextCursor: null })
  clock.instant += 1
  t.deepEqual(typesIn(await client.get('/v1/events')), ['score.completed'])
})

test('the feed is oldest first, and its cursor goes on from where it ended, also when there was nothing more', async (t) => {
  const { client, record } = await makeScene(t)
  const kinds: Kind[] = ['score.completed', 'score.failed', 'batch.completed', 'deletion.failed', 'deletion.completed']
  await record(...kinds)
  const pages: string[][] = []
  let cursor = ''
  for (;;) {
    const page = await client.get(`/v1/events?limit=2${cursor && `&cursor=${cursor}`}`)
    if (page.body.data.length === 0) {
      t.is(page.body.nextCursor, cursor)
      break
    }
    pages.push(typesIn(page))
    cursor = page.body.nextCursor
  }
  t.deepEqual(pages, [kinds.slice(0, 2), kinds.slice(2, 4), kinds.slice(4)])
  await record('score.failed')
  t.deepEqual(typesIn(await client.get(`/v1/events?cursor=${cursor}`)), ['score.failed'])
})

test('the feed can be of some kinds alone, in the order of all', async (t) => {
  const { client, record } = await makeScene(t)
  await record('score.failed', 'score.completed', 'batch.completed', 'score.failed', 'batch.completed')
  const wanted = '/v1/events?types=batch.completed,score.failed,batch.completed'
  t.deepEqual(typesIn(await client.get(wanted)), ['score.failed', 'batch.completed', 'score.failed', 'batch.completed'])
  const first = await client.get(`${wanted}&limit=3`)
  t.deepEqual(typesIn(first), ['score.failed', 'batch.completed', 'score.failed'])
  t.deepEqual(typesIn(await client.get(`${wanted}&limit=3&cursor=${first.body.nextCursor}`)), ['batch.completed'])
  t.is((await client.get('/v1/events?types=score.lost')).status, 400)
  t.is((await client.get('/v1/events?types=webhook.test')).status, 400)
})

test('a cursor that is none of this list is refused', async (t) => {
  const { client } = await makeScene(t)
  const foreign = Buffer.from('we_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e').toString('base64url')
  for (const cursor of ['x', foreign, 'evt_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e']) {
    const { status, body } = await client.get(`/v1/events?cursor=${cursor}`)
    t.is(status, 400)
    t.is(body.details[0].field, 'cursor')
  }
})

test('a partner sees the events of all its tenants in this environment, and of nobody else', async (t) => {
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
  t.deepEqual(await tenantsIn({ 'X-Tenant-Id': '' }), ['acme', 'other'], 'the tenant header is not looked at')
  for (const stranger of [
    await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' }),
    await harness.client(),
  ]) {
    t.deepEqual((await stranger.get('/v1/events')).body, { data: [], nextCursor: null })
  }
  const unpermitted = await harness.client({ partnerId: client.partnerId, permissions: ['scoring.read'] })
  t.is((await unpermitted.get('/v1/events')).status, 403)
})

test('an event is recorded with what happened or not at all', async (t) => {
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

test('what happened to several partners at once reaches each in its own feed', async (t) => {
  const { harness, client, record } = await makeScene(t)
  const { services } = harness.server
  const other = await harness.client()
  const list = [newEvent(client, 'score.failed'), newEvent(other, 'batch.completed'), newEvent(client)]
  await services.database.transaction(() => recordEvents(services, list))
  await record()
  t.deepEqual(typesIn(await client.get('/v1/events')).sort(), ['deletion.completed', 'score.failed'])
  t.deepEqual(typesIn(await other.get('/v1/events')), ['batch.completed'])
})

test('the feed shows an event as it is stored for its deliveries, byte for byte', async (t) => {
  const { harness, client, record } = await makeScene(t)
  await client.generate('job-1')
  await record('score.completed')
  const stored = await harness.server.services.database.select<{ body: string }>('SELECT body FROM events ORDER BY id')
  const { data } = (await client.get('/v1/events')).body
  t.deepEqual(
    data.map((event: object) => JSON.stringify(event)),
    stored.map(({ body }) => body),
  )
})

test('events are kept 30 days, and a cursor into those that are gone goes on', async (t) => {
  const { clock, harness, client, record } = await makeScene(t)
  const { services } = harness.server
  const { eventsKeptMs, eventFeedDelayMs } = services.timings
  await record('score.failed')
  const { nextCursor } = (await client.get('/v1/events')).body
  clock.instant += eventsKeptMs - 2 * eventFeedDelayMs - 1
  await record('score.completed')
  await sweepOldEvents(services)
  t.deepEqual(typesIn(await client.get('/v1/events')), ['score.failed', 'score.completed'])
  clock.instant += 1
  await sweepOldEvents(services)
  t.deepEqual(typesIn(await client.get('/v1/events')), ['score.completed'])
  t.deepEqual(typesIn(await client.get(`/v1/events?cursor=${nextCursor}`)), ['score.completed'])
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
}

test('an event holds ids, states and counts, and no word of a resume', async (t) => {
  const { services } = (await startHarness(t)).server
  const path = '/v1/jobs/job-1/applications/app-1/scoring-jobs/sj_1'
  const ids = { scoringJobId: 'sj_1', jobId: 'job-1', applicationId: 'app-1' }
  const whose = { ...subject, applicationId: 'application_1' }
  t.deepEqual(scoreEvent(ended, services), {
    ...whose,
    type: 'score.completed',
    data: { ...ids, status: 'COMPLETED', score: 8.3, verdict: 'STRONG_MATCH', path },
  })
  const failed = { status: 'FAILED', scoreTenths: null, assessment: null, errorCode: 'RESUME_ENCRYPTED' } as const
  t.deepEqual(scoreEvent({ ...ended, ...failed }, services), {
    ...whose,
    type: 'score.failed',
    data: { ...ids, status: 'FAILED', errorCode: 'RESUME_ENCRYPTED', path },
  })
  t.deepEqual(batchEvent({ ...subject, ...counts, id: 'sb_1', job: 'job-1', status: 'PARTIAL_FAILURE' }, services), {
    ...subject,
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

test('an event with the longest identifiers is far under 20 kB', async (t) => {
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
  const list = [scoreEvent(job, services), versionEvent(version, owner, longest, services)]
  await services.database.transaction(() => recordEvents(services, list))
  await record()
  const { data } = (await client.get('/v1/events')).body
  t.is(data.length, 3)
  t.is(data[0].tenantId, longest)
  for (const event of data) t.true(Buffer.byteLength(JSON.stringify(event)) < 4_096)
})
