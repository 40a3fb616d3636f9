/**
 * The link to Redis, where several processes count together.
 *
 * Owns the connection, what Redis keeps, and when it counts as away: from its first failure or silence until a new
 * connection has written. Must never reject, nor hold a request longer than it was told to.
 *
 * The limiter's insurance stands in when Redis refuses; a Redis that says nothing is not waited for either.
 */
import { Redis } from 'ioredis'
import pTimeout from 'p-timeout'
import { RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { CountersSettings, Slots } from './counters.ts'
import type { LocalWindows } from './memory.ts'

/** What Redis keeps. Its answers reject while it is away. */
export type RedisStore = {
  windows: RateLimiterAbstract
  takeSlot: (key: string, id: string, limit: number, leaseMs: number) => Promise<Slots & { taken: boolean }>
  activeSlots: (key: string) => Promise<Slots>
  freeSlot: (key: string, id: string) => Promise<unknown>
}

/** Between two attempts to connect: recovery is promised within 5 s. */
const retryMs = 500
/** For a connection's first answers: a host that vanished takes connections and says nothing. */
const connectTimeoutMs = 2_000

/** Resolves once Redis has answered or has not; then it is away, and asked again by itself. */
export async function linkRedis(
  settings: CountersSettings & { url: string },
  insurance: LocalWindows,
): Promise<RedisLink> {
  const link = new RedisLink(settings, insurance)
  await link.settled
  return link
}

export class RedisLink {
  readonly #settings: CountersSettings
  readonly #redis: Redis
  readonly #store: RedisStore
  readonly #prefix: string
  readonly #settled = Promise.withResolvers<void>()
  #state: 'new' | 'linked' | 'away' | 'closed' = 'new'
  #lastError = 'the connection was closed'
  /** Slots that could not be freed, by their id. */
  readonly #owed = new Map<string, string>()

  constructor(settings: CountersSettings & { url: string }, insurance: LocalWindows) {
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
    this.#store = createStore(this.#redis, this.#prefix, insurance)
    // Its message alone: the error itself may carry the command that failed, a password in it.
    this.#redis.on('error', (error: Error) => (this.#lastError = error.message))
    this.#redis.on('close', () => this.#fall(this.#lastError))
    this.#redis.on('ready', () => void this.#prove())
  }

  /** Resolves after the first attempt. */
  get settled(): Promise<void> {
    return this.#settled.promise
  }

  /** What Redis answers; null while it is away, or when it does not answer in time. Never rejects. */
  async ask<T>(question: (store: RedisStore) => Promise<T>): Promise<T | null> {
    if (this.#state !== 'linked') return null
    try {
      return await within(this.#settings.answerTimeoutMs, question(this.#store))
    } catch (error) {
      this.#fall((error as Error).message)
      return null
    }
  }

  /** A window's count, by the limiter's insurance when Redis fails meanwhile; null while it is away. Never rejects. */
  async count<T extends object>(question: (windows: RateLimiterAbstract) => Promise<T>): Promise<T | null> {
    const counted = await this.ask(({ windows }) => question(windows))
    if (counted !== null && 'local' in counted) this.#fall(this.#lastError)
    return counted
  }

  /** Frees a slot that Redis may hold; as soon as it is back, while it is away. Never rejects. */
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
    // Its own good-bye would wait for a host that vanished.
    this.#redis.stream?.destroy()
  }

  /** A connection is not enough: a replica or a full Redis would take it, and no writes. */
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

  /** One line of log when it goes; every connection that failed is replaced by a new one. */
  #fall(cause: string): void {
    this.#redis.stream?.destroy()
    if (this.#state === 'new' || this.#state === 'linked') {
      this.#state = 'away'
      this.#settings.log.warn({ cause }, 'Redis is away: each process counts for itself until it is back')
    }
    this.#settled.resolve()
  }
}

/** Counts as silence only what is not there once the process has read its sockets: it may have been busy itself. */
const afterSockets = {
  setTimeout: ((giveUp: () => void, ms: number) => setTimeout(() => setImmediate(giveUp), ms)) as typeof setTimeout,
  clearTimeout,
}

/** @throws Error when `answer` fails or takes longer */
function within<Value>(milliseconds: number, answer: Promise<Value>): Promise<Value> {
  return pTimeout(answer, {
    milliseconds,
    message: `no answer within ${milliseconds} ms`,
    customTimers: afterSockets,
  })
}

/**
 * Slots are a sorted set of lease ids by their end, in Redis' own time: the one clock that all processes share.
 * ARGV: id, limit (0 to count only), duration in ms. Answers whether it was taken, how many are, ms until the first ends.
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

function createStore(redis: Redis, prefix: string, insuranceLimiter: LocalWindows): RedisStore {
  const nameOf = (key: string) => `${prefix}:${key}`
  const slots = async (key: string, id: string, limit: number, leaseMs: number) => {
    const answer = await redis.eval(slotScript, 1, nameOf(key), id, limit, leaseMs)
    const [taken, active, freeInMs] = answer as [number, number, number]
    return { taken: taken === 1, active, freeInMs }
  }
  return {
    windows: new RateLimiterRedis({ storeClient: redis, keyPrefix: prefix, points: 0, duration: 0, insuranceLimiter }),
    takeSlot: slots,
    activeSlots: async (key) => {
      const { active, freeInMs } = await slots(key, '', 0, 0)
      return { active, freeInMs }
    },
    freeSlot: (key, id) => redis.zrem(nameOf(key), id),
  }
}
