/**
 * Batches concurrent calls: the calls in a batch share one statement, one transaction, one commit.
 *
 * When idle, a call runs in this turn of the event loop; it never waits for a batch to fill. Calls that arrive while a
 * batch runs form the next one: for writes, one batch at a time is faster than two (measured). Owners take turns in a
 * batch, so many calls of one delay the single call of another by one batch at most.
 *
 * Not `dataloader`: it sends what one turn of the event loop brought, however many of its batches run already, and knows
 * no owners; nor does it run the items of a failed batch one by one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRest } from './rest.ts'

export type Outcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown }

/** Returns one outcome for each item, in their order. @throws Error where there is none for any of them */
export type RunBatch<Item, Result> = (items: Item[]) => Promise<Outcome<Result>[]>

export type BatcherSettings = {
  /** Items of one batch; more wait for the next. */
  max: number
  /**
   * Whether a batch may have failed because of one of its items: then each runs alone, and fails alone. False where all
   * failed for one reason, such as a database that is away.
   */
  isDivisible: (error: unknown) => boolean
  /**
   * For calls that no client waits for: after a batch of several, the next waits for twice as long as that one took, or
   * until it is full. A third as many batches then share the cost of the same items; a single call still starts at once.
   */
  linger?: boolean
  /** Batches that may run at the same time; 1 by default. */
  atOnce?: number
  /**
   * For batches that query a server: a burst is collected for some turns of the event loop, as long as they bring more of
   * it. False for what this process answers itself, which would only be idle meanwhile.
   */
  asksServer?: boolean
  /** Notified of the number of items in each batch. */
  observe?: (size: number) => void
}

/**
 * The maximum number of turns of the event loop for which a burst is collected before a query: a query costs this process
 * some 100 µs, however many items it has.
 */
const turnsToServerMax = 24
/**
 * So many turns in a row without a call end a burst. Its callers return one by one, some 20 µs apart: with 1, the first
 * would often go alone and the others wait for it. Reads of 32 callers gain a twentieth (measured).
 */
const emptyTurnsOfBurst = 3
/**
 * How long the next batch lingers, in times of the last one. One worker is as fast with 1; two on one machine then make
 * smaller batches, and complete a tenth less (measured).
 */
const lingerTimes = 2
/** A database that is slow for a moment must not slow down what comes after it. */
const lingerMsMax = 40

type Waiting<Item, Result> = { item: Item } & Omit<PromiseWithResolvers<Result>, 'promise'>

export type Batcher<Item, Result> = (owner: string, item: Item) => Promise<Result>

/** Returns a function that runs each item as part of a batch, and settles with the item's own outcome. */
export function createBatcher<Item, Result>(
  run: RunBatch<Item, Result>,
  { max, isDivisible, linger = false, atOnce = 1, asksServer = false, observe = () => {} }: BatcherSettings,
): Batcher<Item, Result> {
  const turns = asksServer ? turnsToServerMax : 1
  const queues = new Map<string, Waiting<Item, Result>[]>()
  let waitingCount = 0
  let running = 0
  let isCollecting = false
  /** Whether the last batch held several. */
  let isBurst = false
  const rest = createRest()

  /** Takes one of each owner in turn, until the batch is full; owners that were served go behind the others. */
  function take(): Waiting<Item, Result>[] {
    const taken: Waiting<Item, Result>[] = []
    for (const [owner, queue] of queues) {
      if (taken.length === max) break
      waitingCount -= 1
      taken.push(queue.shift() as Waiting<Item, Result>)
      queues.delete(owner)
      // The loop meets it again at the end of the map.
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

  /** Unless one is being collected, or the maximum is running: these call it again. */
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
    // After a burst, its callers return by now: a larger batch costs each of them less.
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
