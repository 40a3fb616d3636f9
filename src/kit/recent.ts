/** A cache of recent results. Concurrent callers share one computation. */
import { LRUCache } from 'lru-cache'

type Kept<Value> = { until: number; value: Promise<Value> }

/** Limits the memory of a cache. In practice, far fewer keys are requested within a few seconds. */
const keptMax = 10_000

/**
 * Creates a cache and returns the function that reads it. The function calls `make` if there is no result for `key`
 * that is newer than `keptMs` (ms). Failures are not cached. Results are garbage-collected together with `scope`.
 */
export function createRecent<Value>() {
  const scopes = new WeakMap<object, LRUCache<string, Kept<Value>>>()
  return (scope: object, key: string, now: number, keptMs: number, make: () => Promise<Value>): Promise<Value> => {
    const kept = scopes.get(scope) ?? new LRUCache<string, Kept<Value>>({ max: keptMax })
    scopes.set(scope, kept)
    const known = kept.get(key)
    if (known && now < known.until) return known.value
    const fresh = { until: now + keptMs, value: make() }
    // A late failure must not remove a newer entry.
    fresh.value.catch(() => kept.get(key) === fresh && kept.delete(key))
    kept.set(key, fresh)
    return fresh.value
  }
}
