/**
 * Opens the counters behind the rate limits and in-flight slots: in Redis if several processes share one, else in this
 * process.
 *
 * Owns which of the two counts. While Redis is away, each process counts for itself and reports it. Must never fail or
 * delay a request because Redis is away.
 */
import { randomUUID } from 'node:crypto'
import { MINUTE, SECOND, type Clock } from '../../kit/time.ts'
import { createGroup, type Group, type GroupSettings, type Outcome } from '../concurrency/group.ts'
import type { Acquired, Count, Counters, CountersSettings, Slots, WindowChange } from './counters.ts'
import { MemorySlots, MemoryWindows } from './memory.ts'
import type { RedisLink } from './redis.ts'

/** How many requests a window has counted, with this one; `local` if this process counted alone. */
type Counted = { used: number; local: boolean }

/** How long a count outlives its window: the clocks of two processes may differ by a minute, 30 s each way. */
const keptMs = MINUTE
/** What asks Redis in one command: more than a process has under way at most times. Nothing in it can fail alone. */
const groupSettings: GroupSettings = { max: 512, isDivisible: () => false }

/** Resolves even while Redis is away: it is then `degraded()` and keeps reconnecting on its own. */
export async function createCounters(settings: CountersSettings): Promise<Counters> {
  const { url, clock } = settings
  if (url === null) return new SharedCounters(null, clock)
  // Imported on first use: a process without Redis does not load its client.
  const { linkRedis } = await import('./redis.ts')
  return new SharedCounters(await linkRedis({ ...settings, url }), clock)
}

/** The index aligns windows with the clock. */
function changeOf(key: string, windowMs: number, now: number, by: 0 | 1): WindowChange {
  return { window: `${key}:${Math.floor(now / windowMs)}`, by, keptSeconds: Math.ceil((windowMs + keptMs) / SECOND) }
}

class SharedCounters implements Counters {
  readonly #redis: RedisLink | null
  readonly #clock: Clock
  readonly #windows = new MemoryWindows()
  readonly #slots: MemorySlots
  /** Requests that are counted at the same time share a command: Redis is asked once for all of a crowd. */
  readonly #counts: Group<WindowChange[], Counted[]>
  readonly #actives: Group<string, Slots>

  constructor(redis: RedisLink | null, clock: Clock) {
    this.#redis = redis
    this.#clock = clock
    this.#slots = new MemorySlots(clock)
    this.#counts = createGroup((asked) => this.#countAll(asked), groupSettings)
    this.#actives = createGroup((keys) => this.#activeOfAll(keys), groupSettings)
  }

  async take(key: string, limit: number, windowMs: number): Promise<Count> {
    const now = this.#clock.now()
    const [counted] = await this.#counts(key, [changeOf(key, windowMs, now, 1)])
    const { used, local } = counted as Counted
    return { ...this.#shown(used, limit, windowMs, now, local), allowed: used <= limit }
  }

  async peekAll(windows: readonly { key: string; limit: number }[], windowMs: number): Promise<Count[]> {
    const now = this.#clock.now()
    const changes = windows.map(({ key }) => changeOf(key, windowMs, now, 0))
    const counted = await this.#counts(windows[0]?.key ?? '', changes)
    return windows.map(({ limit }, index) => {
      const { used, local } = counted[index] as Counted
      return { ...this.#shown(used, limit, windowMs, now, local), allowed: used < limit }
    })
  }

  #shown(used: number, limit: number, windowMs: number, now: number, local: boolean): Omit<Count, 'allowed'> {
    const resetAt = (Math.floor(now / windowMs) + 1) * windowMs
    const degraded = this.#redis !== null && local
    return { limit, remaining: Math.max(0, limit - used), resetAt, resetInMs: resetAt - now, degraded }
  }

  /** Requests of one window get consecutive numbers of it. */
  async #countAll(asked: WindowChange[][]): Promise<Outcome<Counted[]>[]> {
    const changes = new Map<string, WindowChange>()
    for (const one of asked.flat()) {
      const change = changes.get(one.window)
      if (change) change.by += one.by
      else changes.set(one.window, { ...one })
    }
    const list = [...changes.values()]
    const shared = (await this.#redis?.ask(({ count }) => count(list))) ?? null
    const totals = shared ?? (await this.#windows.count(list))
    const used = new Map(list.map(({ window, by }, index) => [window, (totals[index] as number) - by]))
    const number = ({ window, by }: WindowChange): Counted => {
      const next = (used.get(window) as number) + by
      used.set(window, next)
      return { used: next, local: shared === null }
    }
    return asked.map((all) => ({ ok: true, value: all.map(number) }))
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

  active(key: string): Promise<Slots> {
    return this.#actives(key, key)
  }

  async #activeOfAll(keys: string[]): Promise<Outcome<Slots>[]> {
    const of = async (key: string) =>
      (await this.#redis?.ask(({ activeSlots }) => activeSlots(key))) ?? this.#slots.active(key)
    const distinct = [...new Set(keys)]
    const slots = new Map(await Promise.all(distinct.map(async (key) => [key, await of(key)] as const)))
    return keys.map((key) => ({ ok: true, value: slots.get(key) as Slots }))
  }

  degraded(): string | null {
    return this.#redis?.degraded() ?? null
  }

  async close(): Promise<void> {
    await this.#redis?.close()
  }
}
