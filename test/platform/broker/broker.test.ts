/** What both brokers promise. Each test runs once in process and once over RabbitMQ. */
import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { createBroker } from '../../../src/platform/broker/open.ts'
import { freshNamespace, idOf, recordHandler, startBroker } from '../../support/broker-scene.ts'
import { listenToLog } from '../../tools/fakes/log-listener.ts'
import { readServices } from '../../tools/services/services.ts'

const services = readServices()
if (services === null) console.log('RabbitMQ is not running: only the broker in process is tested')

const brokers = [
  { kind: 'in process', url: null },
  ...(services === null ? [] : [{ kind: 'over RabbitMQ', url: services.AMQP_URL }]),
]
const numbered = (count: number) => Array.from({ length: count }, (_, index) => idOf(index))

for (const { kind, url } of brokers) {
  const namespaceFor = (t: Parameters<typeof startBroker>[0]) => (url === null ? '' : freshNamespace(t, url))

  test(`${kind}: every published id is confirmed and handled, in order`, async (t) => {
    const { broker } = await startBroker(t, url, namespaceFor(t))
    const { handle, started, starts } = recordHandler()
    await broker.consume('singles', 1, handle)
    t.deepEqual((await broker.publish('singles', numbered(100))).sort(), numbered(100).sort())
    await starts(100)
    t.deepEqual(started, numbered(100))
    t.deepEqual(await broker.publish('singles', []), [])
    t.is(broker.degraded(), null)
  })

  test(`${kind}: messages that are published before a consumer exists wait, and depth counts them`, async (t) => {
    const { broker } = await startBroker(t, url, namespaceFor(t))
    await broker.publish('batches', numbered(5))
    t.is(await broker.depth('batches'), 5)
    t.is(await broker.depth('singles'), 0)
    const { handle, started, starts } = recordHandler()
    await broker.consume('batches', 2, handle)
    await starts(5)
    t.deepEqual(started, numbered(5))
    t.is(await broker.depth('batches'), 0)
  })

  test(`${kind}: no more handlers run at the same time than the prefetch allows`, async (t) => {
    const { broker } = await startBroker(t, url, namespaceFor(t))
    const recorder = recordHandler({ held: true })
    await broker.consume('singles', 3, recorder.handle)
    await broker.publish('singles', numbered(10))
    await recorder.starts(3)
    t.is(await broker.depth('singles'), 7)
    recorder.release()
    await recorder.starts(10)
    t.is(recorder.most(), 3)
  })

  test(`${kind}: a full lane does not delay the other lane`, async (t) => {
    const { broker } = await startBroker(t, url, namespaceFor(t))
    const [batches, singles] = [recordHandler({ held: true }), recordHandler()]
    await broker.consume('batches', 1, batches.handle)
    await broker.consume('singles', 1, singles.handle)
    await broker.publish('batches', numbered(3))
    await batches.starts(1)
    await broker.publish('singles', [idOf(9)])
    await singles.starts(1)
    t.deepEqual([batches.started, singles.started], [[idOf(0)], [idOf(9)]])
    batches.release()
  })

  test(`${kind}: a handler that rejects or throws is logged, and its message is acknowledged`, async (t) => {
    const { broker, lines, next } = await startBroker(t, url, namespaceFor(t))
    const { handle, started, starts } = recordHandler()
    await broker.consume('singles', 1, (id) => {
      if (id === idOf(0)) throw new Error('thrown immediately')
      return id === idOf(1) ? Promise.reject(new Error('rejected later')) : handle(id)
    })
    const logged = next('could not handle')
    await broker.publish('singles', numbered(3))
    await logged
    await starts(1)
    t.deepEqual(started, [idOf(2)])
    t.deepEqual(
      lines.filter(({ level }) => level === 'error').map(({ fields }) => (fields as { id: string }).id),
      [idOf(0), idOf(1)],
    )
    t.is(await broker.depth('singles'), 0)
  })

  test(`${kind}: a stop waits for running handlers, and other consumers get the remaining messages`, async (t) => {
    const { broker } = await startBroker(t, url, namespaceFor(t))
    const [first, second] = [recordHandler({ held: true }), recordHandler()]
    const consumer = await broker.consume('singles', 2, first.handle)
    await broker.publish('singles', numbered(6))
    await first.starts(2)
    let stopped = false
    const stopping = consumer.stop().then(() => void (stopped = true))
    await broker.consume('singles', 2, second.handle)
    await second.starts(4)
    t.false(stopped)
    first.release()
    await stopping
    t.deepEqual(first.started, [idOf(0), idOf(1)])
    t.deepEqual(second.started, [idOf(2), idOf(3), idOf(4), idOf(5)])
    await consumer.stop()
  })

  test(`${kind}: a message that was handled before a stop is never redelivered`, async (t) => {
    const { broker } = await startBroker(t, url, namespaceFor(t))
    const [first, second] = [recordHandler({ held: true }), recordHandler()]
    const consumer = await broker.consume('singles', 5, first.handle)
    await broker.publish('singles', numbered(5))
    await first.starts(5)
    const stopping = consumer.stop()
    first.release()
    await stopping
    await broker.publish('singles', [idOf(9)])
    await broker.consume('singles', 5, second.handle)
    await second.starts(1)
    t.deepEqual(second.started, [idOf(9)])
  })
}

test('in process: an id that is waiting is not queued a second time, but an id that is being handled is queued again', async (t) => {
  const { broker } = await startBroker(t, null, '')
  const recorder = recordHandler({ held: true })
  await broker.consume('singles', 1, recorder.handle)
  await broker.publish('singles', ['a'])
  await recorder.starts(1)
  await broker.publish('singles', ['a', 'b', 'a', 'b'])
  t.is(await broker.depth('singles'), 2)
  recorder.release()
  await recorder.starts(3)
  t.deepEqual(recorder.started, ['a', 'a', 'b'])
})

test('in process: one handler starts per event-loop turn, however many messages are published at once', async (t) => {
  const { broker } = await startBroker(t, null, '')
  const recorder = recordHandler({ held: true })
  await broker.consume('singles', 1000, recorder.handle)
  await broker.publish('singles', numbered(1000))
  for (let turns = 0; turns < 10; turns++) await turn()
  t.true(recorder.started.length <= 20)
  await recorder.starts(1000)
  recorder.release()
})

test('in process: a closed broker starts no further handlers', async (t) => {
  const { broker } = await startBroker(t, null, '')
  const { handle, started } = recordHandler()
  await broker.consume('singles', 1, handle)
  await broker.close()
  await broker.publish('singles', ['a'])
  await turn()
  await turn()
  t.deepEqual(started, [])
})

test('a URL that is not for RabbitMQ is refused, and the error does not quote it', async (t) => {
  for (const url of ['http://guest:secret@127.0.0.1', 'secret', '']) {
    await t.throwsAsync(createBroker({ url, namespace: '', log: listenToLog().log }), {
      message: 'AMQP_URL is not an amqp:// or amqps:// URL',
    })
  }
})
