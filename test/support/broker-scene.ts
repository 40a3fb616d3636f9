/**
 * Brokers for tests. Each test has its own queues on a shared RabbitMQ, which are deleted when the test ends, and a
 * handler that records its calls.
 */
import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import type { ConfirmChannel } from 'amqplib'
import type { ExecutionContext } from 'ava'
import { createBroker } from '../../src/platform/broker/open.ts'
import type { Handler } from '../../src/platform/broker/broker.ts'
import { listenToLog } from '../tools/fakes/log-listener.ts'
import { until } from '../tools/until.ts'

/** Returns a namespace for queues that no other test uses. The queues are deleted when the test ends. */
export function freshNamespace(t: ExecutionContext, amqpUrl: string): string {
  // random, because test files run in threads of one process and a counter would repeat itself in each
  const namespace = `test-${randomUUID()}`
  t.teardown(() =>
    onChannel(amqpUrl, async (channel) => {
      for (const queue of ['singles', 'batches', 'dead']) await channel.deleteQueue(`screening.${namespace}.${queue}`)
    }),
  )
  return namespace
}

/** Returns a well-formed id that no scoring job has, always the same for the same number. */
export function idOf(number: number): string {
  return `sj_00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

/** Starts a broker that is closed when the test ends, and returns it with its log. */
export async function startBroker(t: ExecutionContext, url: string | null, namespace: string) {
  const listener = listenToLog()
  const broker = await createBroker({ url, namespace, log: listener.log })
  t.teardown(() => broker.close())
  return { broker, ...listener }
}

/**
 * Opens a channel to the same RabbitMQ, as an operator or another program would. Call `waitForConfirms` after sending,
 * because a new quorum queue loses messages if their channel closes before they are confirmed.
 */
export async function onChannel<Result>(
  amqpUrl: string,
  act: (channel: ConfirmChannel) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(amqpUrl)
  try {
    return await act(await connection.createConfirmChannel())
  } finally {
    await connection.close()
  }
}

export type Recorder = {
  handle: Handler
  /** The ids in the order in which their handlers started. */
  started: string[]
  /** The highest number of handlers that ran at the same time. */
  most(): number
  /** Resolves when `count` handlers have started. */
  starts(count: number): Promise<unknown>
  /** Resolves when a handler has started for this id. */
  sees(id: string): Promise<unknown>
  /** Lets every handler end, including handlers that start later. */
  release(): void
}

/** Returns a handler that records its calls. With `held`, each call runs until `release`. */
export function recordHandler({ held = false } = {}): Recorder {
  const gate = Promise.withResolvers<void>()
  const started: string[] = []
  let running = 0
  let most = 0
  if (!held) gate.resolve()
  return {
    async handle(id) {
      started.push(id)
      most = Math.max(most, ++running)
      await gate.promise
      running--
    },
    started,
    most: () => most,
    starts: (count) => until(`${count} handlers start`, () => started.length >= count),
    sees: (id) => until(`a handler starts for ${id}`, () => started.includes(id)),
    release: () => gate.resolve(),
  }
}
