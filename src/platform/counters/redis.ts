/**
 * The link to Redis, in which several processes count together.
 *
 * Owns the connection, and when Redis counts as away: from its first failure or timeout until a new
 * connection has written. Must never reject, nor hold a request longer than `answerTimeoutMs`.
 */
import { Redis } from 'ioredis'
import type { CountersSettings } from './counters.ts'
import { createStore, type RedisStore } from './redis-store.ts'

/** Between two connection attempts; we promise recovery within 5 s. */
const retryMs = 500
/** For a connection's first answers: a dead host may accept connections and never answer. */
const connectTimeoutMs = 2_000

/** `prefix`: what the names of all that is stored begin with. */
export type LinkSettings = Omit<CountersSettings, 'namespace'> & { url: string; prefix: string }

/** Resolves after the first attempt. If that fails, Redis is away and the link keeps reconnecting on its own. */
export async function linkRedis(settings: LinkSettings): Promise<RedisLink> {
  const link = new RedisLink(settings)
  await link.settled
  return link
}

/** One connection to Redis and its state. */
export class RedisLink {
  readonly #settings: LinkSettings
  readonly #redis: Redis
  readonly #store: RedisStore
  readonly #settled = Promise.withResolvers<void>()
  #state: 'new' | 'linked' | 'away' | 'closed' = 'new'
  #lastError = 'the connection was closed'
  /** Slots that could not be freed yet: key by lease id. */
  readonly #owed = new Map<string, string>()

  constructor(settings: LinkSettings) {
    this.#settings = settings
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
    this.#store = createStore(this.#redis)
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
  async query<T>(run: (store: RedisStore) => Promise<T>): Promise<T | null> {
    if (this.#state !== 'linked') return null
    try {
      return await within(this.#settings.answerTimeoutMs, run(this.#store))
    } catch (error) {
      this.#fall((error as Error).message)
      return null
    }
  }

  /** Frees a slot that Redis may hold; while Redis is away, as soon as it is back. Never rejects. */
  async freeSlot(key: string, id: string): Promise<void> {
    const freed = await this.query(({ freeSlot }) => freeSlot(key, id))
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
      await within(connectTimeoutMs, this.#redis.set(`${this.#settings.prefix}:probe`, 1, 'PX', 1))
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
 * an error for each answer, whose two stacks cost more than the query.
 * @throws Error if `answer` fails or takes longer
 */
function within<Value>(milliseconds: number, answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${milliseconds} ms`))
    const late = setTimeout(() => setImmediate(giveUp), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
