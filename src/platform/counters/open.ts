/**
 * Opens the counters for rate limits and in-flight slots: in Redis if a URL is set, otherwise in this process. While
 * Redis is unavailable, each process counts for itself and reports that. A request must never fail or wait because of
 * Redis.
 */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../kit/time.ts'
import { createBatcher, type Batcher, type BatcherSettings, type Outcome } from '../concurrency/batcher.ts'
import { windowOf, type Chain, type Counted } from './cohorts.ts'
import type { Acquired, Count, Counters, CountersSettings, Limited, Look, Slots, State } from './counters.ts'
import { MemorySlots, MemoryWindows } from './memory.ts'
import { QueryPlan, type Take } from './query-plan.ts'
import type { RedisLink } from './redis.ts'
import type { Counts } from './redis-store.ts'

type Query = Take | Look
type Result = Count[] | State
/** The results of a plan: the counts of windows, and the slots. */
type Results = { now: number; degraded: boolean; used: Map<string, number>; slots: Map<string, Slots> }
/** Returns the result of one query, given the results of its plan. */
type FindResult = (results: Results) => Result

/** A batch fails or succeeds as a whole. While Redis answers one batch, this process prepares the next one. */
const batchSettings: BatcherSettings = { max: 32, atOnce: 2, isDivisible: () => false }

/**
 * Opens the counters. Resolves even if Redis is unavailable; then `degraded()` reports it, and the counters keep trying
 * to connect.
 */
export async function createCounters({ namespace, ...settings }: CountersSettings): Promise<Counters> {
  const { url, clock } = settings
  const prefix = `screening:${namespace}`
  if (url === null) return new SharedCounters(null, clock, prefix)
  // Imported here, so that a process without Redis does not load the client.
  const { linkRedis } = await import('./redis.ts')
  return new SharedCounters(await linkRedis({ ...settings, url, prefix }), clock, prefix)
}

class SharedCounters implements Counters {
  readonly #redis: RedisLink | null
  readonly #clock: Clock
  readonly #prefix: string
  readonly #windows = new MemoryWindows()
  readonly #slots: MemorySlots
  /** Runs a query. Concurrent queries share at most two Redis commands. */
  readonly #query: Batcher<Query, Result>

  constructor(redis: RedisLink | null, clock: Clock, prefix: string) {
    this.#redis = redis
    this.#clock = clock
    this.#prefix = prefix
    this.#slots = new MemorySlots(clock)
    this.#query = createBatcher((queries) => this.#runBatch(queries), {
      ...batchSettings,
      queriesServer: redis !== null,
    })
  }

  take(limits: readonly Limited[]): Promise<Count[]> {
    return this.#query(ownerOf(limits), { limits }) as Promise<Count[]>
  }

  async charge(limited: Limited, tokens: number): Promise<void> {
    await this.#query(limited.key, { limits: [limited], tokens })
  }

  look(at: Look): Promise<State> {
    return this.#query(ownerOf(at.windows), at) as Promise<State>
  }

  async #runBatch(queries: Query[]): Promise<Outcome<Result>[]> {
    const now = this.#clock.now()
    const plan = new QueryPlan((limited) => windowOf(this.#prefix, limited, now))
    const finds = queries.map((query) => this.#add(plan, query))
    const { chains, reads, slots } = plan
    const sets = slots.map((key) => this.#nameOf(key))
    const shared = (await this.#redis?.query(({ count }) => count(chains, reads, sets))) ?? null
    const counts = shared ?? this.#countHere(chains, reads, sets)
    for (const [index, cohort] of chains.entries()) cohort.applyCounts(counts.counts[index] as number[])
    const results = {
      now,
      degraded: this.#redis !== null && shared === null,
      used: new Map(reads.map((name, index) => [name, counts.reads[index] as number])),
      slots: new Map(slots.map((key, index) => [key, counts.slots[index] as Slots])),
    }
    return finds.map((find) => ({ ok: true, value: find(results) }))
  }

  #add(plan: QueryPlan, query: Query): FindResult {
    if ('limits' in query) {
      const { cohort, place } = plan.take(query)
      return ({ now, degraded }) =>
        cohort.limits.map((limited, index) => countOf(limited, cohort.countOf(place, index), now, degraded))
    }
    plan.look(query)
    return ({ now, degraded, used, slots }) => {
      const read = (limited: Limited) => {
        const { name } = windowOf(this.#prefix, limited, now)
        return countOf(limited, { used: used.get(name) as number, isCounted: false }, now, degraded)
      }
      const { windows, own } = query
      return { counts: windows.map(read), own: own && read(own), slots: slots.get(query.slots) as Slots }
    }
  }

  #countHere(chains: readonly Chain[], names: readonly string[], slots: readonly string[]): Counts {
    return {
      counts: chains.map((chain) => this.#windows.count(chain)),
      reads: names.map((name) => this.#windows.read(name)),
      slots: slots.map((name) => this.#slots.active(name)),
    }
  }

  /** Takes a local slot first, so that each process stays within the limit even if Redis fails before it replies. */
  async acquire(key: string, limit: number, leaseMs: number): Promise<Acquired> {
    const [id, name] = [randomUUID(), this.#nameOf(key)]
    const here = this.#slots.take(name, id, limit, leaseMs)
    if (!here.taken) return { lease: null, slots: here }
    // A slot that was requested from Redis must also be freed there, even if Redis did not reply.
    const redis = this.#redis?.degraded() === null ? this.#redis : null
    const shared = await redis?.query(({ takeSlot }) => takeSlot(name, id, limit, leaseMs))
    if (shared && !shared.taken) {
      this.#slots.free(name, id)
      return { lease: null, slots: shared }
    }
    const release = async () => {
      this.#slots.free(name, id)
      await redis?.freeSlot(name, id)
    }
    return { lease: { release } }
  }

  #nameOf(key: string): string {
    return `${this.#prefix}:${key}`
  }

  degraded(): string | null {
    return this.#redis?.degraded() ?? null
  }

  async close(): Promise<void> {
    await this.#redis?.close()
  }
}

function countOf({ limit, windowMs }: Limited, { used, isCounted }: Counted, now: number, degraded: boolean): Count {
  const resetAt = (Math.floor(now / windowMs) + 1) * windowMs
  const allowed = isCounted ? used <= limit : used < limit
  return { allowed, limit, remaining: Math.max(0, limit - used), resetAt, resetInMs: resetAt - now, degraded }
}

/** Returns the owner of a query. Owners take turns in the batches. */
function ownerOf([first]: readonly Limited[]): string {
  return first?.key ?? ''
}
