/**
 * The RabbitMQ broker, with durable quorum queues, publisher confirms, and consumers that reconnect.
 *
 * Must never throw because RabbitMQ is unavailable, and never acknowledge a message whose handler is still running.
 *
 * Publishing and each consumer have separate connections: under a resource alarm, RabbitMQ stops reading from
 * connections that publish, which would stall acknowledgements on the same connection.
 */
import type { Broker, Log } from './broker.ts'
import { within, type ConfirmChannel, type Link } from './rabbit-connection.ts'
import { startConsumer } from './rabbit-consumer.ts'
import { linkPublisher, publish, type Publisher } from './rabbit-publisher.ts'
import { answerTimeoutMs, queuesOf } from './rabbit-queues.ts'

/** Creates a broker on the RabbitMQ at `url`, with the queues of `namespace`. Throws the errors of `keepLinked`. */
export async function createRabbitBroker(url: string, namespace: string, log: Log): Promise<Broker> {
  const queues = queuesOf(namespace)
  const publisher = await linkPublisher(url, queues, log)
  const links = new Set<Link<unknown>>([publisher])

  return {
    publish: (lane, ids) => publish(publisher, queues[lane], ids),
    async consume(lane, prefetch, handle) {
      const { link, consumer } = await startConsumer(url, queues, lane, prefetch, handle, log)
      links.add(link)
      return { stop: () => consumer.stop().finally(() => links.delete(link)) }
    },
    depth: (lane) => ask(publisher, (channel) => channel.checkQueue(queues[lane])),
    deadLetters: () => ask(publisher, (channel) => channel.checkQueue(queues.dead)),
    purgeDeadLetters: () => ask(publisher, (channel) => channel.purgeQueue(queues.dead)),
    degraded: () => [...links].map((link) => link.trouble()).find((trouble) => trouble !== null) ?? null,
    async close() {
      await Promise.all([...links].map((link) => link.close()))
    },
  }
}

/** Returns the message count in a reply, or null if none arrives in time. */
async function ask(
  link: Link<Publisher>,
  question: (channel: ConfirmChannel) => Promise<{ messageCount: number }>,
): Promise<number | null> {
  const { channel } = link.ready() ?? {}
  const answer = channel && (await within(answerTimeoutMs, question(channel)))
  return answer?.messageCount ?? null
}
