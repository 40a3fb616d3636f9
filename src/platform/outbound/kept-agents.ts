/**
 * Keeps agents with an open connection, so that the same owner's next file from the same origin needs no handshakes.
 *
 * A kept connection goes to the address that was checked when it was opened. It must never be used for another owner,
 * because the host could then link one partner's fetch to another's.
 */
import { keptMs, type GuardedAgent } from './connections.ts'

/**
 * The maximum number of agents for all owners together; each uses one socket. It exceeds the number of files that a
 * process fetches concurrently, because owners take turns, and each keeps its connections while it waits. With 64,
 * fetching 6,000 files of four owners, 96 concurrently, took 525 connections instead of 116.
 */
const keptMax = 256

export type KeptAgents = {
  /** Removes and returns an agent that is kept under this key, for exclusive use. */
  take: (key: string) => GuardedAgent | null
  /** Keeps an idle agent whose last response was read to the end. */
  keep: (key: string, guarded: GuardedAgent) => void
  /** Ends all connections. From now on, no connection is kept. */
  close: () => Promise<void>
}

export function createKeptAgents(): KeptAgents {
  let kept: { key: string; guarded: GuardedAgent; until: number }[] = []
  let max = keptMax
  return {
    take(key) {
      const now = performance.now()
      const index = kept.findLastIndex((each) => each.key === key && now < each.until)
      return index === -1 ? null : (kept.splice(index, 1)[0]?.guarded ?? null)
    },
    keep(key, guarded) {
      kept.push({ key, guarded, until: performance.now() + keptMs })
      while (kept.length > max) void kept.shift()?.guarded.agent.destroy()
    },
    async close() {
      max = 0
      const ended = kept.map(({ guarded }) => guarded.agent.destroy())
      kept = []
      await Promise.all(ended)
    },
  }
}
