/**
 * The interface of every broker: lanes, publishing, acknowledgements. Implemented in memory and over RabbitMQ.
 *
 * The database's rows are the source of truth. A message is only the id of a row, so a lost or duplicated message does
 * no harm.
 */

/**
 * The queues: single submissions are separate from batches, so that a batch of thousands does not delay a single one.
 */
export const lanes = ['singles', 'batches'] as const
export type Lane = (typeof lanes)[number]

/** The logger methods that a broker needs; pino has them. */
export type Log = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export type Handler = (id: string) => Promise<void>

export type Consumer = {
  /**
   * Accepts no new messages, and waits for the running handlers. Messages whose handlers have not started return to the
   * queue.
   */
  stop(): Promise<void>
}

export interface Broker {
  /**
   * Publishes one message per id, in order. Returns, within 5 s, the ids that the broker confirmed (in memory: all of
   * them). Never rejects: an unavailable broker confirms none.
   */
  publish(lane: Lane, ids: readonly string[]): Promise<string[]>
  /**
   * Calls `handle` for each message, at most `prefetch` at a time, and acknowledges the message when the handler has
   * settled. If the handler rejects, the error is logged and the message is also acknowledged, because a retry starts
   * from the row, not from the message.
   */
  consume(lane: Lane, prefetch: number, handle: Handler): Promise<Consumer>
  /**
   * Returns the number of messages waiting in the lane, not counting those being handled; null while the broker is
   * unavailable.
   */
  depth(lane: Lane): Promise<number | null>
  /**
   * Returns the number of dead letters, which are messages that no handler can read; null while the broker is
   * unavailable. Always 0 in memory.
   */
  deadLetters(): Promise<number | null>
  /** Deletes the dead letters and returns their number; null while the broker is unavailable. */
  purgeDeadLetters(): Promise<number | null>
  /** Returns null while healthy, otherwise a short phrase for /readyz, without addresses or credentials. */
  degraded(): string | null
  /**
   * Closes everything, so that nothing keeps the process alive. If a consumer was not stopped, its handlers keep
   * running, and RabbitMQ redelivers their messages.
   */
  close(): Promise<void>
}

/** Runs a handler to completion. Never rejects. */
export async function runHandler(handle: Handler, id: string, log: Log): Promise<void> {
  try {
    await handle(id)
  } catch (cause) {
    log.error({ err: cause, id }, 'could not handle a message')
  }
}
