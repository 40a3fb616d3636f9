/** The RabbitMQ queues of one service: names and settings. */
import { lanes, type Lane } from './broker.ts'
import type { Channel, Drop } from './rabbit-connection.ts'

export type Queues = Record<Lane, string> & { dead: string }

/** How long to wait for each reply from a connected broker. */
export const answerTimeoutMs = 2_000
/**
 * The maximum number of dead letters: enough to diagnose a problem, and too few to fill the broker's disk. The oldest
 * are dropped first.
 */
const deadMessagesMax = 1_000

const quorum = { 'x-queue-type': 'quorum' }

/** Returns `screening.<namespace>.singles`, `.batches` and `.dead`. */
export function queuesOf(namespace: string): Queues {
  return {
    singles: `screening.${namespace}.singles`,
    batches: `screening.${namespace}.batches`,
    dead: `screening.${namespace}.dead`,
  }
}

/** Declares all queues. This is done on every connection, so that deleted queues are created again. */
export async function declareQueues(channel: Channel, queues: Queues): Promise<void> {
  await declareDead(channel, queues)
  const deadLetters = { deadLetterExchange: '', deadLetterRoutingKey: queues.dead }
  for (const lane of lanes) {
    await channel.assertQueue(queues[lane], { durable: true, arguments: quorum, ...deadLetters })
  }
}

/** Declares the dead-letter queue only. */
export async function declareDead(channel: Channel, { dead }: Queues): Promise<unknown> {
  return channel.assertQueue(dead, { durable: true, arguments: quorum, maxLength: deadMessagesMax })
}

/** Drops the connection when the broker closes the channel, so that recovery always begins with a new connection. */
export function dropWithChannel(channel: Channel, drop: Drop): void {
  channel.on('error', (cause) => drop('the message broker closed a channel', cause))
}
