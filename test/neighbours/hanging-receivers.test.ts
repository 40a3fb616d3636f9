/** Ten partners' receivers hang, and another partner's receiver responds. */
import test from 'ava'
import { MINUTE } from '../../src/kit/time.ts'
import { timings } from '../../src/platform/timings.ts'
import { held } from '../tools/fakes/webhook-receiver.ts'
import { happen, registerEndpoint, startWebhooks } from '../support/webhook-scene.ts'

const partners = 10
/** The contract's maximum number of endpoints in one environment. */
const endpoints = 5
/** The maximum number of deliveries in progress to one endpoint. */
const tries = 8

test('deliveries that hang at every endpoint of ten partners leave capacity for other partners', async (t) => {
  const patient = { ...timings, deliveryTimeoutMs: 10 * MINUTE, deliveryLeaseMs: 20 * MINUTE }
  const { harness, receiver, client, services } = await startWebhooks(t, { timings: patient })
  const slow = held()
  t.teardown(slow.letGo)
  const hanging = receiver.inbox('/hanging', slow.behaviour)
  const good = receiver.inbox('/good')
  await registerEndpoint(client, good.url)
  const others = await Promise.all(Array.from({ length: partners }, () => harness.client()))
  await Promise.all(
    others.map(async (other) => {
      for (let count = 0; count < endpoints; count += 1) await registerEndpoint(other, hanging.url)
      await happen(services, other, 2 * tries)
    }),
  )
  await hanging.arrived(partners * endpoints * tries)
  await happen(services, client, 2)
  await good.arrived(2)
  t.is(hanging.ledger.length, partners * endpoints * tries, 'all of these deliveries still hang')
})
