/** Chooses the broker: RabbitMQ if a URL is set, otherwise in memory. */
import type { Broker, Log } from './broker.ts'
import { createMemoryBroker } from './memory.ts'

export type BrokerSettings = {
  /** `amqp://` or `amqps://` URL of a RabbitMQ; null for the in-memory broker. */
  url: string | null
  /** The database's name: two services that share a RabbitMQ must not consume each other's messages. */
  namespace: string
  log: Log
}

/**
 * Resolves even if the broker is unavailable: it then reports `degraded()` and keeps reconnecting. Throws if the URL is
 * not an AMQP URL, because retrying would not help.
 */
export async function createBroker(settings: BrokerSettings): Promise<Broker> {
  if (settings.url === null) return createMemoryBroker(settings.log)
  // Imported on first use, so that a process without RabbitMQ does not load its client.
  const { createRabbitBroker } = await import('./rabbit.ts')
  return createRabbitBroker(settings.url, settings.namespace, settings.log)
}
