/**
 * Retries transactions that lost against another writer: a deadlock or a lock timeout rolls them back, and retrying
 * usually succeeds.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs } from '../../kit/backoff.ts'
import { DatabaseUnavailable, isContention, Overtaken } from './errors.ts'

// The maximum number of retries. By then the other transaction has usually finished; more would only keep the client
// waiting.
const retriesMax = 3
const retryBackoff = { firstMs: 10, maxMs: 80, jitter: 1 / 2 }

/** Runs `work` again after a deadlock or a lock timeout. @throws DatabaseUnavailable after the last retry */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isContention(error)) throw error
      if (retries === retriesMax) throw new DatabaseUnavailable('too many writers at once', { cause: error })
      // After `Overtaken` no wait is needed, because the other transaction has committed.
      if (!(error instanceof Overtaken)) await delay(backoffMs(retries, retryBackoff))
    }
  }
}
