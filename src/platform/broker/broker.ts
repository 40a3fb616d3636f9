/**
 * What every broker promises: lanes, publishing, acknowledgements. Implemented in memory and over RabbitMQ.
 *
 * The rows hold the truth. A message is only an id, so losing or doubling one does no harm.
 */

/** Singles and batches queue apart, so that a batch of thousands delays no single submission. */
export const lanes = ['singles', 'batches'] as const
export type Lane = (typeof lanes)[number]

/** What a broker needs of a log; pino has this shape. */
export type Log = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export type Handler = (id: string) => Promise<void>

export type Consumer = {
  /** Takes no new message, returns those not yet handed out, and waits for the handlers in flight to settle. */
  stop(): Promise<void>
}

export interface Broker {
  /**
   * Publishes one message per id, in order. Returns within 5 s the ids that the broker confirmed (in memory: all).
   * Never rejects: an absent broker confirms none.
   */
  publish(lane: Lane, ids: readonly string[]): Promise<string[]>
  /**
   * Calls `handle` for each message, at most `prefetch` at a time, and acknowledges once it settles. A rejection is
   * logged and acknowledged all the same: the rescue works on the row, not on the message.
   */
  consume(lane: Lane, prefetch: number, handle: Handler): Promise<Consumer>
  /** Messages waiting in the lane (not those being handled), or null while the broker is away. */
  depth(lane: Lane): Promise<number | null>
  /** Dead letters, which no handler can read; null while the broker is away. In memory there are none. */
  deadLetters(): Promise<number | null>
  /** Deletes the dead letters and returns how many there were, or null while the broker is away. */
  purgeDeadLetters(): Promise<number | null>
  /** Null while healthy, else one plain phrase for /readyz, without address or credentials. */
  degraded(): string | null
  /**
   * Ends everything; nothing here keeps the process alive afterwards. Consumers that were not stopped are cut off:
   * their handlers run on, and RabbitMQ redelivers their messages.
   */
  close(): Promise<void>
}

/** Runs a handler to its end, and never rejects. */
export async function runHandler(handle: Handler, id: string, log: Log): Promise<void> {
  try {
    await handle(id)
  } catch (cause) {
    log.error({ err: cause, id }, 'a message could not be handled')
  }
}
