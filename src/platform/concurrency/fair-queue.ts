/**
 * A queue in front of a limited resource that is fair between owners, however much one of them asks for.
 *
 * Owns the places and the order. A free place goes to the owner that has used the least time of it so far: start-time
 * fair queueing with equal weights (Goyal, Vin, Cheng: "Start-time Fair Queueing", SIGCOMM 1996). An owner pays while
 * its tasks run, because nobody knows beforehand how long one takes; counting tasks would let slow ones go free.
 */

/** Runs `work` when its owner's turn comes, and settles with its outcome. An owner's own tasks begin in order. */
export type FairQueue = {
  <Result>(owner: string, work: () => Promise<Result>): Promise<Result>
  /** Runs at most so many tasks at once from now on. */
  resize: (max: number) => void
  load: () => Load
}

/** Tasks that run, those that wait, and how many may run at once. */
export type Load = { running: number; waiting: number; max: number }

export type FairQueueSettings = {
  /** How many places one owner may hold, even while nobody else waits. */
  ownerMax?: number
  /** How many places are only for owners with nothing running; one in 64 by default. */
  kept?: number
  /** Milliseconds of any clock that never goes back. */
  now?: () => number
}

/**
 * One place in so many is kept for an owner that has nothing running. Tasks that begin together and take the same time
 * end together: without a place of its own, a newcomer's would wait for a whole one (0.5 s of a call of 1 s, measured).
 */
const keptOneIn = 64

/** What a task costs besides its time, so that owners take turns however short their tasks are. */
const taskMs = 1

/** `usedMs` counts the tasks that have ended; of those that run, `beganMs` is the sum of the moments they began at. */
type Owner = { usedMs: number; running: number; beganMs: number; waiting: (() => void)[] }

/** A queue that runs at most `max` tasks at once. */
export function createFairQueue(
  max: number,
  { ownerMax = Infinity, kept, now = () => performance.now() }: FairQueueSettings = {},
): FairQueue {
  const owners = new Map<string, Owner>()
  let places = max
  let running = 0
  // What the owner that began last had used by then. Whoever comes now starts there: the time before counts for nobody.
  let startMs = 0

  // Each call asks this of every owner that waits: sums, because one owner may run hundreds of tasks.
  const usedBy = (owner: Owner, at: number) => owner.usedMs + owner.running * at - owner.beganMs
  const isIdle = (owner: Owner) => owner.running === 0 && owner.waiting.length === 0

  const join = (name: string): Owner => {
    const owner = owners.get(name) ?? { usedMs: startMs, running: 0, beganMs: 0, waiting: [] }
    if (isIdle(owner)) owner.usedMs = Math.max(owner.usedMs, startMs)
    owners.set(name, owner)
    return owner
  }
  /** The waiting owner that has used the least, the first of equals, and how much that is. */
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
  /** Owners that would start anew just there are forgotten; when nobody is left, so is what everybody has used. */
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
