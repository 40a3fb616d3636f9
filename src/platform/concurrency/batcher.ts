/**
 * Batches concurrent calls: the calls in a batch share one statement, transaction and commit.
 *
 * When idle, a call runs in the current event-loop turn; it never waits for a batch to fill. Calls that arrive while a
 * batch runs form the next one. For writes, running one batch at a time is faster than running two (measured). Owners
 * take turns in a batch, so one owner's many calls delay another owner's single call by at most one batch.
 *
 * The package `dataloader` is not enough: it starts a batch in each event-loop turn, regardless of how many are
 * running. It also has no concept of owners, and cannot retry the items of a failed batch one by one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRest } from './rest.ts'

export type Outcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown }

/**
 * Returns one outcome per item, in the same order.
 * @throws Error if the whole batch failed
 */
export type RunBatch<Item, Result> = (items: Item[]) => Promise<Outcome<Result>[]>

export type BatcherSettings = {
  /** Maximum items in a batch; the rest wait for the next. */
  max: number
  /**
   * Returns whether a batch may have failed because of one of its items. If so, each item runs again on its own.
   * Returns false if all items failed for the same reason, such as an unavailable database.
   */
  isDivisible: (error: unknown) => boolean
  /**
   * Set for calls that no client waits for. After a batch of several items, the next batch starts when it is full, or
   * after twice the duration of the previous batch. This reduces the number of batches to a third. When idle, a single
   * call still starts immediately.
   */
  linger?: boolean
  /** Maximum number of concurrent batches; 1 by default. */
  atOnce?: number
  /**
   * Set for batches that query a server: calls are collected over several event-loop turns, as long as more calls
   * arrive. Collecting saves nothing for batches that this process answers itself.
   */
  queriesServer?: boolean
  /** Called with the number of items in each batch. */
  observe?: (size: number) => void
}

/**
 * The maximum number of event-loop turns for which a burst is collected before a query. Collecting pays, because a
 * query costs this process about 100 µs, regardless of the number of items.
 */
const turnsToServerMax = 24
/**
 * A burst is over after this many consecutive turns without a new call. After a batch, its callers call again one after
 * the other, about 20 µs apart. With a smaller number, the first of these calls would often run alone while the others
 * wait.
 */
const emptyTurnsOfBurst = 3
/**
 * The maximum wait of the next batch, as a multiple of the duration of the last one. With 1, two workers on one machine
 * form smaller batches and complete 10 % fewer jobs (measured).
 */
const lingerTimes = 2
/** The maximum wait in any case, so that a database that is slow for a moment does not delay later batches. */
const lingerMsMax = 40

type Waiting<Item, Result> = { item: Item } & Omit<PromiseWithResolvers<Result>, 'promise'>

export type Batcher<Item, Result> = (owner: string, item: Item) => Promise<Result>

/** Returns a function that runs an item as part of a batch, and settles with the outcome of that item. */
export function createBatcher<Item, Result>(
  run: RunBatch<Item, Result>,
  { max, isDivisible, linger = false, atOnce = 1, queriesServer = false, observe = () => {} }: BatcherSettings,
): Batcher<Item, Result> {
  const turns = queriesServer ? turnsToServerMax : 1
  const queues = new Map<string, Waiting<Item, Result>[]>()
  let waitingCount = 0
  let running = 0
  let isCollecting = false
  /** Whether the last batch had more than one item. */
  let isBurst = false
  const rest = createRest()

  /** Takes one item from each owner in turn until the batch is full; owners that were served move to the end. */
  function take(): Waiting<Item, Result>[] {
    const taken: Waiting<Item, Result>[] = []
    for (const [owner, queue] of queues) {
      if (taken.length === max) break
      waitingCount -= 1
      taken.push(queue.shift() as Waiting<Item, Result>)
      queues.delete(owner)
      // This adds the owner to the end of the map, where the loop reaches it again.
      if (queue.length > 0) queues.set(owner, queue)
    }
    return taken
  }

  async function runAll(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await run(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index] as Outcome<Result>
        if (outcome.ok) resolve(outcome.value)
        else reject(outcome.error)
      }
    } catch (error) {
      if (batch.length === 1 || !isDivisible(error)) for (const { reject } of batch) reject(error)
      else for (const waiting of batch) await runAll([waiting])
    }
  }

  async function collect(turnsMax: number): Promise<void> {
    const emptyMax = isBurst ? emptyTurnsOfBurst : 1
    for (let turn = 0, empty = 0, known = 0; turn < turnsMax && waitingCount < max; turn += 1) {
      empty = waitingCount > known ? 0 : empty + 1
      if (empty === emptyMax) return
      known = waitingCount
      await nextTurn()
    }
  }

  /**
   * Starts the next batch, unless a batch is being collected or the maximum number of batches is running. This function
   * is called again when the collecting ends, and whenever a batch ends.
   */
  function startNext(turnsMax = turns): void {
    if (!isCollecting && running < atOnce && waitingCount > 0) void runNext(turnsMax)
  }

  async function runNext(turnsMax: number): Promise<void> {
    isCollecting = true
    await collect(turnsMax)
    isCollecting = false
    running += 1
    const [batch, from] = [take(), performance.now()]
    startNext()
    isBurst = batch.length > 1
    observe(batch.length)
    await runAll(batch)
    if (linger && batch.length > 1 && waitingCount < max)
      await rest.of(Math.min(lingerTimes * (performance.now() - from), lingerMsMax))
    running -= 1
    // After a burst, its callers are about to call again. Waiting for them makes a larger batch, at a lower cost per
    // call.
    startNext(batch.length > 1 ? turns : 0)
  }

  return (owner, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waiting = { item, resolve, reject }
    waitingCount += 1
    const queue = queues.get(owner)
    if (queue) queue.push(waiting)
    else queues.set(owner, [waiting])
    if (waitingCount >= max) rest.end()
    startNext()
    return promise
  }
}
