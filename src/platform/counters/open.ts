/**
 * Opens the counters behind the rate limits and in-flight slots: in Redis if several processes share one, else in this
 * process.
 *
 * Owns which of the two counts. While Redis is away, each process counts for itself and reports it. Must never fail or
 * delay a request because Redis is away.
 */
import { randomUUID } from 'node:crypto'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { MINUTE, SECOND, type Clock } from '../../kit/time.ts'
import type { Acquired, Count, Counters, CountersSettings, Slots } from './counters.ts'
import { LocalWindows, MemorySlots } from './memory.ts'
import type { RedisLink } from './redis.ts'

/** A window's count; `local` if this process counted alone. */
type Counted = { consumedPoints: number; local?: true }

/** How long a count outlives its window: the clocks of two processes may differ by a minute, 30 s each way. */
const keptMs = MINUTE

/** Resolves even while Redis is away: it is then `degraded()` and keeps reconnecting on its own. */
export async function createCounters(settings: CountersSettings): Promise<Counters> {
  const { url, clock } = settings
  // The library only counts, and we compare: it knows one limit for all keys, while ours differ.
  const local = new LocalWindows({ points: 0, duration: 0 })
  if (url === null) return new SharedCounters(null, local, clock)
  // Imported on first use: a process without Redis does not load its client.
  const { linkRedis } = await import('./redis.ts')
  return new SharedCounters(await linkRedis({ ...settings, url }, local), local, clock)
}

class SharedCounters implements Counters {
  readonly #redis: RedisLink | null
  readonly #clock: Clock
  readonly #local: LocalWindows
  readonly #slots: MemorySlots

  constructor(redis: RedisLink | null, local: LocalWindows, clock: Clock) {
    this.#redis = redis
    this.#local = local
    this.#clock = clock
    this.#slots = new MemorySlots(clock)
  }

  async take(key: string, limit: number, windowMs: number): Promise<Count> {
    const customDuration = Math.ceil((windowMs + keptMs) / SECOND)
    const add = (windows: RateLimiterAbstract, window: string) => windows.penalty(window, 1, { customDuration })
    const { used, ...count } = await this.#count(key, limit, windowMs, add)
    return { ...count, allowed: used <= limit }
  }

  async peek(key: string, limit: number, windowMs: number): Promise<Count> {
    const read = async (windows: RateLimiterAbstract, window: string) =>
      (await windows.get(window)) ?? { consumedPoints: 0 }
    const { used, ...count } = await this.#count(key, limit, windowMs, read)
    return { ...count, allowed: used < limit }
  }

  async #count(
    key: string,
    limit: number,
    windowMs: number,
    count: (windows: RateLimiterAbstract, window: string) => Promise<Counted>,
  ) {
    const now = this.#clock.now()
    const index = Math.floor(now / windowMs)
    // The library's windows start with their first request; an index in the key aligns ours with the clock.
    const window = `${key}:${index}`
    const shared = await this.#redis?.count((windows) => count(windows, window))
    const { consumedPoints: used, local } = shared ?? (await count(this.#local, window))
    const resetAt = (index + 1) * windowMs
    const degraded = this.#redis !== null && local === true
    return { used, limit, remaining: Math.max(0, limit - used), resetAt, resetInMs: resetAt - now, degraded }
  }

  /** Takes a local slot first, so that no process admits more than the limit even if Redis fails meanwhile. */
  async acquire(key: string, limit: number, leaseMs: number): Promise<Acquired> {
    const id = randomUUID()
    const here = this.#slots.take(key, id, limit, leaseMs)
    if (!here.taken) return { lease: null, slots: here }
    // A slot requested from Redis must be freed there, too, even if no answer came.
    const redis = this.#redis?.degraded() === null ? this.#redis : null
    const shared = await redis?.ask(({ takeSlot }) => takeSlot(key, id, limit, leaseMs))
    if (shared && !shared.taken) {
      this.#slots.free(key, id)
      return { lease: null, slots: shared }
    }
    const release = async () => {
      this.#slots.free(key, id)
      await redis?.freeSlot(key, id)
    }
    return { lease: { release } }
  }

  async active(key: string): Promise<Slots> {
    return (await this.#redis?.ask(({ activeSlots }) => activeSlots(key))) ?? this.#slots.active(key)
  }

  degraded(): string | null {
    return this.#redis?.degraded() ?? null
  }

  async close(): Promise<void> {
    await this.#redis?.close()
  }
}
