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
import { chainOf, joinChains, nameOf, numberCrowd, type Chain, type Counted } from './chains.ts'
import type { Acquired, Count, Counters, CountersSettings, Limited, Slots } from './counters.ts'
import { MemorySlots, MemoryWindows } from './memory.ts'
import type { RedisLink } from './redis.ts'
import type { Counts } from './redis-store.ts'

/** A request that passes through windows, the names of windows to read, or how many slots of a key are taken. */
type Question = { chain?: Chain; names?: string[]; slots?: string }
/** `isLocal`: this process answered alone. */
type Answer = { counted: Counted[]; slots: Slots; isLocal: boolean }

/** A bound on memory, far above the windows that refuse within a minute. */
const spentMax = 10_000
const noSlots: Slots = { active: 0, freeInMs: 0 }
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

  async take(windows: readonly Limited[]): Promise<Count[]> {
    const now = this.#clock.now()
    const counts = this.#counts(windows, now, await this.#ask(ownerOf(windows), { chain: chainOf(windows, now) }))
    for (const [index, { allowed, resetAt }] of counts.entries())
      if (!allowed) this.#spent.set((windows[index] as Limited).key, resetAt)
    return counts
  }

  isSpent(key: string): boolean {
    return this.#spent.size > 0 && (this.#spent.get(key) ?? 0) > this.#clock.now()
  }

  async peek(windows: readonly Limited[]): Promise<Count[]> {
    const now = this.#clock.now()
    const names = windows.map((window) => nameOf(window, now))
    return this.#counts(windows, now, await this.#ask(ownerOf(windows), { names }))
  }

  #counts(windows: readonly Limited[], now: number, { counted, isLocal }: Answer): Count[] {
    const degraded = this.#redis !== null && isLocal
    return windows.map(({ limit, windowMs }, index) => {
      const { used, isCounted } = counted[index] as Counted
      const resetAt = (Math.floor(now / windowMs) + 1) * windowMs
      const allowed = isCounted ? used <= limit : used < limit
      return { allowed, limit, remaining: Math.max(0, limit - used), resetAt, resetInMs: resetAt - now, degraded }
    })
  }

  async active(key: string): Promise<Slots> {
    return (await this.#ask(key, { slots: key })).slots
  }

  /** Each window and each set of slots is asked for once, however many callers want it. */
  async #answerAll(questions: Question[]): Promise<Outcome<Answer>[]> {
    const crowds = joinChains(questions.map(({ chain = null }) => chain))
    const chains = crowds.map(({ chain }) => chain)
    const { names, keys } = distinct(questions)
    const shared = (await this.#redis?.ask(({ count }) => count(chains, names, keys))) ?? null
    const { counts, reads, slots } = shared ?? (await this.#countHere(chains, names, keys))
    const told: Counted[][] = []
    for (const [index, { chain, places }] of crowds.entries()) {
      const numbered = numberCrowd(chain, counts[index] as number[])
      for (const [member, place] of places.entries()) told[place] = numbered[member] as Counted[]
    }
    const readOf = new Map(names.map((name, index) => [name, { used: reads[index] as number, isCounted: false }]))
    const slotsOf = new Map(keys.map((key, index) => [key, slots[index] as Slots]))
    return questions.map((question, place) => {
      const counted = question.names?.map((name) => readOf.get(name) as Counted) ?? told[place] ?? []
      const value = { counted, slots: slotsOf.get(question.slots ?? '') ?? noSlots, isLocal: shared === null }
      return { ok: true, value }
    })
  }

  async #countHere(chains: Chain[], names: string[], keys: string[]): Promise<Counts> {
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

/** What is read, each once. In loops: lists of lists made every request two in a hundred slower (measured). */
function distinct(questions: Question[]): { names: string[]; keys: string[] } {
  const [names, keys] = [new Set<string>(), new Set<string>()]
  for (const { names: asked, slots } of questions) {
    if (asked !== undefined) for (const name of asked) names.add(name)
    if (slots !== undefined) keys.add(slots)
  }
  return { names: [...names], keys: [...keys] }
}

/** Whose question it is, for turns in a group. */
function ownerOf([first]: readonly Limited[]): string {
  return first?.key ?? ''
}
