/**
 * Retries transactions that lost against another writer: a deadlock or a lock timeout rolls them back, and retrying
 * usually succeeds.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs } from '../../kit/backoff.ts'
import { monotonicMs } from '../../kit/time.ts'
import { DatabaseUnavailable, isContention, Overtaken } from './errors.ts'

// A lock timeout takes seconds, so three retries keep the client waiting long enough. A deadlock or a certification
// conflict of a Galera cluster fails within milliseconds, and under constant conflicts a fourth retry may still
// succeed.
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
        throw new DatabaseUnavailable('too many writers at once', { cause: error })
      // After `Overtaken` no wait is needed, because the other transaction has committed.
      if (!(error instanceof Overtaken)) await delay(backoffMs(retries, retryBackoff))
    }
  }
}
