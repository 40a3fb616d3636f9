/**
 * A queue for a limited resource. It is fair between owners, even if one of them requests much more than the others.
 *
 * A free place goes to the owner that has used the least time so far: start-time fair queueing with equal weights
 * (Goyal, Vin, Cheng: "Start-time Fair Queueing", SIGCOMM 1996). The time of a running task is counted while it runs,
 * because its duration is not known in advance. If tasks were counted instead of time, an owner with slow tasks would
 * get more than its share.
 */

/** Runs `work` when its owner's turn comes, and settles with its outcome. The tasks of one owner start in order. */
export type FairQueue = {
  <Result>(owner: string, work: () => Promise<Result>): Promise<Result>
  /** Changes the maximum number of concurrent tasks. */
  resize: (max: number) => void
  load: () => Load
}

/** The numbers of running and waiting tasks, and the maximum number of concurrent tasks. */
export type Load = { running: number; waiting: number; max: number }

export type FairQueueSettings = {
  /** The maximum number of places for one owner, even if no other owner waits. */
  ownerMax?: number
  /** The number of places reserved for owners without a running task; one in 64 by default. */
  kept?: number
  /** The current time of a monotonic clock, in milliseconds. */
  now?: () => number
}

/**
 * One in this many places is reserved for an owner that has no running task. Tasks that start together and take equally
 * long also end together. Without a reserved place, a new owner would wait for half a task on average (0.5 s when calls
 * take 1 s, measured).
 */
const keptOneIn = 64

/** A fixed charge per task, so that owners take turns even if their tasks are very short. */
const taskMs = 1

/**
 * `usedMs`: the time of tasks that have ended, plus a charge for each task; `beganMs`: the sum of the start times of
 * running tasks.
 */
type Owner = { usedMs: number; running: number; beganMs: number; waiting: (() => void)[] }

/** Creates a queue that runs at most `max` tasks at once. */
export function createFairQueue(
  max: number,
  { ownerMax = Infinity, kept, now = () => performance.now() }: FairQueueSettings = {},
): FairQueue {
  const owners = new Map<string, Owner>()
  let places = max
  let running = 0
  // The most time that an owner had used when one of its tasks started. A new owner, or one that was idle, starts with
  // at least this much used time, so that being idle earns no advantage.
  let startMs = 0

  // Returns the time that an owner has used. Uses a stored sum, because this is called for every waiting owner whenever
  // a task starts, and an owner may have hundreds of tasks.
  const usedBy = (owner: Owner, at: number) => owner.usedMs + owner.running * at - owner.beganMs
  const isIdle = (owner: Owner) => owner.running === 0 && owner.waiting.length === 0

  const join = (name: string): Owner => {
    const owner = owners.get(name) ?? { usedMs: startMs, running: 0, beganMs: 0, waiting: [] }
    if (isIdle(owner)) owner.usedMs = Math.max(owner.usedMs, startMs)
    owners.set(name, owner)
    return owner
  }
  /**
   * Returns the owner that gets the next free place, and the time that it has used; null if none may start a task now.
   */
  const next = () => {
    const at = now()
    const onlyKeptLeft = running >= places - (kept ?? Math.round(places / keptOneIn))
    let least: { owner: Owner; usedMs: number } | null = null
    for (const owner of owners.values()) {
      if (owner.waiting.length === 0 || owner.running >= ownerMax) continue
      if (onlyKeptLeft && owner.running > 0) continue
      const usedMs = usedBy(owner, at)
      if (!least || usedMs < least.usedMs) least = { owner, usedMs }
    }
    return least
  }
  /**
   * Removes the idle owners that have used no more time than a new owner starts with, or all idle owners if no task is
   * running. If no owner is left, new owners start with 0 again.
   */
  const forget = () => {
    for (const [name, owner] of owners)
      if (isIdle(owner) && (running === 0 || owner.usedMs <= startMs)) owners.delete(name)
    if (owners.size === 0) startMs = 0
  }
  const beginAll = () => {
    while (running < places) {
      const chosen = next()
      if (!chosen) break
      startMs = Math.max(startMs, chosen.usedMs)
      chosen.owner.waiting.shift()!()
    }
    forget()
  }
  const run = async <Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> => {
    const beganAt = now()
    owner.usedMs += taskMs
    owner.beganMs += beganAt
    owner.running += 1
    running += 1
    try {
      return await work()
    } finally {
      owner.usedMs += now() - beganAt
      owner.beganMs -= beganAt
      owner.running -= 1
      running -= 1
      beginAll()
    }
  }
  const add = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const owner = join(name)
      owner.waiting.push(() => void run(owner, work).then(resolve, reject))
      beginAll()
    })
  const resize = (placesNow: number) => {
    places = placesNow
    beginAll()
  }
  const load = (): Load => {
    const waiting = owners.values().reduce((sum, owner) => sum + owner.waiting.length, 0)
    return { running, waiting, max: places }
  }
  return Object.assign(add, { resize, load })
}
