/**
 * The interface of every broker: lanes, publishing, acknowledgements. Implemented in memory and over RabbitMQ.
 *
 * The rows are the source of truth. A message is only an id, so losing or duplicating one does no harm.
 */

/** Singles and batches have separate queues, so that a batch of thousands does not delay a single submission. */
export const lanes = ['singles', 'batches'] as const
export type Lane = (typeof lanes)[number]

/** The part of a logger that a broker needs; pino satisfies it. */
export type Log = {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

export type Handler = (id: string) => Promise<void>

export type Consumer = {
  /**
   * Accepts no new messages, puts those whose handlers have not started back into the queue, and waits for the running
   * handlers.
   */
  stop(): Promise<void>
}

export interface Broker {
  /**
   * Publishes one message per id, in order. Returns within 5 s the ids that the broker confirmed (in memory: all).
   * Never rejects: an unavailable broker confirms none.
   */
  publish(lane: Lane, ids: readonly string[]): Promise<string[]>
  /**
   * Calls `handle` for each message, at most `prefetch` at a time, and acknowledges the message when the handler has
   * settled. If the handler rejects, the error is logged and the message is still acknowledged: recovery starts from
   * the row, not from the message.
   */
  consume(lane: Lane, prefetch: number, handle: Handler): Promise<Consumer>
  /** Messages waiting in the lane (not those being handled), or null while the broker is unavailable. */
  depth(lane: Lane): Promise<number | null>
  /**
   * The number of dead letters, which no handler can read; null while the broker is unavailable. Always 0 in memory.
   */
  deadLetters(): Promise<number | null>
  /** Deletes the dead letters and returns how many there were, or null while the broker is unavailable. */
  purgeDeadLetters(): Promise<number | null>
  /** Null while healthy, else a short phrase for /readyz, without addresses or credentials. */
  degraded(): string | null
  /**
   * Closes everything; nothing keeps the process alive afterwards. Consumers that were not stopped are cut off: their
   * handlers keep running, and RabbitMQ redelivers their messages.
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
