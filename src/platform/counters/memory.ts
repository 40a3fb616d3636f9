/** Counts within the process, if Redis is unavailable or not configured. */
import { LRUCache } from 'lru-cache'
import { SECOND, type Clock } from '../../kit/time.ts'
import { admittedOf, type Chain } from './cohorts.ts'
import type { Slots } from './counters.ts'

/** The maximum number of windows, which bounds memory. Far fewer are in use within a minute. */
const windowsMax = 200_000

/** Counts requests in windows. */
export class MemoryWindows {
  // `maxSize` is used instead of `max`, for which the package would reserve the memory of all entries in advance.
  readonly #used = new LRUCache<string, number>({ maxSize: windowsMax, sizeCalculation: () => 1, noUpdateTTL: true })

  /** Counts `by` requests in the windows of a chain, and returns each window's new count. */
  count({ by, windows }: Chain): number[] {
    const counts: number[] = []
    let asking = by
    for (const { name, limit, keptSeconds } of windows) {
      const used = this.read(name) + asking
      if (asking > 0) this.#used.set(name, used, { ttl: keptSeconds * SECOND })
      counts.push(used)
      asking = admittedOf(asking, used, limit)
    }
    return counts
  }

  /** Returns a window's count. */
  read(name: string): number {
    return this.#used.get(name) ?? 0
  }
}

/** Slots with leases, which expire by the service's clock. */
export class MemorySlots {
  readonly #clock: Clock
  /**
   * For each key, a map from a lease's id to the time when the lease expires. The map is in order of expiry, because
   * all leases of a key have the same duration.
   */
  readonly #leases = new Map<string, Map<string, number>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  take(key: string, id: string, limit: number, leaseMs: number): Slots & { taken: boolean } {
    const slots = this.active(key)
    if (slots.active >= limit) return { ...slots, taken: false }
    const leases = this.#leases.get(key) ?? new Map<string, number>()
    this.#leases.set(key, leases.set(id, this.#clock.now() + leaseMs))
    return { ...this.active(key), taken: true }
  }

  /** Returns a key's slots, after dropping expired leases. */
  active(key: string): Slots {
    const now = this.#clock.now()
    for (const [id, endsAt] of this.#leases.get(key) ?? []) if (endsAt <= now) this.free(key, id)
    const leases = this.#leases.get(key)
    const [firstEndsAt = now] = leases?.values() ?? []
    return { active: leases?.size ?? 0, freeInMs: firstEndsAt - now }
  }

  free(key: string, id: string): void {
    const leases = this.#leases.get(key)
    leases?.delete(id)
    if (leases?.size === 0) this.#leases.delete(key)
  }
}
