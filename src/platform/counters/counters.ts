/** The interface of counters, in memory and in Redis: requests per time window, and slots held concurrently. */
import type { Log } from '../../kit/log.ts'
import type { Clock } from '../../kit/time.ts'

/** At most `limit` requests per `windowMs`, by the service's clock. */
export type Limited = { key: string; limit: number; windowMs: number }

export type Count = {
  /** Whether the counted request is within the limit; after a read, whether one more would be. */
  allowed: boolean
  limit: number
  remaining: number
  /** End of the window, epoch ms. */
  resetAt: number
  /** Milliseconds from the moment of counting to `resetAt`: more than 0, at most the window's length. */
  resetInMs: number
  /** Counted by this process alone because Redis is unavailable. */
  degraded: boolean
}

export type Slots = {
  active: number
  /** Milliseconds until the first lease ends, which frees a slot at the latest; 0 if no lease is active. */
  freeInMs: number
}

/** What to read: windows that many callers share, one of the caller's own, and the slots of a key. */
export type Look = { windows: readonly Limited[]; own: Limited | null; slots: string }

/** The counts and slots that `Look` names. */
export type State = { counts: readonly Count[]; own: Count | null; slots: Slots }

export type Lease = {
  /** Frees the slot. Never rejects; safe to call again. */
  release(): Promise<void>
}

export type Acquired = { lease: Lease } | { lease: null; slots: Slots }

/** The caller chooses the keys. They must not contain client-supplied text, because they outlive the request. */
export interface Counters {
  /** Counts one request in the first window, and in each further one if the previous windows let it through. */
  take(windows: readonly Limited[]): Promise<Count[]>
  /** Takes `tokens` from a window, even if it has fewer left, before any later request is counted. */
  charge(limited: Limited, tokens: number): Promise<void>
  /** Counts no request: each result is the one that the next request would get. */
  look(at: Look): Promise<State>
  /** Takes one of `limit` slots for at most `leaseMs`; `lease` is null if all are taken. */
  acquire(key: string, limit: number, leaseMs: number): Promise<Acquired>
  /** Null while healthy, else a short phrase for /readyz, without addresses or credentials. */
  degraded(): string | null
  /** Closes the counters; nothing keeps the process alive afterwards. */
  close(): Promise<void>
}

export type CountersSettings = {
  /** `redis://` or `rediss://` URL; null to count in this process. */
  url: string | null
  /** The database's name: two services that share a Redis must not share counters. */
  namespace: string
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  /** How long a request waits for Redis before this process counts alone. */
  answerTimeoutMs: number
}
