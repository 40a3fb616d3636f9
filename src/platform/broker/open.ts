/** Chooses the broker: RabbitMQ if a URL is set, otherwise in memory. */
import type { Broker, Log } from './broker.ts'
import { createMemoryBroker } from './memory.ts'

export type BrokerSettings = {
  /** `amqp://` or `amqps://` URL of a RabbitMQ; null for the in-memory broker. */
  url: string | null
  /**
   * The database's name, which is part of the queues' names, because two services that share a RabbitMQ must not
   * consume each other's messages.
   */
  namespace: string
  log: Log
}

/**
 * Opens the broker. Resolves even if the broker is unavailable, which then reports `degraded()` and keeps reconnecting.
 * @throws Error if the URL is not an AMQP URL, because retrying would not help
 */
export async function createBroker(settings: BrokerSettings): Promise<Broker> {
  if (settings.url === null) return createMemoryBroker(settings.log)
  // Imported here, so that a process without RabbitMQ does not load the client.
  const { createRabbitBroker } = await import('./rabbit.ts')
  return createRabbitBroker(settings.url, settings.namespace, settings.log)
}
