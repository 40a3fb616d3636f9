/** A cache of recent results: concurrent callers share one computation. */
import { LRUCache } from 'lru-cache'

type Kept<Value> = { until: number; value: Promise<Value> }

/** The maximum number of results, which bounds memory. Far fewer keys are requested within seconds. */
const keptMax = 10_000

/**
 * Creates a cache: a function that calls `make` at most once per key and `keptMs` (ms), and does not cache failures.
 * Results belong to `scope`, and are garbage-collected with it.
 */
export function createRecent<Value>() {
  const scopes = new WeakMap<object, LRUCache<string, Kept<Value>>>()
  return (scope: object, key: string, now: number, keptMs: number, make: () => Promise<Value>): Promise<Value> => {
    const kept = scopes.get(scope) ?? new LRUCache<string, Kept<Value>>({ max: keptMax })
    scopes.set(scope, kept)
    const known = kept.get(key)
    if (known && now < known.until) return known.value
    const fresh = { until: now + keptMs, value: make() }
    // A late failure must not remove the entry that replaced it.
    fresh.value.catch(() => kept.get(key) === fresh && kept.delete(key))
    kept.set(key, fresh)
    return fresh.value
  }
}
