/** Publishing to RabbitMQ, with the broker's confirms. */
import type { Log } from './broker.ts'
import { keepLinked, within, type ConfirmChannel, type Drop, type Link } from './rabbit-connection.ts'
import { declareQueues, dropWithChannel, type Queues } from './rabbit-queues.ts'

export type Publisher = {
  channel: ConfirmChannel
  /**
   * The number of confirms received. If it has not changed when a publish times out, the connection is dead; otherwise
   * it is only slow.
   */
  confirms: number
  /**
   * Set when a message has reached no queue. RabbitMQ confirms such messages, too, so later confirms on this connection
   * are ignored.
   */
  unroutable: boolean
  drop: Drop
}

/**
 * The time limit for confirms. It is shorter than the 5 s in which `publish` returns, to allow for a busy event loop.
 */
const confirmTimeoutMs = 4_500

/** Opens the connection for publishing. Throws the errors of `keepLinked`. */
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

/** Publishes one message per id and returns the ids confirmed in time. See `Broker.publish`. */
export async function publish(link: Link<Publisher>, queue: string, ids: readonly string[]): Promise<string[]> {
  const publisher = link.ready()
  if (publisher === null) return []
  const confirmed: string[] = []
  const before = publisher.confirms
  const sent = ids.map(async (id) => {
    if (await sendConfirmed(publisher, queue, id)) confirmed.push(id)
  })
  const all = await within(confirmTimeoutMs, Promise.all(sent))
  // During a resource alarm, `ready` returns null. The connection is then kept: on a new connection, the alarm would go
  // unnoticed until RabbitMQ blocks that one, too.
  const silent = all === null && publisher.confirms === before && link.ready() === publisher
  if (silent) publisher.drop('the message broker does not confirm messages')
  return [...confirmed] // a copy: a late confirm must not change the result
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
      resolve(false) // the channel has just been closed
    }
  })
}
