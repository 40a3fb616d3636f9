/** Real events in the feed and at a receiver, compared with the payloads that the contract promises. */
import test from 'ava'
import type { Events } from '../../../generated/types.gen.ts'
import { recordCheckpoints, sealAuditRecords } from '../../../src/features/audit/chain.ts'
import { timings } from '../../../src/platform/timings.ts'
import { eventFaults, kinds, webhookFaults } from '../../support/contract/events.ts'
import { fixture } from '../../support/scoring.ts'
import { until } from '../../tools/until.ts'
import { deliveriesOf, registerEndpoint, startWebhooks } from '../../support/webhook-scene.ts'

/** Shortens the waits, so that five failures of a deletion take milliseconds. */
const soon = {
  ...timings,
  auditCheckpointMs: 0,
  deletionSweepMs: 25,
  deliverySweepMs: 25,
  eventFeedDelayMs: 0,
  retryFirstMs: 1,
  retryMsMax: 1,
}

test('each kind of event reaches the feed and the receiver with exactly the promised payload', async (t) => {
  let isBroken = false
  const failpoint = (point: string) => {
    if (point === 'erasing' && isBroken) throw new Error('broken')
  }
  const { receiver, client, services } = await startWebhooks(t, { timings: soon, failpoint })
  const inbox = receiver.inbox('/events')
  const endpoint = await registerEndpoint(client, inbox.url)
  await client.send('POST', `${endpoint.path}/test`)
  await client.generate('job-1')
  await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  await client.score('job-1', 'app-2', { resumeUrl: fixture('resume-encrypted') })
  const urls = { 'app-3': fixture('weak'), 'app-4': 'https://localhost/cv.pdf' }
  const applications = Object.entries(urls).map(([applicationId, resumeUrl]) => ({ applicationId, resumeUrl }))
  const { body, headers } = await client.post('/v1/jobs/job-1/scoring-batches', { applications })
  await client.getWhen(headers.location as string, ({ batch }) => batch.status === 'PARTIAL_FAILURE')
  const { batch } = body
  const { criteria } = (await client.get('/v1/jobs/job-1/applications/app-3/score')).body.result.assessment
  const decision = { verdict: 'NOT_MET', reason: 'The interview showed otherwise.', reviewer: 'Dana' }
  const override = `/v1/jobs/job-1/applications/app-3/score/overrides/${criteria[0].criterionId}`
  t.is((await client.send('PUT', override, decision)).status, 200)
  t.is((await client.post('/v1/jobs/job-1/applications/app-3/score/review-requests', {})).status, 200)
  const findCheckpoint = async () => {
    await sealAuditRecords(services)
    await recordCheckpoints(services)
    const { data } = (await client.get('/v1/events?limit=100')).body as Events
    return data.some(({ type }) => type === 'audit.checkpoint')
  }
  await until('a checkpoint of the audit records is recorded', findCheckpoint)
  for (const [application, status] of Object.entries({ 'app-1': 'COMPLETED', 'app-2': 'FAILED' })) {
    isBroken = status === 'FAILED'
    const deletion = await client.send('DELETE', `/v1/jobs/job-1/applications/${application}`)
    const isOver = (answer: { deletionRequest: { status: string } }) => answer.deletionRequest.status === status
    await client.getWhen(deletion.headers.location as string, isOver)
  }

  const { data } = (await client.get('/v1/events?limit=100')).body as Events
  t.deepEqual(data.flatMap(eventFaults), [])
  const inFeed = kinds.filter((kind) => kind !== 'webhook.test')
  t.deepEqual([...new Set(data.map(({ type }) => type))].sort(), inFeed.sort())
  const ends = data.filter(({ type }) => type === 'score.completed' || type === 'score.failed')
  const batched = ends.filter((event) => ['app-3', 'app-4'].includes(`${event.data.applicationId}`))
  t.deepEqual(
    batched.map((event) => `${event.data.applicationId} ${event.data.scoringBatchId}`).sort(),
    [`app-3 ${batch.id}`, `app-4 ${batch.id}`],
    'an entry that is refused immediately also names its batch',
  )

  const isDelivered = async () => (await deliveriesOf(client, endpoint)).every(({ status }) => status === 'SUCCEEDED')
  await until('all webhooks have arrived', async () => new Set(inbox.ids()).size > data.length && (await isDelivered()))
  t.deepEqual(inbox.ledger.flatMap(webhookFaults), [])
  t.deepEqual([...new Set(inbox.ledger.map(({ body }) => JSON.parse(body).type))].sort(), kinds.toSorted())
})

test("the test's own check detects event kinds, members and headers that the contract does not promise", (t) => {
  const event = {
    ...{ id: 'evt_1', type: 'deletion.completed', timestamp: '2026-03-01T09:30:00.000Z', apiVersion: 'v1' },
    ...{ environment: 'SANDBOX', tenantId: null, data: { deletionRequestId: 'dr_1', path: '/' } },
  }
  t.deepEqual(eventFaults(event), [])
  t.is(eventFaults({ ...event, type: 'score.lost' }).length, 1)
  t.is(eventFaults({ ...event, data: { ...event.data, colour: 1 } } as typeof event).length, 1)
  t.is(eventFaults({ ...event, data: { path: '/' } } as typeof event).length, 1)
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': 'now', 'webhook-signature': 'v1,x' }
  t.is(webhookFaults({ headers, body: JSON.stringify(event) }).length, 1)
})
