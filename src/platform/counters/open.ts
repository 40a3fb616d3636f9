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
import { createGroup, type Group, type GroupSettings, type Outcome } from '../concurrency/group.ts'
import { Asked, windowOf, type Chain, type Counted } from './chains.ts'
import type { Acquired, Count, Counters, CountersSettings, Limited, Slots } from './counters.ts'
import { MemorySlots, MemoryWindows } from './memory.ts'
import type { RedisLink } from './redis.ts'
import type { Counts } from './redis-store.ts'

/** Windows, where `isRequest` with one request to count in them; or how many slots of a key are taken. */
type Question = { windows: readonly Limited[]; now: number; isRequest: boolean } | { key: string }
type Answer = Count[] | Slots
/** Finds a question's answer among all that was counted. */
type Find = (counts: Counts, degraded: boolean) => Answer

/** A bound on memory, far above the windows that refuse within a minute. */
const spentMax = 10_000
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

class SharedCounters implements Counters {
  readonly #redis: RedisLink | null
  readonly #clock: Clock
  readonly #windows = new MemoryWindows()
  readonly #slots: MemorySlots
  /** When each window ends that has refused a request, by its key. */
  readonly #spent = new LRUCache<string, number>({ max: spentMax })
  /** What is asked at the same time shares a command: Redis is asked once for all of a crowd. */
  readonly #ask: Group<Question, Answer>

  constructor(redis: RedisLink | null, clock: Clock) {
    this.#redis = redis
    this.#clock = clock
    this.#slots = new MemorySlots(clock)
    this.#ask = createGroup((questions) => this.#answerAll(questions), {
      ...groupSettings,
      asksServer: redis !== null,
    })
  }

  take(windows: readonly Limited[]): Promise<Count[]> {
    const now = this.#clock.now()
    return this.#ask(ownerOf(windows), { windows, now, isRequest: true }) as Promise<Count[]>
  }

  isSpent(key: string): boolean {
    return this.#spent.size > 0 && (this.#spent.get(key) ?? 0) > this.#clock.now()
  }

  peek(windows: readonly Limited[]): Promise<Count[]> {
    const now = this.#clock.now()
    return this.#ask(ownerOf(windows), { windows, now, isRequest: false }) as Promise<Count[]>
  }

  active(key: string): Promise<Slots> {
    return this.#ask(key, { key }) as Promise<Slots>
  }

  async #answerAll(questions: Question[]): Promise<Outcome<Answer>[]> {
    const asked = new Asked()
    const finds = questions.map((question) => this.#add(asked, question))
    const { chains, names, keys } = asked
    const shared = (await this.#redis?.ask(({ count }) => count(chains, names, keys))) ?? null
    const counts = shared ?? (await this.#countHere(chains, names, keys))
    for (const [index, crowd] of chains.entries()) crowd.hear(counts.counts[index] as number[])
    const degraded = this.#redis !== null && shared === null
    return finds.map((find) => ({ ok: true, value: find(counts, degraded) }))
  }

  #add(asked: Asked, question: Question): Find {
    if ('key' in question) {
      const place = asked.look(question.key)
      return ({ slots }) => slots[place] as Slots
    }
    const { windows, now, isRequest } = question
    const current = windows.map((window) => windowOf(window, now))
    if (isRequest) {
      const tell = asked.count(current)
      return (_, degraded) => this.#noteSpent(windows, countsOf(windows, tell(), now, degraded))
    }
    const places = asked.read(current)
    return ({ reads }, degraded) => {
      const read = places.map((place) => ({ used: reads[place] as number, isCounted: false }))
      return countsOf(windows, read, now, degraded)
    }
  }

  #noteSpent(windows: readonly Limited[], counts: Count[]): Count[] {
    for (const [index, { allowed, resetAt }] of counts.entries())
      if (!allowed) this.#spent.set((windows[index] as Limited).key, resetAt)
    return counts
  }

  async #countHere(chains: readonly Chain[], names: readonly string[], keys: readonly string[]): Promise<Counts> {
    const [counts, reads] = [[] as number[][], [] as number[]]
    for (const chain of chains) counts.push(await this.#windows.count(chain))
    for (const name of names) reads.push(await this.#windows.read(name))
    return { counts, reads, slots: keys.map((key) => this.#slots.active(key)) }
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

  degraded(): string | null {
    return this.#redis?.degraded() ?? null
  }

  async close(): Promise<void> {
    await this.#redis?.close()
  }
}

function countsOf(windows: readonly Limited[], counted: Counted[], now: number, degraded: boolean): Count[] {
  return windows.map(({ limit, windowMs }, index) => {
    const { used, isCounted } = counted[index] as Counted
    const resetAt = (Math.floor(now / windowMs) + 1) * windowMs
    const allowed = isCounted ? used <= limit : used < limit
    return { allowed, limit, remaining: Math.max(0, limit - used), resetAt, resetInMs: resetAt - now, degraded }
  })
}

/** Whose question it is, for turns in a group. */
function ownerOf([first]: readonly Limited[]): string {
  return first?.key ?? ''
}
