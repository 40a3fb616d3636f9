/** Consuming from RabbitMQ: which message is handled when, and when it is acknowledged. */
import { isId } from '../../kit/ids.ts'
import { runHandler, type Consumer, type Handler, type Lane, type Log } from './broker.ts'
import { keepLinked, within, type Channel, type ConsumeMessage, type Link } from './rabbit-connection.ts'
import { answerTimeoutMs, declareDead, declareQueues, dropWithChannel, type Queues } from './rabbit-queues.ts'

type Subscription = { channel: Channel; consumerTag: string }
type Delivery = { channel: Channel; message: ConsumeMessage }

/** Consumes a lane on a connection of its own: see `Broker.consume`. Throws as `keepLinked` does. */
export async function startConsumer(
  url: string,
  queues: Queues,
  lane: Lane,
  prefetch: number,
  handle: Handler,
  log: Log,
): Promise<{ link: Link<Subscription>; consumer: Consumer }> {
  // Both outlive a connection: handlers of a lost one still count, because their messages come again meanwhile.
  const running = new Set<Promise<void>>()
  let waiting: Delivery[] = []
  let stopping = false

  const startWaiting = () => {
    while (!stopping && running.size < prefetch) {
      const delivery = waiting.shift()
      if (delivery === undefined) return
      const run = handleDelivery(delivery, queues, handle, log).finally(() => {
        running.delete(run)
        startWaiting()
      })
      running.add(run)
    }
  }

  const link = await keepLinked<Subscription>(
    url,
    async (connection, drop) => {
      const channel = await connection.createChannel()
      dropWithChannel(channel, drop)
      await declareQueues(channel, queues)
      await channel.prefetch(prefetch)
      waiting = [] // deliveries of an earlier connection come again
      const { consumerTag } = await channel.consume(queues[lane], (message) => {
        if (message === null) return drop('the message broker has ended a consumer')
        waiting.push({ channel, message })
        startWaiting()
      })
      return { channel, consumerTag }
    },
    log,
  )

  const finish = async ({ channel, consumerTag }: Subscription) => {
    await within(answerTimeoutMs, channel.cancel(consumerTag))
    for (const { message } of waiting) onOpenChannel(() => channel.nack(message, false, true))
    await Promise.all(running)
    // Closing the connection could overtake acknowledgements; closing the channel cannot.
    await within(answerTimeoutMs, channel.close())
  }
  const stop = async () => {
    stopping = true
    await link.close(finish)
    await Promise.all(running) // also handlers whose connection is gone
  }
  return { link, consumer: { stop } }
}

async function handleDelivery(
  { channel, message }: Delivery,
  queues: Queues,
  handle: Handler,
  log: Log,
): Promise<void> {
  const id = message.content.toString('latin1')
  if (isId(id)) {
    await runHandler(handle, id, log)
    return onOpenChannel(() => channel.ack(message))
  }
  // Declared again each time: no event reports a deleted queue, and RabbitMQ drops dead letters that find none.
  const kept = await within(answerTimeoutMs, declareDead(channel, queues))
  if (kept !== null) log.warn({ bytes: message.content.length }, 'a message that is not an id goes to the dead letters')
  onOpenChannel(() => channel.nack(message, false, kept === null))
}

/** Acknowledging on a closed channel throws; the broker redelivers the message on its own. */
function onOpenChannel(acknowledge: () => void): void {
  try {
    acknowledge()
  } catch {}
}
