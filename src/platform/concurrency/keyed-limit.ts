/**
 * At most so many works at once for each key: a bulkhead, so that one resume host that hangs holds its share of a
 * process and no more.
 *
 * This process alone knows who holds what, and forgets it when it ends.
 */
import { E_TIMEOUT, Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex'

/** Runs `work` once its key has room; null, and `work` not begun, where that takes longer than the limit's wait. */
export type KeyedLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result | null>

/** `max`: works at once of one key. `waitMs`: how long a work waits for room. First come, first served. */
export function createKeyedLimit(max: number, waitMs: number): KeyedLimit {
  const limits = new Map<string, { semaphore: SemaphoreInterface; users: number }>()
  return async (key, work) => {
    const limit = limits.get(key) ?? { semaphore: withTimeout(new Semaphore(max), waitMs), users: 0 }
    limits.set(key, limit)
    limit.users += 1
    try {
      return await limit.semaphore.runExclusive(work)
    } catch (error) {
      if (error === E_TIMEOUT) return null
      throw error
    } finally {
      limit.users -= 1
      if (limit.users === 0) limits.delete(key)
    }
  }
}
