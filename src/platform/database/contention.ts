/**
 * Retries transactions that were rolled back because of another writer, by a deadlock or a lock timeout. A retry
 * usually succeeds.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs } from '../../kit/backoff.ts'
import { monotonicMs } from '../../kit/time.ts'
import { DatabaseUnavailable, isContention, Overtaken } from './errors.ts'

// Retries at least three times, and for at least a second. Three lock timeouts take much longer than a second. But
// deadlocks and the certification conflicts of a Galera cluster fail within milliseconds, so three retries could all
// meet the same conflict.
const retriesMin = 3
const retryForMs = 1_000
const retryBackoff = { firstMs: 10, maxMs: 80, jitter: 1 / 2 }

/** Runs `work` again after a deadlock or a lock timeout. @throws DatabaseUnavailable after the last retry */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  const from = monotonicMs()
  for (let retries = 0; ; retries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isContention(error)) throw error
      if (retries >= retriesMin && monotonicMs() - from > retryForMs)
        throw new DatabaseUnavailable('too many concurrent writers', { cause: error })
      // After `Overtaken`, no wait is needed, because the other transaction has already committed.
      if (!(error instanceof Overtaken)) await delay(backoffMs(retries, retryBackoff))
    }
  }
}
