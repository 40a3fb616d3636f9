/**
 * A queue in front of a limited resource that is fair between owners, however much one of them asks for.
 *
 * Owns the order. An owner with few tasks goes before the rest of a crowd, and no task starves: start-time fair
 * queueing with equal weights (Goyal, Vin, Cheng: "Start-time Fair Queueing", SIGCOMM 1996), counted in tasks.
 */
import PQueue from 'p-queue'

/** Runs `work` when its owner's turn comes, and settles with its outcome. */
export type FairQueue = {
  <Result>(owner: string, work: () => Promise<Result>): Promise<Result>
  /** Runs at most so many tasks at once from now on. */
  resize: (most: number) => void
}

/** A queue that runs at most `most` tasks at once. */
export function createFairQueue(most: number): FairQueue {
  const queue = new PQueue({ concurrency: most })
  // The round being served. An owner's next task goes one round after its last, and never into a round that is over.
  let round = 0
  const nextRounds = new Map<string, number>()
  const add = <Result>(owner: string, work: () => Promise<Result>): Promise<Result> => {
    const mine = Math.max(round, nextRounds.get(owner) ?? 0)
    nextRounds.set(owner, mine + 1)
    const begin = () => {
      round = mine
      for (const [name, next] of nextRounds) if (next <= round) nextRounds.delete(name)
      return work()
    }
    return queue.add(begin, { priority: -mine })
  }
  const resize = (now: number) => {
    if (queue.concurrency !== now) queue.concurrency = now
  }
  return Object.assign(add, { resize })
}
