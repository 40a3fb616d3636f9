/** What the service declares and publishes in RabbitMQ, and how it reports what RabbitMQ refuses. */
import test from 'ava'
import { freshNamespace, idOf, onChannel, recordHandler, startBroker } from '../../support/broker-scene.ts'
import { readServices } from '../../tools/services/services.ts'
import { until } from '../../tools/until.ts'

const services = readServices()
if (services === null) {
  test('queues in RabbitMQ are tested only if it runs', (t) => {
    t.log('RabbitMQ is not running: nothing here was tested')
    t.is(services, null)
  })
} else {
  testQueues(services.AMQP_URL)
}

function testQueues(amqpUrl: string): void {
  test('a message is persistent and contains only an id', async (t) => {
    const namespace = freshNamespace(t, amqpUrl)
    const { broker } = await startBroker(t, amqpUrl, namespace)
    await broker.publish('batches', [idOf(1)])
    const queue = `screening.${namespace}.batches`
    const message = await onChannel(amqpUrl, (channel) => channel.get(queue, { noAck: true }))
    t.true(message !== false)
    if (message === false) return
    t.is(message.content.toString(), idOf(1))
    const { headers: _, deliveryMode, ...properties } = message.properties
    t.is(deliveryMode, 2)
    t.deepEqual(
      Object.values(properties).filter((value) => value !== undefined),
      [],
    )
  })

  test('all queues are durable quorum queues, and the dead-letter queue is bounded', async (t) => {
    const namespace = freshNamespace(t, amqpUrl)
    await startBroker(t, amqpUrl, namespace)
    const quorum = { durable: true, arguments: { 'x-queue-type': 'quorum' } }
    const lane = { ...quorum, deadLetterExchange: '', deadLetterRoutingKey: `screening.${namespace}.dead` }
    const declareAgain = onChannel(amqpUrl, async (channel) => {
      channel.on('error', () => {})
      // RabbitMQ refuses to redeclare a queue if any setting differs.
      await channel.assertQueue(`screening.${namespace}.singles`, lane)
      await channel.assertQueue(`screening.${namespace}.batches`, lane)
      await channel.assertQueue(`screening.${namespace}.dead`, { ...quorum, maxLength: 1000 })
    })
    await t.notThrowsAsync(declareAgain)
  })

  test('two services on the same RabbitMQ do not share messages', async (t) => {
    const [ours, theirs] = [freshNamespace(t, amqpUrl), freshNamespace(t, amqpUrl)]
    const { broker } = await startBroker(t, amqpUrl, ours)
    const { broker: other } = await startBroker(t, amqpUrl, theirs)
    await broker.publish('singles', [idOf(1)])
    t.deepEqual([await broker.depth('singles'), await other.depth('singles')], [1, 0])
  })

  test('a message that is not an id becomes a dead letter, and delays no other message', async (t) => {
    const namespace = freshNamespace(t, amqpUrl)
    const { broker, lines } = await startBroker(t, amqpUrl, namespace)
    const { handle, started, starts } = recordHandler()
    const unreadable = ['', '\0', 'two words', 'naïve', '{"v":2,"id":"sj_01a1"}', 'sj_01a1', `${idOf(1)}\n`]
    await onChannel(amqpUrl, async (channel) => {
      for (const text of unreadable) channel.sendToQueue(`screening.${namespace}.singles`, Buffer.from(text))
      channel.sendToQueue(`screening.${namespace}.singles`, Buffer.from(idOf(1)))
      await channel.waitForConfirms()
    })
    await broker.consume('singles', 1, handle)
    await starts(1)
    t.deepEqual(started, [idOf(1)])
    const dead = recordDead()
    await onChannel(amqpUrl, async (channel) => {
      await channel.consume(`screening.${namespace}.dead`, (message) => dead.push(message?.content.toString()))
      t.deepEqual((await dead.take(unreadable.length)).sort(), unreadable.toSorted())
    })
    t.is(lines.filter(({ text }) => text.includes('dead-letter queue')).length, unreadable.length)
    t.false(JSON.stringify(lines).includes('naïve'))
  })

  test('no message is lost if the dead-letter queue is deleted while it is needed', async (t) => {
    const namespace = freshNamespace(t, amqpUrl)
    const { broker, next } = await startBroker(t, amqpUrl, namespace)
    const { handle, starts } = recordHandler()
    await broker.consume('singles', 1, handle)
    const dead = recordDead()
    for (const text of ['unreadable', 'unreadable, too']) {
      const putAside = next('dead-letter queue')
      await onChannel(amqpUrl, async (channel) => {
        channel.on('error', () => {}) // because the queue may not have been created again yet
        await channel.deleteQueue(`screening.${namespace}.dead`)
        channel.sendToQueue(`screening.${namespace}.singles`, Buffer.from(text))
        await putAside
        await channel.consume(`screening.${namespace}.dead`, (message) => dead.push(message?.content.toString()))
        t.is((await dead.take(1)).shift(), text)
      })
    }
    await broker.publish('singles', [idOf(1)])
    await starts(1)
    t.is(broker.degraded(), null)
  })

  test('an id that reaches no queue is not confirmed, and its queue is declared again', async (t) => {
    const namespace = freshNamespace(t, amqpUrl)
    const { broker, next } = await startBroker(t, amqpUrl, namespace)
    await onChannel(amqpUrl, (channel) => channel.deleteQueue(`screening.${namespace}.singles`))
    const connected = next('is connected')
    t.deepEqual(await broker.publish('singles', [idOf(1), idOf(2)]), [])
    await connected
    t.deepEqual(await broker.publish('singles', [idOf(3)]), [idOf(3)])
  })

  test('a consumer survives the loss of its queue', async (t) => {
    const namespace = freshNamespace(t, amqpUrl)
    const { broker, next } = await startBroker(t, amqpUrl, namespace)
    const { handle, starts } = recordHandler()
    await broker.consume('singles', 1, handle)
    const connected = next('is connected')
    await onChannel(amqpUrl, (channel) => channel.deleteQueue(`screening.${namespace}.singles`))
    await connected
    await broker.publish('singles', [idOf(1)])
    await starts(1)
    t.is(broker.degraded(), null)
  })

  test("the log explains why RabbitMQ refused: credentials, virtual host, another user's queues", async (t) => {
    const namespace = freshNamespace(t, amqpUrl)
    await onChannel(amqpUrl, (channel) => channel.assertQueue(`screening.${namespace}.dead`, { durable: true }))
    const [credentials, virtualHost] = [new URL(amqpUrl), new URL(amqpUrl)]
    credentials.password = 'hunter2'
    virtualHost.pathname = '/nowhere'
    const refusals = [
      [credentials.href, 'the message broker refuses the credentials'],
      [virtualHost.href, 'the message broker refuses the virtual host'],
      [amqpUrl, 'the queues exist at the message broker with other settings'],
    ] as const
    for (const [url, phrase] of refusals) {
      const { broker, lines } = await startBroker(t, url, namespace)
      t.is(broker.degraded(), phrase)
      t.deepEqual(await broker.publish('singles', [idOf(1)]), [])
      t.false(JSON.stringify(lines.map(({ fields }) => String((fields as { err?: unknown }).err))).includes('hunter2'))
    }
  })
}

/** Returns an object that collects dead letters from the queue, and waits for a number of them. */
function recordDead() {
  const texts: string[] = []
  return {
    push: (text = '(cancelled)') => void texts.push(text),
    take: (count: number) => until(`${count} dead letters arrive`, () => texts.length >= count && texts),
  }
}
