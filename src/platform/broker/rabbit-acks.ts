/**
 * Batches acknowledgements to RabbitMQ: all acknowledgements from one event-loop turn are sent together. * Jobs tend to
 * finish in groups. A quorum queue logs and replicates each acknowledgement, and acknowledging many messages at once
 * costs as much as acknowledging one.
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
 * Creates the object that acknowledges one channel's messages. Once the channel is closed, it does nothing, and
 * RabbitMQ redelivers the messages.
 */
export function createAcks(channel: Channel): Acks {
  // The messages in order of arrival, which is the order of their delivery tags.
  const unsettled = new Set<ConsumeMessage>()
  let handled = new Set<ConsumeMessage>()
  let flushed: Promise<void> | null = null

  /** Acknowledges everything before the oldest unhandled message at once, and the rest one by one. */
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

/**
 * Acknowledges, unless the channel is closed. Then acknowledging throws, and the broker redelivers the message anyway.
 */
function onOpenChannel(acknowledge: () => void): void {
  try {
    acknowledge()
  } catch {}
}
