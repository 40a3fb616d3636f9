/**
 * A limit on concurrent tasks per key (a bulkhead): one resume host that hangs ties up its share of a process and no
 * more.
 *
 * The state lives in this process and ends with it.
 */
import { E_TIMEOUT, Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex'

/** Runs `work` once its key has room; null, with `work` never started, if that takes longer than `waitMs`. */
export type KeyedLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result | null>

/** `max`: concurrent tasks of one key. `waitMs`: how long a task waits for room. First come, first served. */
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
