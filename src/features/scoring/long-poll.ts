/**
 * The long poll (`Prefer: wait`): lets callers wait for a scoring job to complete.
 *
 * One query serves all callers that wait in a process. Queries run only while callers wait. A caller never waits longer
 * than it requested, and no longer than its connection lasts. Waiting callers never delay the shutdown of the process.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '../../platform/services.ts'
import { listOpen } from '../../tables/scoring-jobs/transitions.ts'

type Waiting = { scoringJobId: string } & ReturnType<typeof Promise.withResolvers<void>>

export type LongPoll = {
  waitForCompletion: Services['waitForCompletion']
  /** Releases all waiting callers; resolves after the last query. */
  stop: () => Promise<void>
}

type Needs = Pick<Services, 'database' | 'timings' | 'closing'>

export function createLongPoll({ database, timings, closing }: Needs): LongPoll {
  const waiting = new Set<Waiting>()
  let polling: Promise<void> | null = null

  async function poll(): Promise<void> {
    while (waiting.size > 0) {
      await delay(timings.longPollIntervalMs)
      const asked = [...waiting]
      try {
        const ids = new Set(asked.map(({ scoringJobId }) => scoringJobId))
        // A job that is not open is terminal or deleted.
        const open = new Set(closing() ? [] : await listOpen(database, [...ids]))
        for (const { scoringJobId, resolve } of asked) if (!open.has(scoringJobId)) resolve()
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    polling = null
  }

  return {
    async waitForCompletion(scoringJobId, waitMs, signal) {
      if (signal.aborted || closing()) return
      const entry: Waiting = { scoringJobId, ...Promise.withResolvers<void>() }
      const timeout = setTimeout(entry.resolve, waitMs)
      signal.addEventListener('abort', () => entry.resolve(), { once: true })
      waiting.add(entry)
      polling ??= poll()
      await entry.promise.finally(() => {
        clearTimeout(timeout)
        waiting.delete(entry)
      })
    },
    async stop() {
      for (const { resolve } of waiting) resolve()
      await polling
    },
  }
}
