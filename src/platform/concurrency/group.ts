/**
 * Works that are under way together become one: a statement, a transaction, a flush for all of them.
 *
 * The first of an idle group starts with this turn of the event loop, so a lonely work waits for none. What arrives
 * while a group runs forms the next one: for writes, one group at a time is faster than two (measured). Owners take
 * turns in a group, so a crowd of one delays the single work of another by one group at most.
 *
 * Not `dataloader`: it sends what one turn of the event loop brought, however many of its batches run already, and knows
 * no owners; nor does it run the works of a failed batch one by one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRest } from './rest.ts'

export type Outcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown }

/** One answer for each work, in their order. @throws Error where none of them came about */
export type RunGroup<Work, Result> = (works: Work[]) => Promise<Outcome<Result>[]>

export type GroupSettings = {
  /** Works of one group; more wait for the next. */
  max: number
  /**
   * Whether a group's failure may be the fault of one of its works: then each runs alone, and fails alone. False where
   * it failed for all, such as a database that is away.
   */
  isDivisible: (error: unknown) => boolean
  /**
   * For works that nobody waits for at the other end of a connection: after a group of several, the next gathers for
   * twice as long as that one took, or until it is full. A third as many groups then share the price of the same works;
   * a lonely work still starts at once.
   */
  gathers?: boolean
  /** Groups that may run at the same time: 1, where not said. */
  atOnce?: number
  /**
   * For groups that ask a server: a crowd gathers for some turns of the event loop, as long as they bring more of it.
   * False for what this process answers itself, which would only rest meanwhile.
   */
  asksServer?: boolean
  /** Told of each group how many works it holds. */
  observe?: (size: number) => void
}

/**
 * Turns of the event loop for which works gather on their way to a server, at most: asking costs this process some
 * 100 µs, however many it is for.
 */
const turnsToServer = 24
/**
 * So many turns in a row without a work end the gathering of a crowd. Its callers come back one by one, some 20 µs apart:
 * with 1, its first would often go alone and the others wait for it. Reads of 32 callers gain a twentieth (measured).
 */
const emptyTurnsOfCrowd = 3
/**
 * How long the next group gathers, in times of the last one. One worker is as fast with 1; two on one machine then make
 * smaller groups, and complete a tenth less (measured).
 */
const gatherTimes = 2
/** A database that is slow for a moment must not slow down what comes after it. */
const gatherMsMax = 40

type Waiting<Work, Result> = { work: Work } & Omit<PromiseWithResolvers<Result>, 'promise'>

export type Group<Work, Result> = (owner: string, work: Work) => Promise<Result>

/** Runs each work as part of a group; the promise is settled with the work's own outcome. */
export function createGroup<Work, Result>(
  run: RunGroup<Work, Result>,
  { max, isDivisible, gathers = false, atOnce = 1, asksServer = false, observe = () => {} }: GroupSettings,
): Group<Work, Result> {
  const turns = asksServer ? turnsToServer : 1
  const queues = new Map<string, Waiting<Work, Result>[]>()
  let waitingCount = 0
  let running = 0
  let isGathering = false
  /** Whether the last group held several. */
  let isCrowd = false
  const rest = createRest()

  /** One of each owner in turn, until the group is full; owners that were served go behind the others. */
  function take(): Waiting<Work, Result>[] {
    const taken: Waiting<Work, Result>[] = []
    for (const [owner, queue] of queues) {
      if (taken.length === max) break
      waitingCount -= 1
      taken.push(queue.shift() as Waiting<Work, Result>)
      queues.delete(owner)
      // The loop meets it again at the end of the map.
      if (queue.length > 0) queues.set(owner, queue)
    }
    return taken
  }

  async function runAll(group: Waiting<Work, Result>[]): Promise<void> {
    try {
      const outcomes = await run(group.map(({ work }) => work))
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index] as Outcome<Result>
        if (outcome.ok) resolve(outcome.value)
        else reject(outcome.error)
      }
    } catch (error) {
      if (group.length === 1 || !isDivisible(error)) for (const { reject } of group) reject(error)
      else for (const waiting of group) await runAll([waiting])
    }
  }

  async function gather(most: number): Promise<void> {
    const emptyMax = isCrowd ? emptyTurnsOfCrowd : 1
    for (let turn = 0, empty = 0, known = 0; turn < most && waitingCount < max; turn += 1) {
      empty = waitingCount > known ? 0 : empty + 1
      if (empty === emptyMax) return
      known = waitingCount
      await nextTurn()
    }
  }

  /** Unless one gathers already, or as many run as may: these call it again. */
  function startNext(most = turns): void {
    if (!isGathering && running < atOnce && waitingCount > 0) void runNext(most)
  }

  async function runNext(most: number): Promise<void> {
    isGathering = true
    await gather(most)
    isGathering = false
    running += 1
    const [group, from] = [take(), performance.now()]
    startNext()
    isCrowd = group.length > 1
    observe(group.length)
    await runAll(group)
    if (gathers && group.length > 1 && waitingCount < max)
      await rest.of(Math.min(gatherTimes * (performance.now() - from), gatherMsMax))
    running -= 1
    // Behind a crowd, callers are at the door by now: a larger group costs each of them less.
    startNext(group.length > 1 ? turns : 0)
  }

  return (owner, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waiting = { work, resolve, reject }
    waitingCount += 1
    const queue = queues.get(owner)
    if (queue) queue.push(waiting)
    else queues.set(owner, [waiting])
    if (waitingCount >= max) rest.end()
    startNext()
    return promise
  }
}

/**
 * Runs works of one kind together: `run` is the kind, and gets the works that are under way with `context`. `gathers`,
 * see `GroupSettings`, is the same for all works of a kind.
 */
export type Together<Context> = <Work, Result>(
  run: (context: Context, works: Work[]) => Promise<Outcome<Result>[]>,
  owner: string,
  work: Work,
  gathers?: boolean,
) => Promise<Result>

export type TogetherSettings = Omit<GroupSettings, 'gathers' | 'atOnce' | 'asksServer' | 'observe'> & {
  /** What to tell of the groups of a kind, by the name of its function. */
  observe?: (name: string) => (size: number) => void
}

/** A group for each kind of work, made with its first. */
export function createTogether<Context>(
  context: Context,
  { observe = () => () => {}, ...settings }: TogetherSettings,
): Together<Context> {
  const groups = new Map<unknown, Group<never, unknown>>()
  return <Work, Result>(
    run: (context: Context, works: Work[]) => Promise<Outcome<Result>[]>,
    owner: string,
    work: Work,
    gathers = false,
  ) => {
    let group = groups.get(run) as Group<Work, Result> | undefined
    if (!group) {
      const own = { ...settings, gathers, observe: observe(run.name) }
      groups.set(run, (group = createGroup((works) => run(context, works), own)))
    }
    return group(owner, work)
  }
}
