/**
 * The link to Redis, in which several processes count together.
 *
 * Owns the connection, what Redis stores, and when Redis counts as away: from its first failure or timeout until a new
 * connection has written. Must never reject, nor hold a request longer than `answerTimeoutMs`.
 */
import { Redis } from 'ioredis'
import type { CountersSettings, Slots, WindowChange } from './counters.ts'

/** What Redis stores. Its promises reject while Redis is away. */
export type RedisStore = {
  /** Adds to each window; what each of them has counted then. */
  count: (changes: readonly WindowChange[]) => Promise<number[]>
  takeSlot: (key: string, id: string, limit: number, leaseMs: number) => Promise<Slots & { taken: boolean }>
  activeSlots: (key: string) => Promise<Slots>
  freeSlot: (key: string, id: string) => Promise<unknown>
}

/** Between two connection attempts; we promise recovery within 5 s. */
const retryMs = 500
/** For a connection's first answers: a dead host may accept connections and never answer. */
const connectTimeoutMs = 2_000

/** Resolves after the first attempt. If that fails, Redis is away and the link keeps reconnecting on its own. */
export async function linkRedis(settings: CountersSettings & { url: string }): Promise<RedisLink> {
  const link = new RedisLink(settings)
  await link.settled
  return link
}

/** One connection to Redis and its state. */
export class RedisLink {
  readonly #settings: CountersSettings
  readonly #redis: Redis
  readonly #store: RedisStore
  readonly #prefix: string
  readonly #settled = Promise.withResolvers<void>()
  #state: 'new' | 'linked' | 'away' | 'closed' = 'new'
  #lastError = 'the connection was closed'
  /** Slots that could not be freed yet: key by lease id. */
  readonly #owed = new Map<string, string>()

  constructor(settings: CountersSettings & { url: string }) {
    this.#settings = settings
    this.#prefix = `screening:${settings.namespace}`
    this.#redis = new Redis(settings.url, {
      protocol: 2, // every Redis speaks it, and nothing here needs more
      disableClientInfo: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: connectTimeoutMs,
      socketTimeout: connectTimeoutMs,
      retryStrategy: () => retryMs,
    })
    this.#store = createStore(this.#redis, this.#prefix)
    // Keep the message only: the error may carry the failed command with a password in it.
    this.#redis.on('error', (error: Error) => (this.#lastError = error.message))
    this.#redis.on('close', () => this.#fall(this.#lastError))
    this.#redis.on('ready', () => void this.#prove())
  }

  /** Resolves after the first attempt. */
  get settled(): Promise<void> {
    return this.#settled.promise
  }

  /** Redis's answer; null while Redis is away or does not answer in time. Never rejects. */
  async ask<T>(question: (store: RedisStore) => Promise<T>): Promise<T | null> {
    if (this.#state !== 'linked') return null
    try {
      return await within(this.#settings.answerTimeoutMs, question(this.#store))
    } catch (error) {
      this.#fall((error as Error).message)
      return null
    }
  }

  /** Frees a slot that Redis may hold; while Redis is away, as soon as it is back. Never rejects. */
  async freeSlot(key: string, id: string): Promise<void> {
    const freed = await this.ask(({ freeSlot }) => freeSlot(key, id))
    if (freed === null) this.#owed.set(id, key)
  }

  degraded(): string | null {
    return this.#state === 'linked' ? null : 'Redis is away: each process counts for itself'
  }

  async close(): Promise<void> {
    this.#state = 'closed'
    this.#redis.disconnect()
    // A polite close would wait for a dead host.
    this.#redis.stream?.destroy()
  }

  /** A connection is not enough: a replica or a full Redis accepts connections but no writes. */
  async #prove(): Promise<void> {
    try {
      await within(connectTimeoutMs, this.#redis.set(`${this.#prefix}:probe`, 1, 'PX', 1))
      for (const [id, key] of this.#owed) {
        await within(connectTimeoutMs, this.#store.freeSlot(key, id))
        this.#owed.delete(id)
      }
      this.#rise()
    } catch (error) {
      this.#fall((error as Error).message)
    }
  }

  #rise(): void {
    if (this.#state === 'away') this.#settings.log.info({}, 'Redis is back: processes count together again')
    if (this.#state !== 'closed') this.#state = 'linked'
    this.#settled.resolve()
  }

  /** Logs one line when Redis goes away; destroying the socket makes the client reconnect. */
  #fall(cause: string): void {
    this.#redis.stream?.destroy()
    if (this.#state === 'new' || this.#state === 'linked') {
      this.#state = 'away'
      this.#settings.log.warn({ cause }, 'Redis is away: each process counts for itself until it is back')
    }
    this.#settled.resolve()
  }
}

/**
 * Gives up only after the process has read its sockets: the delay may be its own, when it was busy. p-timeout would make
 * an error for each answer, whose two stacks cost more than the question to Redis.
 * @throws Error if `answer` fails or takes longer
 */
function within<Value>(milliseconds: number, answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${milliseconds} ms`))
    const late = setTimeout(() => setImmediate(giveUp), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

/** ARGV: for each window, what to add (0 to read it), and how many seconds a new one is kept. Returns their counts. */
const countScript = `
local counts = {}
for i, window in ipairs(KEYS) do
  local by = tonumber(ARGV[2 * i - 1])
  if by == 0 then
    counts[i] = tonumber(redis.call('GET', window) or 0)
  else
    counts[i] = redis.call('INCRBY', window, by)
    if counts[i] == by then redis.call('EXPIRE', window, ARGV[2 * i]) end
  end
end
return counts`

/**
 * Slots are a sorted set of lease ids by expiry in Redis's own time, the one clock that all processes share.
 * ARGV: id, limit (0 to count only), duration in ms. Returns whether a slot was taken, how many are, and the ms until
 * the first lease ends.
 */
const slotScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local active, taken = redis.call('ZCARD', KEYS[1]), 0
if active < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  active, taken = active + 1, 1
end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { taken, active, first[2] and first[2] - now or 0 }`

function createStore(redis: Redis, prefix: string): RedisStore {
  const nameOf = (key: string) => `${prefix}:${key}`
  const slots = async (key: string, id: string, limit: number, leaseMs: number) => {
    const answer = await redis.eval(slotScript, 1, nameOf(key), id, limit, leaseMs)
    const [taken, active, freeInMs] = answer as [number, number, number]
    return { taken: taken === 1, active, freeInMs }
  }
  return {
    async count(changes) {
      const windows = changes.map(({ window }) => nameOf(window))
      const additions = changes.flatMap(({ by, keptSeconds }) => [by, keptSeconds])
      return (await redis.eval(countScript, windows.length, ...windows, ...additions)) as number[]
    },
    takeSlot: slots,
    activeSlots: async (key) => {
      const { active, freeInMs } = await slots(key, '', 0, 0)
      return { active, freeInMs }
    },
    freeSlot: (key, id) => redis.zrem(nameOf(key), id),
  }
}
