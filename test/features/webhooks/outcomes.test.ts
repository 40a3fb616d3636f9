/** Attempts that end together are recorded in one transaction, each with its own outcome. */
import test from 'ava'
import type { DeliveryAttempt } from '../../../generated/types.gen.ts'
import { writeOutcomes, type Tried } from '../../../src/features/webhooks/outcomes.ts'
import type { PostAnswer } from '../../../src/platform/outbound/outbound.ts'
import type { Services } from '../../../src/platform/services.ts'
import { listEndpointsByIds } from '../../../src/tables/webhook-endpoint-health.ts'
import { claimDeliveries, listDueOf, type ClaimedDelivery } from '../../../src/tables/webhook-delivery-queue.ts'
import { deliveriesOf, happen, registerEndpoint, startStill } from '../../support/webhook-scene.ts'

const accepted: PostAnswer = { statusCode: 200, error: null, retryAfterMs: null, durationMs: 1 }
const refusedWith = (statusCode: number): PostAnswer => ({ ...accepted, statusCode, error: `answered ${statusCode}` })

/** Claims up to four deliveries of this endpoint. */
async function claim({ database, clock }: Services, endpointId: string, leaseId: string): Promise<ClaimedDelivery[]> {
  const now = clock.now()
  const due = await listDueOf(database, [{ id: endpointId, room: 4 }], now)
  const ids = due.map(({ id }) => id)
  return claimDeliveries(database, ids, { id: leaseId, until: now + 1_000 }, now)
}

test('each delivery of a batch gets its own outcome: accepted, refused, endpoint deleted, lease lost', async (t) => {
  const { harness, receiver, client, services, clock } = await startStill(t)
  const { database } = services
  const other = await harness.client()
  const clients = [client, other]
  const endpoints = [
    await registerEndpoint(client, receiver.inbox('/one').url),
    await registerEndpoint(other, receiver.inbox('/other').url),
  ]
  for (const each of clients) await happen(services, each, 4)
  const rows = await listEndpointsByIds(
    database,
    endpoints.map(({ id }) => id),
  )
  const at = clock.now()
  const triesOf = async (index: number, ...answers: PostAnswer[]): Promise<Tried[]> => {
    const endpoint = rows.find(({ id }) => id === endpoints[index]?.id) as Tried['endpoint']
    const claimed = await claim(services, endpoint.id, `lease-${index}`)
    return answers.map((answer, n) => ({ endpoint, delivery: claimed[n] as ClaimedDelivery, at, answer }))
  }
  const mine = await triesOf(0, accepted, refusedWith(500), accepted, accepted)
  const others = await triesOf(1, accepted, refusedWith(500), refusedWith(410), refusedWith(500))
  const lost = mine[3] as Tried
  await database.execute("UPDATE webhook_deliveries SET leaseId = 'another' WHERE id = $1", [lost.delivery.id])

  const group = [others[0], mine[0], mine[1], others[1], others[2], lost, mine[2], others[3]] as Tried[]
  const outcomes = await writeOutcomes(services, group)
  t.deepEqual(
    outcomes.map((outcome) => outcome.ok && outcome.value && [outcome.value.status, outcome.value.disabled ?? null]),
    [
      ['SUCCEEDED', null],
      ['SUCCEEDED', null],
      ['PENDING', null],
      ['FAILED', null],
      ['FAILED', 'GONE'],
      null,
      ['SUCCEEDED', null],
      ['FAILED', null],
    ],
  )
  const statesOf = async (index: number) => {
    const found = await deliveriesOf(clients[index] as typeof client, endpoints[index] as (typeof endpoints)[number])
    return found
      .map(({ status, attempts }) => `${status} ${attempts.map((one: DeliveryAttempt) => one.statusCode)}`)
      .sort()
  }
  t.deepEqual(
    await statesOf(0),
    ['PENDING ', 'PENDING 500', 'SUCCEEDED 200', 'SUCCEEDED 200'],
    'the delivery that lost its lease is unchanged',
  )
  t.deepEqual(await statesOf(1), ['FAILED 410', 'FAILED 500', 'FAILED 500', 'SUCCEEDED 200'])
  const counted = await database.select<{ kind: string; grainMs: number; subject: string; count: number }>(
    "SELECT kind, grainMs, subject, count FROM rollups WHERE kind LIKE 'DELIVERY%' AND grainMs IN (1, 86400000)",
  )
  const sums = counted.map(({ kind, grainMs, subject, count }) => {
    return `${kind} ${grainMs} ${endpoints.findIndex(({ id }) => id === subject)} ${count}`
  })
  t.deepEqual(
    sums.sort(),
    ['FAILURE', 'SUCCESS'].flatMap((kind) =>
      [1, 86_400_000].flatMap((grain) =>
        [0, 1].map((index) => `DELIVERY_${kind} ${grain} ${index} ${(kind === 'SUCCESS' ? [2, 1] : [1, 3])[index]}`),
      ),
    ),
  )
  const [first] = (await listEndpointsByIds(database, [(endpoints[0] as { id: string }).id])) as [Tried['endpoint']]
  t.is(first.failingSince, at, 'an earlier success does not hide a failure')
})

test("an accepted delivery ends its endpoint's run of failures, but not if the URL has changed since the attempt began", async (t) => {
  const { receiver, client, services, clock } = await startStill(t)
  const { database } = services
  const endpoint = await registerEndpoint(client, receiver.inbox('/hook').url)
  const failingSince = async () => (await listEndpointsByIds(database, [endpoint.id]))[0]?.failingSince
  await happen(services, client, 2)
  await database.execute('UPDATE webhook_endpoints SET failingSince = 7')
  const claimed = await claim(services, endpoint.id, 'lease')
  const [row] = (await listEndpointsByIds(database, [endpoint.id])) as [Tried['endpoint']]
  const tried = (url: string, n: number): Tried => {
    return { endpoint: { ...row, url }, delivery: claimed[n] as ClaimedDelivery, at: clock.now(), answer: accepted }
  }
  await writeOutcomes(services, [tried('https://old.example/hook', 0)])
  t.is(await failingSince(), 7)
  await writeOutcomes(services, [tried(row.url, 1)])
  t.is(await failingSince(), null)
})
