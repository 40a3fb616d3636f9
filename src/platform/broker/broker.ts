/**
 * What every broker promises, whichever one runs: lanes, rings, acknowledgements.
 *
 * Owns the contract between broker.ts and its two implementations.
 * Rows are the truth and the broker is a doorbell: a message is an id, losing or doubling one costs nothing.
 */

/** Singles and batches wait apart, so that a batch of thousands delays no single submission. */
export type Lane = 'singles' | 'batches'

/** What a broker needs of a log; pino has this shape. */
export type Log = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export type Handler = (id: string) => Promise<void>

export type Consumer = {
  /** Takes no new message, gives back those not yet handed out, and waits for the handles in flight to settle. */
  stop(): Promise<void>
}

export interface Broker {
  /**
   * Publishes once for each id, in order. Answers within 5 s with the ids that the broker confirmed
   * (in process: all). Never rejects: an absent broker confirms none.
   */
  publish(lane: Lane, ids: readonly string[]): Promise<string[]>
  /**
   * Calls `handle` for each message, at most `prefetch` at a time, and acknowledges when it settles.
   * A rejection is logged and acknowledged all the same: the row is rescued, not the message.
   */
  consume(lane: Lane, prefetch: number, handle: Handler): Promise<Consumer>
  /** Messages that wait in the lane (not those being handled), or null while the broker is away. */
  depth(lane: Lane): Promise<number | null>
  /** Messages put aside because no handler can read them, or null while the broker is away; in process there are none. */
  deadLetters(): Promise<number | null>
  /** Deletes those; how many there were, or null while the broker is away. */
  purgeDeadLetters(): Promise<number | null>
  /** Null while healthy, else one plain phrase for /readyz, without address or credentials. */
  degraded(): string | null
  /**
   * Ends everything; afterwards nothing here keeps the process alive. Consumers that nobody stopped are cut off:
   * their handlers run on, and RabbitMQ hands their messages out again.
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
