/** Senders: no receiver delays another, no delivery is lost with its sender, and none is sent twice concurrently. */
import test from 'ava'
import { createSender } from '../../../src/features/webhooks/sender.ts'
import { HOUR, MINUTE } from '../../../src/kit/time.ts'
import { timings } from '../../../src/platform/timings.ts'
import { holdAt } from '../../support/failpoints.ts'
import { backend } from '../../support/harness.ts'
import { status } from '../../tools/fakes/resume-host.ts'
import { held } from '../../tools/fakes/webhook-receiver.ts'
import {
  deliveriesOf,
  happen,
  newestDeliveryOf,
  registerEndpoint,
  sendDue,
  startStill,
  startWebhooks,
} from '../../support/webhook-scene.ts'
import { until } from '../../tools/until.ts'

/** Timeouts so long that a receiver which delays its responses never exceeds them. */
const patient = { ...timings, deliveryTimeoutMs: 10 * MINUTE, deliveryLeaseMs: 20 * MINUTE }

test('a receiver that hangs with a long backlog delays no other, and eventually gets all of its deliveries', async (t) => {
  const { receiver, client, services } = await startWebhooks(t, { timings: patient })
  const slow = held()
  t.teardown(slow.letGo)
  const hanging = receiver.inbox('/hanging', slow.behaviour)
  const good = receiver.inbox('/good')
  await registerEndpoint(client, hanging.url, { events: ['score.failed'] })
  await registerEndpoint(client, good.url, { events: ['score.completed'] })
  await happen(services, client, 520, 'score.failed')
  await hanging.arrived(8)
  await happen(services, client, 40)
  await good.arrived(40)
  t.is(hanging.ledger.length, 8, 'the maximum that one endpoint may have in flight')
  slow.letGo()
  await hanging.arrived(520)
  t.is(new Set(hanging.ids()).size, 520)
})

test('half of the capacity is left for other receivers, however many do not respond', async (t) => {
  const { harness, receiver, client, services } = await startWebhooks(t, { timings: patient })
  const slow = held()
  t.teardown(slow.letGo)
  const dead = receiver.inbox('/dead', slow.behaviour)
  const good = receiver.inbox('/good')
  await registerEndpoint(client, good.url)
  const others = await Promise.all(Array.from({ length: 7 }, () => harness.client()))
  for (const other of others) {
    for (let count = 0; count < 5; count += 1) await registerEndpoint(other, dead.url)
    const since = services.clock.now()
    const fails = 'UPDATE webhook_endpoints SET failingSince = $1 WHERE partnerId = $2'
    await services.database.execute(fails, [since, other.partnerId])
    await happen(services, other, 4)
  }
  await dead.arrived(32)
  await happen(services, client, 40)
  await good.arrived(40)
  t.is(dead.ledger.length, 32)
  slow.letGo()
  await dead.arrived(140)
})

test('if a sender stalls after sending, another sender sends the webhook again, and the first changes nothing when it resumes', async (t) => {
  const { failpoint, arrived, letGo } = holdAt('delivered', 1)
  const { receiver, client, services, clock, send } = await startStill(t, { failpoint })
  t.teardown(letGo)
  const inbox = receiver.inbox('/hook')
  const endpoint = await registerEndpoint(client, inbox.url)
  await happen(services, client)
  const gone = createSender(services)
  await gone.poll()
  await arrived()
  await send()
  t.is(inbox.ledger.length, 1, 'no other sender takes the delivery before the lease expires')
  clock.instant += timings.deliveryLeaseMs
  await send()
  const delivery = await newestDeliveryOf(client, endpoint)
  t.like(delivery, { status: 'SUCCEEDED', attempts: { length: 1 } })
  letGo()
  await gone.stop()
  t.deepEqual(await deliveriesOf(client, endpoint), [delivery])
  t.deepEqual(inbox.ids(), [delivery.eventId, delivery.eventId])
  t.is(inbox.ledger[0]?.body, inbox.ledger[1]?.body)
})

for (const jumpMs of [HOUR, -HOUR])
  test(`a webhook is not sent twice if the clock jumps by ${jumpMs / HOUR} h while it is being sent`, async (t) => {
    const { receiver, client, services, clock, send } = await startStill(t, { timings: patient })
    const slow = held()
    t.teardown(slow.letGo)
    const inbox = receiver.inbox('/hook', slow.behaviour)
    const endpoint = await registerEndpoint(client, inbox.url)
    await happen(services, client)
    const sender = createSender(services)
    await sender.poll()
    await inbox.arrived(1)
    clock.instant += jumpMs // longer than the lease, although the sender is still working
    await sender.poll()
    slow.letGo()
    await sender.stop()
    await send()
    t.is(inbox.ledger.length, 1)
    t.like(await newestDeliveryOf(client, endpoint), { status: 'SUCCEEDED', attempts: { length: 1 } })
  })

test('deliveries claimed by a lost sender become due again by themselves', async (t) => {
  const { receiver, client, services, clock, send } = await startStill(t, { timings: patient })
  const slow = held()
  t.teardown(slow.letGo)
  const inbox = receiver.inbox('/hook', slow.behaviour)
  const endpoint = await registerEndpoint(client, inbox.url)
  await happen(services, client, 10)
  const gone = createSender(services)
  await gone.poll()
  await inbox.arrived(8)
  inbox.answer(status(200))
  await send()
  t.is(inbox.ledger.length, 8)
  clock.instant += 2 * MINUTE
  await send()
  t.is(new Set(inbox.ids()).size, 10)
  slow.letGo()
  await gone.stop()
  const deliveries = await deliveriesOf(client, endpoint)
  t.deepEqual(
    deliveries.map((delivery) => [delivery.status, delivery.attempts.length]),
    Array(10).fill(['SUCCEEDED', 1]),
  )
})

test('two senders share the due deliveries and send each of them once', async (t) => {
  const { harness, receiver, client, services, clock } = await startStill(t)
  const still = { clock, timings: services.timings }
  const other = backend === 'services' ? (await harness.startAnother({ overrides: still })).services : services
  const inbox = receiver.inbox('/hook')
  await registerEndpoint(client, inbox.url)
  await happen(services, client, 30)
  await until('all 30 are sent', async () => {
    await Promise.all([sendDue(services), sendDue(other)])
    return inbox.ledger.length >= 30
  })
  await Promise.all([sendDue(services), sendDue(other)])
  t.is(inbox.ledger.length, 30)
  t.is(new Set(inbox.ids()).size, 30)
})

test('a server that stops waits for deliveries in progress, and leaves the rest to the next server', async (t) => {
  const { harness, receiver, client, services } = await startWebhooks(t, { timings: patient })
  const slow = held()
  t.teardown(slow.letGo)
  const inbox = receiver.inbox('/hook', slow.behaviour)
  const endpoint = await registerEndpoint(client, inbox.url)
  await happen(services, client, 10)
  await inbox.arrived(8)
  const stopped = harness.server.stop()
  slow.letGo()
  await stopped
  t.is(inbox.ledger.length, 8)
  const next = await harness.startAnother()
  await inbox.arrived(10)
  t.is(new Set(inbox.ids()).size, 10)
  const deliveries = await deliveriesOf(client.at(next.url as string), endpoint)
  t.is(deliveries.filter(({ attempts }) => attempts.length > 1).length, 0)
})
