/** RabbitMQ becomes unavailable in every way that our side of the connection can notice. */
import test from 'ava'
import type { ExecutionContext } from 'ava'
import { alarmOver, badAck, resourceAlarm } from '../../tools/fakes/amqp-frames.ts'
import { freshNamespace, idOf, recordHandler, startBroker } from '../../support/broker-scene.ts'
import { readServices } from '../../tools/services/services.ts'
import { startTcpProxy } from '../../tools/fakes/tcp-proxy.ts'
import type { TcpProxy } from '../../tools/fakes/tcp-proxy.ts'

const services = readServices()
if (services === null) {
  test('outages of RabbitMQ are tested only if it runs', (t) => {
    t.log('RabbitMQ is not running: nothing here was tested')
    t.is(services, null)
  })
} else {
  testOutages(services.AMQP_URL)
}

/** Starts a broker behind a proxy. */
async function scene(t: ExecutionContext, amqpUrl: string) {
  const proxy = await startTcpProxy(Number(new URL(amqpUrl).port))
  t.teardown(proxy.stop)
  const namespace = freshNamespace(t, amqpUrl)
  return { proxy, namespace, ...(await startBroker(t, through(proxy, amqpUrl), namespace)) }
}

function through(proxy: TcpProxy, amqpUrl: string): string {
  const url = new URL(amqpUrl)
  url.port = String(proxy.port)
  return url.href
}

function testOutages(amqpUrl: string): void {
  test('if RabbitMQ is unavailable at startup, nothing fails, and it is used as soon as it is up', async (t) => {
    const proxy = await startTcpProxy(Number(new URL(amqpUrl).port))
    t.teardown(proxy.stop)
    await proxy.cut()
    const { broker, next } = await startBroker(t, through(proxy, amqpUrl), freshNamespace(t, amqpUrl))
    const { handle, started, starts } = recordHandler()
    await broker.consume('singles', 1, handle)
    t.is(broker.degraded(), 'the message broker is unavailable')
    t.deepEqual(await broker.publish('singles', [idOf(1)]), [])
    t.is(await broker.depth('singles'), null)
    const connected = next('is connected', 2)
    await proxy.restore()
    await connected
    t.deepEqual(await broker.publish('singles', [idOf(2)]), [idOf(2)])
    await starts(1)
    t.deepEqual(started, [idOf(2)])
    t.is(broker.degraded(), null)
  })

  test('while RabbitMQ is unavailable nothing is confirmed, and everything works again each time it is back', async (t) => {
    const { proxy, broker, next } = await scene(t, amqpUrl)
    const { handle, sees } = recordHandler()
    await broker.consume('singles', 1, handle)
    for (let round = 1; round <= 3; round++) {
      const lost = next('is unavailable')
      await proxy.cut()
      await lost
      t.is(broker.degraded(), 'the message broker is unavailable')
      t.deepEqual(await broker.publish('singles', [idOf(0)]), [])
      t.is(await broker.depth('singles'), null)
      const connected = next('is connected', 2)
      await proxy.restore()
      await connected
      t.deepEqual(await broker.publish('singles', [idOf(round)]), [idOf(round)])
      await sees(idOf(round))
    }
    t.is(broker.degraded(), null)
  })

  test('a frozen connection delays a publish by less than 5 s, and is replaced', async (t) => {
    const { proxy, broker, next } = await scene(t, amqpUrl)
    proxy.freeze()
    const dropped = next('does not confirm messages')
    const startedAt = performance.now()
    t.deepEqual(await broker.publish('singles', [idOf(1)]), [])
    t.true(performance.now() - startedAt < 5_000)
    await dropped
    t.is(broker.degraded(), 'the message broker does not confirm messages')
    const connected = next('is connected')
    await proxy.restore()
    await connected
    t.deepEqual(await broker.publish('singles', [idOf(2)]), [idOf(2)])
  })

  test('a frozen connection without publishes is detected and replaced', async (t) => {
    const { proxy, broker, next } = await scene(t, amqpUrl)
    const { handle, starts } = recordHandler()
    await broker.consume('singles', 1, handle)
    const lost = next('is unavailable', 2)
    proxy.freeze()
    await lost // missing heartbeats reveal this on both connections
    const connected = next('is connected', 2)
    await proxy.restore()
    await connected
    await broker.publish('singles', [idOf(1)])
    await starts(1)
    t.is(broker.degraded(), null)
  })

  test('a frozen RabbitMQ does not delay a close', async (t) => {
    const { proxy, broker } = await scene(t, amqpUrl)
    await broker.consume('singles', 1, recordHandler().handle)
    proxy.freeze()
    await broker.close()
    await proxy.restore()
    t.pass()
  })

  test('during a resource alarm each publish returns immediately without a confirmation, and the reason is known', async (t) => {
    const { proxy, broker, next } = await scene(t, amqpUrl)
    const blocked = next('resource alarm')
    proxy.inject('client', resourceAlarm)
    await blocked
    t.is(broker.degraded(), 'the message broker accepts no messages (resource alarm)')
    t.deepEqual(await broker.publish('singles', [idOf(1)]), [])
    t.is(await broker.depth('singles'), null)
    const unblocked = next('accepts messages again')
    proxy.inject('client', alarmOver)
    await unblocked
    t.is(broker.degraded(), null)
    t.deepEqual(await broker.publish('singles', [idOf(2)]), [idOf(2)])
  })

  test('an alarm during a publish does not close the connection', async (t) => {
    const { proxy, broker, lines, next } = await scene(t, amqpUrl)
    proxy.freeze()
    const publishing = broker.publish('singles', [idOf(1)])
    proxy.inject('client', resourceAlarm)
    t.deepEqual(await publishing, [])
    t.is(broker.degraded(), 'the message broker accepts no messages (resource alarm)')
    const unblocked = next('accepts messages again')
    proxy.inject('client', alarmOver)
    await proxy.restore()
    await unblocked
    t.deepEqual(await broker.publish('singles', [idOf(2)]), [idOf(2)])
    t.is(lines.filter(({ text }) => text.includes('is connected')).length, 1)
  })

  test('channels that RabbitMQ closes are reopened, twenty times', async (t) => {
    const { proxy, broker, next } = await scene(t, amqpUrl)
    const { handle, sees } = recordHandler()
    await broker.consume('singles', 1, handle)
    for (let round = 1; round <= 20; round++) {
      const connected = next('is connected', 2)
      proxy.inject('server', badAck)
      await connected
      t.deepEqual(await broker.publish('singles', [idOf(round)]), [idOf(round)])
      await sees(idOf(round))
    }
    t.is(broker.degraded(), null)
  })

  test('after a lost connection a message is redelivered, and its handler that still runs occupies a place in the prefetch', async (t) => {
    const { proxy, broker, next } = await scene(t, amqpUrl)
    const recorder = recordHandler({ held: true })
    await broker.consume('singles', 2, recorder.handle)
    await broker.publish('singles', [idOf(1), idOf(2)])
    await recorder.starts(2)
    const connected = next('is connected', 2)
    await proxy.cut()
    await proxy.restore()
    await connected
    await broker.publish('singles', [idOf(3)])
    recorder.release()
    await recorder.starts(5)
    t.deepEqual(recorder.started.slice(0, 2), [idOf(1), idOf(2)])
    t.deepEqual(recorder.started.slice(2).sort(), [idOf(1), idOf(2), idOf(3)])
    t.is(recorder.most(), 2)
  })
}
