/**
 * Turns at something that takes a few at once: fair between those who ask, however much one of them asks for.
 *
 * Owns the order. Whoever has asked for little comes before the rest of a crowd, and no one waits for ever: start-time
 * fair queueing with equal weights (Goyal, Vin, Cheng: "Start-time Fair Queueing", SIGCOMM 1996), counted in tasks.
 */
import PQueue from 'p-queue'

export type FairQueue = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>

/** At most `most` works at a time; each begins in its turn, and its outcome is the answer's. */
export function createFairQueue(most: number): FairQueue {
  const queue = new PQueue({ concurrency: most })
  // The round that is being served; an owner's next turn is a round after its last, and never in a round that is over.
  let round = 0
  const nextRounds = new Map<string, number>()
  return (owner, work) => {
    const mine = Math.max(round, nextRounds.get(owner) ?? 0)
    nextRounds.set(owner, mine + 1)
    const begin = () => {
      round = mine
      for (const [name, next] of nextRounds) if (next <= round) nextRounds.delete(name)
      return work()
    }
    return queue.add(begin, { priority: -mine })
  }
}
