/**
 * The broker of a process that runs alone: ids waiting in memory, and nothing more.
 *
 * Owns the order of rings inside one process. Must never be the only place that knows of work: it forgets
 * everything when the process ends, and the rows ring again.
 */
import { runHandler } from './broker.ts'
import type { Broker, Consumer, Handler, Lane, Log } from './broker.ts'

type Bell = {
  /** First in, first out. An id that already waits is not queued again: its handler will see the row as it is then. */
  waiting: Set<string>
  /** Takes the id that has waited longest. */
  take(): string | undefined
  /** Told when an id comes in; one for each consumer. */
  listeners: Set<() => void>
}

export function createMemoryBroker(log: Log): Broker {
  const bells: Record<Lane, Bell> = { singles: createBell(), batches: createBell() }
  const consumers = new Set<Consumer>()

  return {
    async publish(lane, ids) {
      const { waiting, listeners } = bells[lane]
      for (const id of ids) waiting.add(id)
      for (const listener of listeners) listener()
      return [...ids]
    },
    async consume(lane, prefetch, handle) {
      const consumer = startConsumer(bells[lane], prefetch, handle, log)
      consumers.add(consumer)
      return consumer
    },
    async depth(lane) {
      return bells[lane].waiting.size
    },
    deadLetters: async () => 0,
    purgeDeadLetters: async () => 0,
    degraded: () => null,
    async close() {
      for (const consumer of consumers) void consumer.stop()
    },
  }
}

function createBell(): Bell {
  const waiting = new Set<string>()
  // One iterator for as long as it lasts: a fresh one steps over all that was taken before, which makes emptying a
  // backlog of 100,000 take seconds.
  let order = waiting.values()
  const take = () => {
    let next = order.next()
    if (next.done) next = (order = waiting.values()).next()
    if (next.value !== undefined) waiting.delete(next.value)
    return next.value
  }
  return { waiting, take, listeners: new Set() }
}

function startConsumer(bell: Bell, prefetch: number, handle: Handler, log: Log): Consumer {
  const running = new Set<Promise<void>>()
  let stopped = false

  // One start a turn of the event loop: a thousand rings at once hold up nobody's request.
  const startNext = () => {
    if (stopped || running.size >= prefetch) return
    const id = bell.take()
    if (id === undefined) return
    const run = runHandler(handle, id, log).finally(() => {
      running.delete(run)
      setImmediate(startNext)
    })
    running.add(run)
    setImmediate(startNext)
  }
  const listener = () => void setImmediate(startNext)
  bell.listeners.add(listener)
  listener()

  return {
    async stop() {
      stopped = true
      bell.listeners.delete(listener)
      await Promise.all(running)
    },
  }
}
