/**
 * Agents with a connection that is kept: the same owner's next file from the same origin saves its handshakes.
 *
 * A kept connection goes to the address that was checked when it was made. Must never be handed to another owner: to the
 * host, it would link one partner's fetch to another's.
 */
import { keptMs, type GuardedAgent } from './connections.ts'

/**
 * Of all owners together, a socket each: more than a process fetches at once, because owners take turns, and each keeps
 * as many as it had under way. With 64, four owners' 6,000 files, 96 at once, took 525 connections instead of 116.
 */
const keptMax = 256

export type KeptAgents = {
  /** An agent that was kept under this key, and is now the caller's. */
  take: (key: string) => GuardedAgent | null
  /** Keeps an agent that is idle, its last answer read to the end. */
  keep: (key: string, guarded: GuardedAgent) => void
  /** Ends all connections, and keeps none from now on. */
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
