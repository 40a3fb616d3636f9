/** Consumes from RabbitMQ: decides in which order messages are handled, and when they are acknowledged. */
import { isId } from '../../kit/ids.ts'
import { runHandler, type Consumer, type Handler, type Lane, type Log } from './broker.ts'
import { createAcks, type Acks } from './rabbit-acks.ts'
import { keepLinked, within, type Channel, type ConsumeMessage, type Link } from './rabbit-connection.ts'
import { answerTimeoutMs, declareDead, declareQueues, dropWithChannel, type Queues } from './rabbit-queues.ts'

type Subscription = { channel: Channel; consumerTag: string }
type Delivery = { channel: Channel; acks: Acks; message: ConsumeMessage }

/** Consumes a lane on its own connection, as `Broker.consume` describes. Throws the errors of `keepLinked`. */
export async function startConsumer(
  url: string,
  queues: Queues,
  lane: Lane,
  prefetch: number,
  handle: Handler,
  log: Log,
): Promise<{ link: Link<Subscription>; consumer: Consumer }> {
  const inbox = createInbox(prefetch, (delivery) => handleDelivery(delivery, queues, handle, log))
  const link = await keepLinked<Subscription>(
    url,
    async (connection, drop) => {
      const channel = await connection.createChannel()
      dropWithChannel(channel, drop)
      await declareQueues(channel, queues)
      await channel.prefetch(prefetch)
      inbox.takeWaiting() // RabbitMQ redelivers an earlier connection's messages
      const acks = createAcks(channel)
      const { consumerTag } = await channel.consume(queues[lane], (message) => {
        if (message === null) return drop('the message broker has ended a consumer')
        acks.received(message)
        inbox.add({ channel, acks, message })
      })
      return { channel, consumerTag }
    },
    log,
  )
  const finish = async ({ channel, consumerTag }: Subscription) => {
    await within(answerTimeoutMs, channel.cancel(consumerTag))
    for (const { acks, message } of inbox.takeWaiting()) acks.nack(message, true)
    await inbox.idle()
    // The channel is closed before the connection, because RabbitMQ then processes earlier acknowledgements first.
    await within(answerTimeoutMs, channel.close())
  }
  const stop = async () => {
    inbox.stop()
    await link.close(finish)
    await inbox.idle() // includes handlers whose connection is closed
  }
  return { link, consumer: { stop } }
}

/**
 * Creates a consumer's inbox: waiting deliveries, and at most `prefetch` that are being handled. The inbox outlives a
 * connection. After a connection is lost, RabbitMQ redelivers its messages while their handlers are still running, so
 * these handlers still count towards `prefetch`.
 */
function createInbox(prefetch: number, handle: (delivery: Delivery) => Promise<void>) {
  const running = new Set<Promise<void>>()
  let waiting: Delivery[] = []
  let stopped = false

  const startWaiting = () => {
    while (!stopped && running.size < prefetch) {
      const delivery = waiting.shift()
      if (delivery === undefined) return
      const run = handle(delivery).finally(() => {
        running.delete(run)
        startWaiting()
      })
      running.add(run)
    }
  }
  return {
    add(delivery: Delivery) {
      waiting.push(delivery)
      startWaiting()
    },
    /** Removes and returns the deliveries whose handlers have not started. */
    takeWaiting(): Delivery[] {
      const taken = waiting
      waiting = []
      return taken
    },
    /** Starts no more handlers. */
    stop() {
      stopped = true
    },
    /** Resolves when the handlers that are running now have settled. */
    idle: () => Promise.all(running),
  }
}

async function handleDelivery(
  { channel, acks, message }: Delivery,
  queues: Queues,
  handle: Handler,
  log: Log,
): Promise<void> {
  const id = message.content.toString('latin1')
  if (isId(id)) {
    await runHandler(handle, id, log)
    return acks.ack(message)
  }
  // The queue is declared again each time, because no event reports its deletion, and RabbitMQ drops dead letters that
  // have no queue.
  const kept = await within(answerTimeoutMs, declareDead(channel, queues))
  if (kept !== null)
    log.warn({ bytes: message.content.length }, 'a message that is not an id was sent to the dead-letter queue')
  acks.nack(message, kept === null)
}
