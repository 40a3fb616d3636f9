/**
 * Batches acknowledgements to RabbitMQ: all acknowledgements from one event-loop turn are sent together. A quorum queue
 * logs and replicates each acknowledgement, but a single one can cover many messages. Jobs tend to finish in groups.
 */
import type { Channel, ConsumeMessage } from './rabbit-connection.ts'

export type Acks = {
  /** Records a message received on this channel. */
  received: (message: ConsumeMessage) => void
  /**
   * Acknowledges a message at the end of this turn. Resolves when the acknowledgement has been written to the
   * connection.
   */
  ack: (message: ConsumeMessage) => Promise<void>
  /** Returns a message to the queue, or sends it to the dead letters. */
  nack: (message: ConsumeMessage, requeue: boolean) => void
}

/**
 * Creates the object that acknowledges the messages of one channel. It does nothing once the channel is closed:
 * RabbitMQ then redelivers the messages.
 */
export function createAcks(channel: Channel): Acks {
  // The messages in order of arrival, which is the order of their delivery tags.
  const unsettled = new Set<ConsumeMessage>()
  let handled = new Set<ConsumeMessage>()
  let flushed: Promise<void> | null = null

  /** Acknowledges all messages before the oldest unhandled one with one acknowledgement, and the rest one by one. */
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

/** Calls `acknowledge`, and ignores its error if the channel is closed: the broker then redelivers the message. */
function onOpenChannel(acknowledge: () => void): void {
  try {
    acknowledge()
  } catch {}
}
