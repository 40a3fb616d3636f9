/**
 * Opens the counters behind the rate limits and in-flight slots: in Redis if several processes share one, else in this
 * process.
 *
 * Owns which of the two counts. While Redis is away, each process counts for itself and reports it. Must never fail or
 * delay a request because Redis is away.
 */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kit/time.ts'
import { createBatcher, type Batcher, type BatcherSettings, type Outcome } from '../concurrency/batcher.ts'
import { Asked } from './asked.ts'
import { createWindowOf, type Chain, type Counted, type Crowd, type WindowOf } from './chains.ts'
import type { Acquired, Count, Counters, CountersSettings, Limited, Look, Slots, State } from './counters.ts'
import { MemorySlots, MemoryWindows } from './memory.ts'
import type { RedisLink } from './redis.ts'
import type { Counts } from './redis-store.ts'

/** A request to count, tokens to take, or a look. */
type Question = { limits: readonly Limited[]; tokens?: number } | Look
type Answer = Count[] | State
/** What all questions of a group hear: `read` are the windows that were looked at, `lists` what callers share of them. */
type Heard = { degraded: boolean; read: Count[]; lists: Count[][]; slots: Counts['slots'] }
/** Finds a question's answer in that. */
type Find = (heard: Heard) => Answer

/** A bound on memory, far above the windows that refuse within a minute. */
const spentMax = 10_000
/**
 * What asks Redis together; nothing in it can fail alone. While Redis answers one group, this process makes the next: with
 * all of a crowd in one, the crowd waits for Redis and the process with it (3 % fewer answers a second, measured).
 */
const groupSettings: BatcherSettings = { max: 32, atOnce: 2, isDivisible: () => false }

/** Resolves even while Redis is away: it is then `degraded()` and keeps reconnecting on its own. */
export async function createCounters({ namespace, ...settings }: CountersSettings): Promise<Counters> {
  const { url, clock } = settings
  const prefix = `screening:${namespace}`
  if (url === null) return new SharedCounters(null, clock, prefix)
  // Imported on first use: a process without Redis does not load its client.
  const { linkRedis } = await import('./redis.ts')
  return new SharedCounters(await linkRedis({ ...settings, url, prefix }), clock, prefix)
}

class SharedCounters implements Counters {
  readonly #redis: RedisLink | null
  readonly #clock: Clock
  readonly #prefix: string
  readonly #windowOf: WindowOf
  readonly #windows = new MemoryWindows()
  readonly #slots: MemorySlots
  /** When each window ends that has refused a request, by its key. */
  readonly #spent = new LRUCache<string, number>({ max: spentMax })
  /** What is asked at the same time shares a command: Redis is asked once for all of a crowd. */
  readonly #ask: Batcher<Question, Answer>

  constructor(redis: RedisLink | null, clock: Clock, prefix: string) {
    this.#redis = redis
    this.#clock = clock
    this.#prefix = prefix
    this.#windowOf = createWindowOf(prefix)
    this.#slots = new MemorySlots(clock)
    this.#ask = createBatcher((questions) => this.#answerAll(questions), {
      ...groupSettings,
      asksServer: redis !== null,
    })
  }

  take(limits: readonly Limited[]): Promise<Count[]> {
    return this.#ask(ownerOf(limits), { limits }) as Promise<Count[]>
  }

  async charge(limited: Limited, tokens: number): Promise<void> {
    await this.#ask(limited.key, { limits: [limited], tokens })
  }

  isSpent(key: string): boolean {
    return this.#spent.size > 0 && (this.#spent.get(key) ?? 0) > this.#clock.now()
  }

  look(at: Look): Promise<State> {
    return this.#ask(ownerOf(at.windows), at) as Promise<State>
  }

  async #answerAll(questions: Question[]): Promise<Outcome<Answer>[]> {
    const now = this.#clock.now()
    const windowOf = (limited: Limited) => this.#windowOf(limited, now)
    const asked = new Asked(windowOf)
    const finds = questions.map((question) => this.#add(asked, question, now))
    const { chains, windows, slots } = asked
    const names = windows.map((window) => windowOf(window).name)
    const sets = slots.map((key) => this.#nameOf(key))
    const shared = (await this.#redis?.ask(({ count }) => count(chains, names, sets))) ?? null
    const counts = shared ?? (await this.#countHere(chains, names, sets))
    for (const [index, crowd] of chains.entries()) crowd.hear(counts.counts[index] as number[])
    const degraded = this.#redis !== null && shared === null
    const read = windows.map((window, place) => {
      return countOf(window, { used: counts.reads[place] as number, isCounted: false }, now, degraded)
    })
    const lists = asked.lists.map((list) => list.map((place) => read[place] as Count))
    const heard = { degraded, read, lists, slots: counts.slots }
    return finds.map((find) => ({ ok: true, value: find(heard) }))
  }

  #add(asked: Asked, question: Question, now: number): Find {
    if ('limits' in question) {
      const crowd = asked.crowdOf(question.limits)
      const place = crowd.join(question.tokens)
      return ({ degraded }) => this.#tell(crowd, place, now, degraded)
    }
    const { counts, own, slots } = asked.look(question.windows, question.own, question.slots)
    return (heard) => ({
      counts: heard.lists[counts] as Count[],
      own: own === null ? null : (heard.read[own] as Count),
      slots: heard.slots[slots] as Slots,
    })
  }

  /** What a request is told, and this process remembers of windows that refuse it. */
  #tell(crowd: Crowd, place: number, now: number, degraded: boolean): Count[] {
    return crowd.limits.map((limited, index) => {
      const count = countOf(limited, crowd.tell(place, index), now, degraded)
      if (!count.allowed) this.#spent.set(limited.key, count.resetAt)
      return count
    })
  }

  async #countHere(chains: readonly Chain[], names: readonly string[], slots: readonly string[]): Promise<Counts> {
    const [counts, reads] = [[] as number[][], [] as number[]]
    for (const chain of chains) counts.push(await this.#windows.count(chain))
    for (const name of names) reads.push(await this.#windows.read(name))
    return { counts, reads, slots: slots.map((name) => this.#slots.active(name)) }
  }

  /** Takes a local slot first, so that no process admits more than the limit even if Redis fails meanwhile. */
  async acquire(key: string, limit: number, leaseMs: number): Promise<Acquired> {
    const [id, name] = [randomUUID(), this.#nameOf(key)]
    const here = this.#slots.take(name, id, limit, leaseMs)
    if (!here.taken) return { lease: null, slots: here }
    // A slot requested from Redis must be freed there, too, even if no answer came.
    const redis = this.#redis?.degraded() === null ? this.#redis : null
    const shared = await redis?.ask(({ takeSlot }) => takeSlot(name, id, limit, leaseMs))
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

/** Whose question it is, for turns in a group. */
function ownerOf([first]: readonly Limited[]): string {
  return first?.key ?? ''
}
