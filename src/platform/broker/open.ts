/**
 * The choice of a broker: in process by default, RabbitMQ by its URL.
 *
 * Owns the choice alone. Must never make a caller care which one it got.
 */
import type { Broker, Log } from './broker.ts'
import { createMemoryBroker } from './memory.ts'

export type { Broker, Consumer, Handler, Lane, Log } from './broker.ts'

export type BrokerSettings = {
  /** `amqp://` or `amqps://` URL of a RabbitMQ; null for the in-process doorbell. */
  url: string | null
  /** The database's name: two services on one RabbitMQ must not answer each other's bells. */
  namespace: string
  log: Log
}

/**
 * Resolves also while the broker is away: it is then `degraded()` and keeps trying by itself.
 * Throws for a URL that is none of RabbitMQ's, which no waiting can mend.
 */
export async function createBroker(settings: BrokerSettings): Promise<Broker> {
  if (settings.url === null) return createMemoryBroker(settings.log)
  // Imported when first used: a process without RabbitMQ does not carry its client.
  const { createRabbitBroker } = await import('./rabbit.ts')
  return createRabbitBroker(settings.url, settings.namespace, settings.log)
}
