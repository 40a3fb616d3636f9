/**
 * The broker of a process that runs alone: queues of ids in memory, and nothing more.
 *
 * Owns the order of messages inside one process. Must never be the only place that knows of work: it forgets everything
 * when the process ends, and the next start publishes the waiting rows again.
 */
import { runHandler } from './broker.ts'
import type { Broker, Consumer, Handler, Lane, Log } from './broker.ts'

type Queue = {
  /** First in, first out. An id that already waits is not queued twice: its handler will see the row as it is then. */
  waiting: Set<string>
  /** Takes the id that has waited longest. */
  take(): string | undefined
  /** Called when an id comes in; one listener per consumer. */
  listeners: Set<() => void>
}

/** A broker without a server, in this process. */
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
  // Keep one iterator for as long as it lasts: a fresh one steps over everything that was taken before, and emptying a
  // backlog of 100,000 would take seconds.
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

  // One start per event-loop turn, so that a thousand messages at once hold up no request.
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
