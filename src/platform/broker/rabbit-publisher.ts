/** Publishing to RabbitMQ: which messages the broker has confirmed. */
import type { Log } from './broker.ts'
import { keepLinked, within, type ConfirmChannel, type Drop, type Link } from './rabbit-connection.ts'
import { declareQueues, dropWithChannel, type Queues } from './rabbit-queues.ts'

export type Publisher = {
  channel: ConfirmChannel
  /** How many confirms have come in: a connection without any is dead, one with some is only slow. */
  confirms: number
  /** Set once a message found no queue: RabbitMQ confirms such messages, too, so no confirm here counts any more. */
  unroutable: boolean
  drop: Drop
}

/** publish() answers within 5 s; the difference allows for a busy event loop. */
const confirmTimeoutMs = 4_500

/** The connection that publishes. Throws as `keepLinked` does. */
export function linkPublisher(url: string, queues: Queues, log: Log): Promise<Link<Publisher>> {
  return keepLinked<Publisher>(
    url,
    async (connection, drop) => {
      const channel = await connection.createConfirmChannel()
      const publisher = { channel, confirms: 0, unroutable: false, drop }
      dropWithChannel(channel, drop)
      channel.on('return', () => {
        publisher.unroutable = true
        drop('the message broker has lost a queue')
      })
      await declareQueues(channel, queues)
      return publisher
    },
    log,
  )
}

/** Publishes one message per id; the ids confirmed in time. See `Broker.publish`. */
export async function publish(link: Link<Publisher>, queue: string, ids: readonly string[]): Promise<string[]> {
  const publisher = link.ready()
  if (publisher === null) return []
  const confirmed: string[] = []
  const before = publisher.confirms
  const sent = ids.map(async (id) => {
    if (await sendConfirmed(publisher, queue, id)) confirmed.push(id)
  })
  const all = await within(confirmTimeoutMs, Promise.all(sent))
  // Under a resource alarm the link is not ready: a new connection would only hide the alarm until it is blocked too.
  const silent = all === null && publisher.confirms === before && link.ready() === publisher
  if (silent) publisher.drop('the message broker confirms nothing')
  return [...confirmed] // a copy: a late confirm must not change the answer
}

function sendConfirmed(publisher: Publisher, queue: string, id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const onConfirm = (error: unknown) => {
      if (error === null) publisher.confirms++
      resolve(error === null && !publisher.unroutable)
    }
    try {
      publisher.channel.sendToQueue(queue, Buffer.from(id), { persistent: true, mandatory: true }, onConfirm)
    } catch {
      resolve(false) // the channel has just closed
    }
  })
}
