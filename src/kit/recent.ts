/** Answers that are used again for a time: one computation for all who ask meanwhile. */

import { LRUCache } from 'lru-cache'

type Kept<Value> = { until: number; value: Promise<Value> }

/** A bound on memory, far above the keys that are asked for within seconds. */
const keptMost = 10_000

/**
 * Asks `make` at most once a `keptMs` and key; a failure is not kept. `scope` is whose answers they are: they go with
 * it. Instants and durations in ms.
 */
export function createRecent<Value>() {
  const scopes = new WeakMap<object, LRUCache<string, Kept<Value>>>()
  return (scope: object, key: string, now: number, keptMs: number, make: () => Promise<Value>): Promise<Value> => {
    const kept = scopes.get(scope) ?? new LRUCache<string, Kept<Value>>({ max: keptMost })
    scopes.set(scope, kept)
    const known = kept.get(key)
    if (known && now < known.until) return known.value
    const fresh = { until: now + keptMs, value: make() }
    // Late, it may have a successor already, which stays.
    fresh.value.catch(() => kept.get(key) === fresh && kept.delete(key))
    kept.set(key, fresh)
    return fresh.value
  }
}
