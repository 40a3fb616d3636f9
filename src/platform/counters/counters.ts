/** The interface of counters, in memory and in Redis: requests per time window, and slots for concurrent requests. */
import type { Log } from '../../kit/log.ts'
import type { Clock } from '../../kit/time.ts'

/** At most `limit` requests per `windowMs`, by the service's clock. */
export type Limited = { key: string; limit: number; windowMs: number }

export type Count = {
  /**
   * Whether the counted request is within the limit. For a count that was only read, whether one more request would be.
   */
  allowed: boolean
  limit: number
  remaining: number
  /** The end of the window, in epoch ms. */
  resetAt: number
  /** Milliseconds from the time of counting to `resetAt`: more than 0, and at most the window's length. */
  resetInMs: number
  /** Whether this process counted alone, because Redis is unavailable. */
  degraded: boolean
}

export type Slots = {
  active: number
  /** Milliseconds until the earliest lease expires, by which time a slot is free; 0 if no lease is active. */
  freeInMs: number
}

/** The counters to read: windows that callers share, a window of the caller alone, and a key's slots. */
export type Look = { windows: readonly Limited[]; own: Limited | null; slots: string }

/** The counts and slots that a `Look` requests. */
export type State = { counts: readonly Count[]; own: Count | null; slots: Slots }

export type Lease = {
  /** Frees the slot. Never rejects; safe to call again. */
  release(): Promise<void>
}

export type Acquired = { lease: Lease } | { lease: null; slots: Slots }

/** Keys must not contain text from a client, because they are stored for longer than the request takes. */
export interface Counters {
  /** Counts one request in the first window, and in each further window if the previous ones allow it. */
  take(windows: readonly Limited[]): Promise<Count[]>
  /** Takes `tokens` from a window, even if it has fewer left. They are counted before any later request. */
  charge(limited: Limited, tokens: number): Promise<void>
  /** Reads counts without counting a request: `allowed` is whether the next request would be allowed. */
  look(at: Look): Promise<State>
  /** Takes one of `limit` slots for at most `leaseMs`; `lease` is null if all are taken. */
  acquire(key: string, limit: number, leaseMs: number): Promise<Acquired>
  /** Returns null while healthy, otherwise a short phrase for /readyz, without addresses or credentials. */
  degraded(): string | null
  /** Closes the counters, so that nothing keeps the process alive. */
  close(): Promise<void>
}

export type CountersSettings = {
  /** `redis://` or `rediss://` URL; null to count in this process. */
  url: string | null
  /**
   * The database's name, which is part of the keys, because two services that share a Redis must not share counters.
   */
  namespace: string
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  /** How long a request waits for Redis before this process counts alone. */
  answerTimeoutMs: number
}
