/**
 * `Prefer: wait`: callers that stay on the line until a scoring job has ended.
 *
 * One look at the rows serves everybody who waits in a process, and nobody waiting means no look. Must never hold a
 * caller beyond what it asked for, nor one that has hung up, nor a process that drains.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '../../platform/services.ts'
import { listOpen } from '../../tables/scoring-job-transitions.ts'

type Waiting = { scoringJobId: string } & ReturnType<typeof Promise.withResolvers<void>>

export type LongPoll = {
  waitForCompletion: Services['waitForCompletion']
  /** Lets everybody go; resolves after the last look. */
  stop: () => Promise<void>
}

type Needs = Pick<Services, 'database' | 'timings' | 'closing'>

export function createLongPoll({ database, timings, closing }: Needs): LongPoll {
  const waiting = new Set<Waiting>()
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    while (waiting.size > 0) {
      await delay(timings.longPollIntervalMs)
      const asked = [...waiting]
      try {
        const ids = new Set(asked.map(({ scoringJobId }) => scoringJobId))
        // Ended or deleted: what is not open any more needs no waiting.
        const open = new Set(closing() ? [] : await listOpen(database, [...ids]))
        for (const { scoringJobId, resolve } of asked) if (!open.has(scoringJobId)) resolve()
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    looking = null
  }

  return {
    async waitForCompletion(scoringJobId, waitMs, signal) {
      if (signal.aborted || closing()) return
      const entry: Waiting = { scoringJobId, ...Promise.withResolvers<void>() }
      const over = setTimeout(entry.resolve, waitMs)
      signal.addEventListener('abort', () => entry.resolve(), { once: true })
      waiting.add(entry)
      looking ??= look()
      await entry.promise.finally(() => {
        clearTimeout(over)
        waiting.delete(entry)
      })
    },
    async stop() {
      for (const { resolve } of waiting) resolve()
      await looking
    },
  }
}
