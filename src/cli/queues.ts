/** `queues …`, the only commands that connect to the broker. */
import { readLane } from '../features/scoring/operator.ts'
import type { Broker } from '../platform/broker/broker.ts'
import { readArguments, type Command, type CommandContext } from './command.ts'

export const queueCommands: Record<string, Command> = {
  // This command must be listed before `queues`, because the first command that matches is used.
  'queues purge-dead': {
    usage: '',
    help: 'delete dead letters, which are messages that no worker could read',
    example: '',
    read(argv) {
      readArguments(argv, [])
      return (context) =>
        withBroker(context, async (broker) => {
          if (!broker)
            throw new Error(
              'AMQP_URL is not set, so there are no dead letters: set it to the broker that the servers use',
            )
          const purged = await broker.purgeDeadLetters()
          if (purged === null)
            throw new Error('the message broker is unreachable: check AMQP_URL and that RabbitMQ is running')
          return { purged }
        })
    },
  },
  queues: {
    usage: '',
    help: 'count messages in the broker, and jobs: published, not yet published, due later, running',
    example: '',
    read(argv) {
      readArguments(argv, [])
      return (context) =>
        withBroker(context, async (broker) => ({
          lanes: {
            singles: await readLane(context, broker, 'singles'),
            batches: await readLane(context, broker, 'batches'),
          },
          deadLetters: (await broker?.deadLetters()) ?? null,
          degraded: broker?.degraded() ?? null,
        }))
    },
  },
}

/**
 * Runs `work` with the broker, and returns its result. `work` gets null if the queue is in the server's memory, which
 * no other process can read.
 */
async function withBroker<T>({ openBroker }: CommandContext, work: (broker: Broker | null) => Promise<T>): Promise<T> {
  const broker = await openBroker()
  try {
    return await work(broker)
  } finally {
    await broker?.close()
  }
}
