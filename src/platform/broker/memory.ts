/**
 * The broker for a service of a single process: queues of ids in memory.
 *
 * Messages keep their order. All messages are lost when the process ends; the next start publishes the waiting rows
 * again.
 */
import { runHandler } from './broker.ts'
import type { Broker, Consumer, Handler, Lane, Log } from './broker.ts'

type Queue = {
  /**
   * A queue of ids, first in, first out. An id that is already waiting is not added again: its handler reads the row's
   * current state, so handling it once is enough.
   */
  waiting: Set<string>
  /** Removes and returns the id that has waited longest. */
  take(): string | undefined
  /** The consumers' listeners, which are called when ids arrive. */
  listeners: Set<() => void>
}

/** Creates a broker inside this process. */
export function createMemoryBroker(log: Log): Broker {
  const queues: Record<Lane, Queue> = { singles: createQueue(), batches: createQueue() }
  const consumers = new Set<Consumer>()

  return {
    async publish(lane, ids) {
      const { waiting, listeners } = queues[lane]
      for (const id of ids) waiting.add(id)
      for (const listener of listeners) listener()
      return [...ids]
    },
    async consume(lane, prefetch, handle) {
      const consumer = startConsumer(queues[lane], prefetch, handle, log)
      consumers.add(consumer)
      return consumer
    },
    async depth(lane) {
      return queues[lane].waiting.size
    },
    deadLetters: async () => 0,
    purgeDeadLetters: async () => 0,
    degraded: () => null,
    async close() {
      for (const consumer of consumers) void consumer.stop()
    },
  }
}

function createQueue(): Queue {
  const waiting = new Set<string>()
  // The iterator is reused, because a new one would step over every deleted entry. Emptying a queue of 100,000 ids
  // would then take seconds.
  let order = waiting.values()
  const take = () => {
    let next = order.next()
    if (next.done) next = (order = waiting.values()).next()
    if (next.value !== undefined) waiting.delete(next.value)
    return next.value
  }
  return { waiting, take, listeners: new Set() }
}

function startConsumer(queue: Queue, prefetch: number, handle: Handler, log: Log): Consumer {
  const running = new Set<Promise<void>>()
  let stopped = false

  // Starts one handler per event-loop turn, so that a burst of a thousand messages does not block requests.
  const startNext = () => {
    if (stopped || running.size >= prefetch) return
    const id = queue.take()
    if (id === undefined) return
    const run = runHandler(handle, id, log).finally(() => {
      running.delete(run)
      setImmediate(startNext)
    })
    running.add(run)
    setImmediate(startNext)
  }
  const listener = () => void setImmediate(startNext)
  queue.listeners.add(listener)
  listener()

  return {
    async stop() {
      stopped = true
      queue.listeners.delete(listener)
      await Promise.all(running)
    },
  }
}
