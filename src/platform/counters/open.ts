/**
 * Counters that requests are held against: how many came in a window of time, how many are at work at once.
 *
 * Owns where is counted: in Redis where several processes share it, else in the process. While Redis is away each
 * process counts for itself and says so. Must never fail a request, nor hold one up, because Redis is not there.
 * Nobody else imports rate-limiter-flexible or ioredis.
 */
import { randomUUID } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Log } from '../../kit/log.ts'
import { MINUTE, SECOND, type Clock } from '../../kit/time.ts'
import type { RedisLink } from './redis.ts'

export type Count = {
  /** Whether the request that was counted is within the limit; after `peek`, whether one more would be. */
  allowed: boolean
  limit: number
  remaining: number
  /** End of the window, epoch ms. */
  resetAt: number
  /** From the moment of counting to `resetAt`: above 0, at most the window. */
  resetInMs: number
  /** Counted by this process alone, for want of Redis. */
  degraded: boolean
}

export type Slots = {
  active: number
  /** Until a slot is free at the latest, because its lease ends; 0 while nothing is active. */
  freeInMs: number
}

export type Lease = {
  /** Frees the slot; never rejects, and twice is the same. */
  release(): Promise<void>
}

export type Acquired = { lease: Lease } | { lease: null; slots: Slots }

/** Keys are the caller's to choose, and hold no text of a client's: they outlive the request. */
export interface Counters {
  /** Counts one request in the window of `windowMs` that the service's clock is in. */
  take(key: string, limit: number, windowMs: number): Promise<Count>
  /** The same without counting one. */
  peek(key: string, limit: number, windowMs: number): Promise<Count>
  /** One of `limit` slots, at most for `leaseMs`; without a lease when all are taken. */
  acquire(key: string, limit: number, leaseMs: number): Promise<Acquired>
  active(key: string): Promise<Slots>
  /** Null while healthy, else one plain phrase for /readyz, without address or credentials. */
  degraded(): string | null
  /** Afterwards nothing here keeps the process alive. */
  close(): Promise<void>
}

export type CountersSettings = {
  /** `redis://` or `rediss://` URL; null to count in the process. */
  url: string | null
  /** The database's name: two services on one Redis must not count for each other. */
  namespace: string
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  /** How long a request waits for Redis before this process counts for itself. */
  answerTimeoutMs: number
}

/** A window's count; `local` where this process counted alone. */
type Counted = { consumedPoints: number; local?: true }

/** The limiter's insurance: counts in this process, and says so, for the limiter does not. */
export class LocalWindows extends RateLimiterMemory {
  override async penalty(...of: Parameters<RateLimiterMemory['penalty']>) {
    return Object.assign(await super.penalty(...of), { local: true as const })
  }

  override async get(...of: Parameters<RateLimiterMemory['get']>) {
    return Object.assign((await super.get(...of)) ?? new RateLimiterRes(0, 0, 0, true), { local: true as const })
  }
}

/** A count outlives its window that long: clocks of two processes may differ by a minute, 30 s each way. */
const keptMs = MINUTE

/** Resolves also while Redis is away: `degraded()` says so, and it is asked again by itself. */
export async function createCounters(settings: CountersSettings): Promise<Counters> {
  const { url, clock } = settings
  // It counts, and what it has counted is compared here: the library knows one limit for all keys, ours differ.
  const local = new LocalWindows({ points: 0, duration: 0 })
  if (url === null) return new SharedCounters(null, local, clock)
  // Imported when first used: a process without Redis does not carry its client.
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
    const look = async (windows: RateLimiterAbstract, window: string) =>
      (await windows.get(window)) ?? { consumedPoints: 0 }
    const { used, ...count } = await this.#count(key, limit, windowMs, look)
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
    // The library's windows begin with their first request; with an index in the key, ours begin with the clock's.
    const window = `${key}:${index}`
    const shared = await this.#redis?.count((windows) => count(windows, window))
    const { consumedPoints: used, local } = shared ?? (await count(this.#local, window))
    const resetAt = (index + 1) * windowMs
    const degraded = this.#redis !== null && local === true
    return { used, limit, remaining: Math.max(0, limit - used), resetAt, resetInMs: resetAt - now, degraded }
  }

  /** Taken here first, so that no process lets in more than the limit, whatever becomes of Redis meanwhile. */
  async acquire(key: string, limit: number, leaseMs: number): Promise<Acquired> {
    const id = randomUUID()
    const here = this.#slots.take(key, id, limit, leaseMs)
    if (!here.taken) return { lease: null, slots: here }
    // What has been asked of Redis is taken back there, too, also when no answer came.
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

class MemorySlots {
  readonly #clock: Clock
  /** Ends of leases by their id, the first to end first: those of one key all last equally long. */
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

  /** Forgets what has ended. */
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
