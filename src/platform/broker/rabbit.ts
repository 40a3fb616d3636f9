/**
 * The broker over RabbitMQ: durable quorum queues, publisher confirms, consumers that come back.
 *
 * Owns the queues' names and settings, and what is confirmed and acknowledged when. Must never fail its caller
 * because the broker is away, nor acknowledge a message whose handler still runs.
 *
 * Publishing and each consumer have a connection of their own: under a resource alarm RabbitMQ stops reading from
 * connections that publish, and acknowledgements on the same one would stand still with it.
 */
import { isId } from '../../kit/ids.ts'
import { runHandler } from './broker.ts'
import type { Broker, Consumer, Handler, Lane, Log } from './broker.ts'
import { keepLinked, within } from './rabbit-connection.ts'
import type { Channel, ConfirmChannel, ConsumeMessage, Drop, Link } from './rabbit-connection.ts'

type Queues = Record<Lane, string> & { dead: string }

type Publisher = {
  channel: ConfirmChannel
  /** How many confirms have come in; a connection without any is dead, one with some is only slow. */
  confirms: number
  /** Once a message found no queue, no confirm of this connection counts: RabbitMQ confirms such messages too. */
  unroutable: boolean
  drop: Drop
}

/** publish() answers within 5 s; the rest is for a busy event loop. */
const CONFIRM_TIMEOUT_MS = 4_500
/** For one question to a broker that seems to be there. */
const ANSWER_TIMEOUT_MS = 2_000
/** Enough to see what goes wrong, and no way to fill the broker's disk; the oldest go first. */
const DEAD_MESSAGES_MAX = 1_000

const QUORUM = { 'x-queue-type': 'quorum' }

/** Queues are `screening.<namespace>.singles`, `.batches` and `.dead`. Throws as `keepLinked` does. */
export async function createRabbitBroker(url: string, namespace: string, log: Log): Promise<Broker> {
  const queues: Queues = {
    singles: `screening.${namespace}.singles`,
    batches: `screening.${namespace}.batches`,
    dead: `screening.${namespace}.dead`,
  }
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

// ── publishing ──────────────────────────────────────────────────────────────────────────────────

function linkPublisher(url: string, queues: Queues, log: Log): Promise<Link<Publisher>> {
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

async function publish(link: Link<Publisher>, queue: string, ids: readonly string[]): Promise<string[]> {
  const publisher = link.ready()
  if (publisher === null) return []
  const confirmed: string[] = []
  const before = publisher.confirms
  const sent = ids.map(async (id) => {
    if (await sendConfirmed(publisher, queue, id)) confirmed.push(id)
  })
  const all = await within(CONFIRM_TIMEOUT_MS, Promise.all(sent))
  // Under a resource alarm the link is not ready: a new connection would only hide the alarm until it is blocked too.
  const silent = all === null && publisher.confirms === before && link.ready() === publisher
  if (silent) publisher.drop('the message broker confirms nothing')
  return [...confirmed] // a late confirm must not change what the caller was told
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
      resolve(false) // the channel closed a moment ago
    }
  })
}

/** How many messages an answer speaks of; null where there is none in time. */
async function ask(
  link: Link<Publisher>,
  question: (channel: ConfirmChannel) => Promise<{ messageCount: number }>,
): Promise<number | null> {
  const { channel } = link.ready() ?? {}
  const answer = channel && (await within(ANSWER_TIMEOUT_MS, question(channel)))
  return answer?.messageCount ?? null
}

// ── consuming ───────────────────────────────────────────────────────────────────────────────────

type Subscription = { channel: Channel; consumerTag: string }
type Delivery = { channel: Channel; message: ConsumeMessage }

async function startConsumer(
  url: string,
  queues: Queues,
  lane: Lane,
  prefetch: number,
  handle: Handler,
  log: Log,
): Promise<{ link: Link<Subscription>; consumer: Consumer }> {
  // Both outlive a connection: what a lost one left running still counts, for its messages come again meanwhile.
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
      waiting = [] // what an earlier connection delivered comes again
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
    await within(ANSWER_TIMEOUT_MS, channel.cancel(consumerTag))
    for (const { message } of waiting) onOpenChannel(() => channel.nack(message, false, true))
    await Promise.all(running)
    // The connection's own good-bye could overtake acknowledgements; the channel's cannot.
    await within(ANSWER_TIMEOUT_MS, channel.close())
  }
  const stop = async () => {
    stopping = true
    await link.close(finish)
    await Promise.all(running) // also those whose connection is gone
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
  // Nobody hears when their queue is deleted, and RabbitMQ drops dead letters that find none.
  const kept = await within(ANSWER_TIMEOUT_MS, declareDead(channel, queues))
  if (kept !== null) log.warn({ bytes: message.content.length }, 'a message that is no id goes to the dead letters')
  onOpenChannel(() => channel.nack(message, false, kept === null))
}

/** Acknowledging on a channel that has closed throws; the broker hands the message out again by itself. */
function onOpenChannel(acknowledge: () => void): void {
  try {
    acknowledge()
  } catch {}
}

// ── queues ──────────────────────────────────────────────────────────────────────────────────────

/** Repeated on every connection: whoever comes first makes them, also after an operator removed them. */
async function declareQueues(channel: Channel, queues: Queues): Promise<void> {
  await declareDead(channel, queues)
  const deadLetters = { deadLetterExchange: '', deadLetterRoutingKey: queues.dead }
  for (const lane of ['singles', 'batches'] as const) {
    await channel.assertQueue(queues[lane], { durable: true, arguments: QUORUM, ...deadLetters })
  }
}

async function declareDead(channel: Channel, { dead }: Queues): Promise<unknown> {
  return channel.assertQueue(dead, { durable: true, arguments: QUORUM, maxLength: DEAD_MESSAGES_MAX })
}

/** A channel that the broker closes takes its connection with it: one way to begin again instead of two. */
function dropWithChannel(channel: Channel, drop: Drop): void {
  channel.on('error', (cause) => drop('the message broker closed a channel', cause))
}
