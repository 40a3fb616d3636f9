/**
 * The connection to Redis, through which several processes share their counters.
 *
 * Redis is treated as unavailable from its first failure or timeout until a new connection has completed a write. Must
 * never reject, and must never delay a request by more than `answerTimeoutMs`.
 */
import { Redis } from 'ioredis'
import type { CountersSettings } from './counters.ts'
import { createStore, type RedisStore } from './redis-store.ts'

/** The delay between connection attempts. Recovery is promised within 5 s. */
const retryMs = 500
/** The timeout for the first replies on a connection. A dead host may accept connections and never reply. */
const connectTimeoutMs = 2_000

/** `prefix`: the prefix of every stored name. */
export type LinkSettings = Omit<CountersSettings, 'namespace'> & { url: string; prefix: string }

/**
 * Connects to Redis. Resolves after the first attempt. If it fails, Redis is treated as unavailable, and the link keeps
 * reconnecting.
 */
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
  /** Slots that could not be freed yet: lease ids, with their keys. */
  readonly #owed = new Map<string, string>()

  constructor(settings: LinkSettings) {
    this.#settings = settings
    this.#redis = new Redis(settings.url, {
      protocol: 2, // every version of Redis supports it
      disableClientInfo: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: connectTimeoutMs,
      socketTimeout: connectTimeoutMs,
      retryStrategy: () => retryMs,
    })
    this.#store = createStore(this.#redis)
    // Only the message is kept, because the error may contain the failed command, and a command may contain a password.
    this.#redis.on('error', (error: Error) => (this.#lastError = error.message))
    this.#redis.on('close', () => this.#fall(this.#lastError))
    this.#redis.on('ready', () => void this.#prove())
  }

  /** Resolves after the first attempt to connect. */
  get settled(): Promise<void> {
    return this.#settled.promise
  }

  /** Returns Redis's answer; null while Redis is unavailable or does not answer in time. Never rejects. */
  async query<T>(run: (store: RedisStore) => Promise<T>): Promise<T | null> {
    if (this.#state !== 'linked') return null
    try {
      return await within(this.#settings.answerTimeoutMs, run(this.#store))
    } catch (error) {
      this.#fall((error as Error).message)
      return null
    }
  }

  /** Frees a slot in Redis, or remembers to do so when Redis is available again. Never rejects. */
  async freeSlot(key: string, id: string): Promise<void> {
    const freed = await this.query(({ freeSlot }) => freeSlot(key, id))
    if (freed === null) this.#owed.set(id, key)
  }

  degraded(): string | null {
    return this.#state === 'linked' ? null : 'Redis is unavailable: each process counts on its own'
  }

  async close(): Promise<void> {
    this.#state = 'closed'
    this.#redis.disconnect()
    // The socket is destroyed, because a graceful close would wait for a dead host.
    this.#redis.stream?.destroy()
  }

  /**
   * Checks that a new connection accepts writes, because a replica or a full Redis accepts connections but no writes.
   */
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
    if (this.#state === 'away') this.#settings.log.info({}, 'Redis is available again: processes share their counters')
    if (this.#state !== 'closed') this.#state = 'linked'
    this.#settled.resolve()
  }

  /** Marks Redis as unavailable, and logs that once. Destroys the socket, which makes the client reconnect. */
  #fall(cause: string): void {
    this.#redis.stream?.destroy()
    if (this.#state === 'new' || this.#state === 'linked') {
      this.#state = 'away'
      this.#settings.log.warn({ cause }, 'Redis is unavailable: each process counts on its own until it returns')
    }
    this.#settled.resolve()
  }
}

/**
 * Returns `answer`, or gives up after this time. Before it gives up, the process reads its sockets once more, because
 * the delay may be its own. Does not use p-timeout, which creates an error with a stack trace for each call: that costs
 * more than the query.
 * @throws Error if `answer` rejects or takes longer
 */
function within<Value>(milliseconds: number, answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${milliseconds} ms`))
    const late = setTimeout(() => setImmediate(giveUp), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
