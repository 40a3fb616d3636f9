/**
 * Acknowledgements to RabbitMQ: those of one turn of the event loop go together.
 *
 * Jobs end in groups. A quorum queue writes each acknowledgement to its log and copies it, so one for many messages
 * costs it as much as one for a single message.
 */
import type { Channel, ConsumeMessage } from './rabbit-connection.ts'

export type Acks = {
  /** A message of this channel has arrived. */
  received: (message: ConsumeMessage) => void
  /** Acknowledges a message at the end of this turn, and resolves when that is written to the connection. */
  ack: (message: ConsumeMessage) => Promise<void>
  /** Gives a message back to the queue, or to the dead letters. */
  nack: (message: ConsumeMessage, requeue: boolean) => void
}

/** The acknowledgements of one channel; once it is closed they do nothing, and its messages come again. */
export function createAcks(channel: Channel): Acks {
  // In the order of their arrival, which is that of their tags.
  const unsettled = new Set<ConsumeMessage>()
  let handled = new Set<ConsumeMessage>()
  let flushed: Promise<void> | null = null

  /** All up to the oldest unhandled message by one acknowledgement, the others one by one. */
  function flush(): void {
    flushed = null
    let last: ConsumeMessage | null = null
    for (const message of unsettled) {
      if (!handled.has(message)) break
      last = message
      unsettled.delete(message)
      handled.delete(message)
    }
    if (last) onOpenChannel(() => channel.ack(last, true))
    for (const message of handled) {
      unsettled.delete(message)
      onOpenChannel(() => channel.ack(message))
    }
    handled = new Set()
  }

  return {
    received: (message) => void unsettled.add(message),
    ack(message) {
      handled.add(message)
      flushed ??= new Promise((resolve) => setImmediate(() => resolve(flush())))
      return flushed
    },
    nack(message, requeue) {
      unsettled.delete(message)
      onOpenChannel(() => channel.nack(message, false, requeue))
    },
  }
}

/** Acknowledging on a closed channel throws; the broker redelivers the message on its own. */
function onOpenChannel(acknowledge: () => void): void {
  try {
    acknowledge()
  } catch {}
}
