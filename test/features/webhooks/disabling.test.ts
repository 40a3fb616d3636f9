/** When an endpoint is disabled, and what happens to its deliveries then. */
import test from 'ava'
import { DAY, HOUR } from '../../../src/kit/time.ts'
import { status } from '../../tools/fakes/resume-host.ts'
import { deliveriesOf, happen, newestDeliveryOf, registerEndpoint, startStill } from '../../support/webhook-scene.ts'

test('a 410 disables the endpoint immediately, and its other deliveries fail', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook', status(500), status(410))
  const endpoint = await registerEndpoint(client, inbox.url)
  await happen(services, client)
  await send()
  await happen(services, client)
  await send()
  t.like((await client.get(endpoint.path)).body.endpoint, { enabled: false, disabledReason: 'GONE' })
  const deliveries = await deliveriesOf(client, endpoint)
  t.deepEqual(
    deliveries.map(({ status, nextAttemptAt }) => [status, nextAttemptAt]),
    [
      ['FAILED', null],
      ['FAILED', null],
    ],
  )
  clock.instant += DAY
  await happen(services, client)
  await send()
  t.is(inbox.ledger.length, 2, 'nothing is sent to a disabled endpoint')
})

test('an endpoint is disabled only after five full days of failures', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook', status(500))
  const endpoint = await registerEndpoint(client, inbox.url)
  const failOnce = async () => {
    await happen(services, client)
    await send()
    return (await client.get(endpoint.path)).body.endpoint
  }
  const startedAt = clock.instant
  t.true((await failOnce()).enabled)
  clock.instant = startedAt + 120 * HOUR - 1
  t.true((await failOnce()).enabled)
  clock.instant = startedAt + 120 * HOUR
  t.like(await failOnce(), { enabled: false, disabledReason: 'FAILING' })
  const deliveries = await deliveriesOf(client, endpoint)
  t.true(deliveries.every(({ status, nextAttemptAt }) => status === 'FAILED' && nextAttemptAt === null))

  await client.send('PATCH', endpoint.path, { enabled: true })
  t.true((await failOnce()).enabled, 'the five days start again')
  clock.instant += 5 * DAY
  await client.send('PATCH', endpoint.path, { url: receiver.inbox('/other', status(500)).url })
  t.true((await failOnce()).enabled, 'the five days start again with a new URL')
})

test('one success within five days of failures keeps an endpoint enabled', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook', status(500))
  const endpoint = await registerEndpoint(client, inbox.url)
  const tryOnce = async () => {
    await happen(services, client)
    await send()
  }
  await tryOnce()
  clock.instant += 4 * DAY
  inbox.answer(status(200))
  await tryOnce()
  inbox.answer(status(500))
  clock.instant += DAY
  await tryOnce()
  clock.instant += 5 * DAY - 1
  await tryOnce()
  t.true((await client.get(endpoint.path)).body.endpoint.enabled)
  clock.instant += 1
  await tryOnce()
  t.false((await client.get(endpoint.path)).body.endpoint.enabled)
})

test('a test delivery is sent once, even to a disabled endpoint', async (t) => {
  const { receiver, client, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook', status(500))
  const endpoint = await registerEndpoint(client, inbox.url, { enabled: false })
  await client.post(`${endpoint.path}/test`, undefined)
  await send()
  t.is(inbox.ledger.length, 1)
  t.like(await newestDeliveryOf(client, endpoint), { type: 'webhook.test', status: 'FAILED', nextAttemptAt: null })
  clock.instant += DAY
  await send()
  t.is(inbox.ledger.length, 1)
})

test('waiting deliveries fail when their endpoint is disabled', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t)
  const inbox = receiver.inbox('/hook', status(500))
  const endpoint = await registerEndpoint(client, inbox.url)
  await happen(services, client)
  await send()
  await client.send('PATCH', endpoint.path, { enabled: false })
  t.like(await newestDeliveryOf(client, endpoint), { status: 'FAILED', nextAttemptAt: null })
  clock.instant += DAY
  await send()
  t.is(inbox.ledger.length, 1)
})
