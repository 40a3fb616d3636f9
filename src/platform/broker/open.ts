/** Chooses the broker: RabbitMQ by URL, or in memory. */
import type { Broker, Log } from './broker.ts'
import { createMemoryBroker } from './memory.ts'

export type BrokerSettings = {
  /** `amqp://` or `amqps://` URL of a RabbitMQ; null for the in-memory broker. */
  url: string | null
  /** The database's name: two services on one RabbitMQ must not consume each other's messages. */
  namespace: string
  log: Log
}

/**
 * Resolves even while the broker is away: it is then `degraded()` and keeps trying on its own. Throws for a URL that is
 * not RabbitMQ's, which no retry can fix.
 */
export async function createBroker(settings: BrokerSettings): Promise<Broker> {
  if (settings.url === null) return createMemoryBroker(settings.log)
  // Imported on first use: a process without RabbitMQ does not load its client.
  const { createRabbitBroker } = await import('./rabbit.ts')
  return createRabbitBroker(settings.url, settings.namespace, settings.log)
}
