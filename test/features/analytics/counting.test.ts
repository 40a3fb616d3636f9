/** Analytics count real jobs and real deliveries; `analytics.test.ts` tests the calculation. */
import test, { type ExecutionContext } from 'ava'
import type { ErrorAnalytics } from '../../../generated/types.gen.ts'
import { sweepOldRollups } from '../../../src/features/analytics.ts'
import { sweepOldEvents } from '../../../src/features/events/feed.ts'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import { sweepOldDeliveries } from '../../../src/features/webhooks/deliveries.ts'
import { HOUR, MINUTE } from '../../../src/kit/time.ts'
import type { Client } from '../../support/harness.ts'
import { status } from '../../tools/fakes/resume-host.ts'
import { still } from '../../support/still-timings.ts'
import { deliveriesOf, happen, newestDeliveryOf, registerEndpoint, startStill } from '../../support/webhook-scene.ts'

const fixture = (name: string) => ({ resumeUrl: `https://fixtures.sandbox.invalid/${name}` })

const countsOf = async (client: Client) =>
  (await client.get('/v1/analytics/errors?timeRange=1h')).body.data.map(
    ({ errorCode, count }: ErrorAnalytics['data'][number]) => [errorCode, count],
  )
const healthOf = async (client: Client, range = '1h') =>
  (await client.get(`/v1/analytics/webhook-health?timeRange=${range}`)).body

/** Starts a server that caches no response, and that runs jobs and deliveries only when a test runs them. */
async function start(t: ExecutionContext) {
  const scene = await startStill(t, { timings: { ...still, analyticsCacheMs: 0, deliverySweepMs: 1e9 } })
  scene.services.dispatch = () => {}
  return scene
}

test('a failed scoring job is counted once, however often its message arrives, and a completed job is not counted', async (t) => {
  const { client, services } = await start(t)
  await client.generate('job-1')
  const submit = async (application: string, name: string) => {
    const { body } = await client.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, fixture(name))
    return body.scoringJobId as string
  }
  const ids = [
    await submit('a', 'resume-encrypted'),
    await submit('b', 'resume-encrypted'),
    await submit('c', 'resume-empty'),
    await submit('d', 'strong'),
  ]
  t.deepEqual(await countsOf(client), [])
  for (let round = 0; round < 3; round += 1)
    await Promise.all(ids.map((id, index) => runScoringJob(services, `worker_${index}`, id)))
  t.deepEqual(await countsOf(client), [
    ['RESUME_ENCRYPTED', 2],
    ['RESUME_EMPTY', 1],
  ])
})

test('a batch entry that fails when its batch is accepted is counted', async (t) => {
  const { client } = await start(t)
  await client.generate('job-1')
  const applications = ['a', 'b'].map((applicationId) => ({ applicationId, resumeUrl: 'https://localhost/cv.pdf' }))
  t.is((await client.post('/v1/jobs/job-1/scoring-batches', { applications })).status, 202)
  t.deepEqual(await countsOf(client), [['RESUME_URL_BLOCKED', 2]])
})

test('delivery attempts and redeliveries are counted, test deliveries are not, and an endpoint that recovered is listed', async (t) => {
  const { receiver, client, services, clock, send } = await start(t)
  const inbox = receiver.inbox('/hook', status(500), status(503), status(200))
  const endpoint = await registerEndpoint(client, inbox.url, { name: 'hook' })
  await happen(services, client)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await send()
    clock.instant += 6 * MINUTE // longer than the first two retry delays, 5 s and 5 min, each plus 10 %
  }
  const failed = { endpointUrl: inbox.url, endpointName: 'hook', failureCount: 2 }
  const delivery = await newestDeliveryOf(client, endpoint)
  t.like(await healthOf(client), {
    summary: { deliveryRate: 1 / 3, totalDeliveries: 3 },
    failureBreakdown: [{ ...failed, lastError: delivery.attempts[1]?.error }],
  })
  t.is((await client.post(`${endpoint.path}/deliveries/${delivery.id}/redeliver`, undefined)).status, 202)
  t.is((await client.post(`${endpoint.path}/test`, undefined)).status, 202)
  await send()
  t.is(inbox.ledger.length, 5)
  t.like(await healthOf(client), { summary: { deliveryRate: 2 / 4, totalDeliveries: 4 } })
  inbox.answer(status(404))
  await client.post(`${endpoint.path}/test`, undefined)
  await send()
  t.is(inbox.ledger.length, 6)
  const { summary, failureBreakdown } = await healthOf(client)
  t.is(summary.totalDeliveries, 4)
  t.is(failureBreakdown[0].lastError, delivery.attempts[1]?.error)
})

test('the counts remain when events and deliveries are deleted after 30 days', async (t) => {
  const { receiver, client, services, clock, send } = await start(t)
  const endpoint = await registerEndpoint(client, receiver.inbox('/hook', status(404)).url)
  await happen(services, client)
  await send()
  const { failureBreakdown } = await healthOf(client)
  t.is(failureBreakdown.length, 1)
  clock.instant += 31 * 24 * HOUR
  await sweepOldEvents(services)
  await sweepOldDeliveries(services)
  await sweepOldRollups(services)
  t.deepEqual(await deliveriesOf(client, endpoint), [])
  t.deepEqual((await healthOf(client, '30d')).failureBreakdown, [])
  t.deepEqual((await healthOf(client, '90d')).failureBreakdown, failureBreakdown)
})
