/** What counters promise, in memory and in Redis alike: requests per window of time, and slots held at once. */
import type { Log } from '../../kit/log.ts'
import type { Clock } from '../../kit/time.ts'

/** At most `limit` requests in each `windowMs` of the service's clock. */
export type Limited = { key: string; limit: number; windowMs: number }

export type Count = {
  /** Whether the counted request is within the limit; where it was only read, whether one more would be. */
  allowed: boolean
  limit: number
  remaining: number
  /** End of the window, epoch ms. */
  resetAt: number
  /** From the moment of counting to `resetAt`: above 0, at most the window. */
  resetInMs: number
  /** Counted by this process alone because Redis is away. */
  degraded: boolean
}

export type Slots = {
  active: number
  /** Until the first lease ends and frees its slot at the latest; 0 while nothing is active. */
  freeInMs: number
}

/** What to look at: windows that many callers share, one of the caller's own, and the slots of a key. */
export type Look = { windows: readonly Limited[]; own: Limited | null; slots: string }

/** The state of these. */
export type State = { counts: readonly Count[]; own: Count | null; slots: Slots }

export type Lease = {
  /** Frees the slot; never rejects, and is safe to repeat. */
  release(): Promise<void>
}

export type Acquired = { lease: Lease } | { lease: null; slots: Slots }

/** The caller chooses the keys. They must not contain client-supplied text, because they outlive the request. */
export interface Counters {
  /** Counts one request in the first window, and in each further one that those before it let it reach. */
  take(windows: readonly Limited[]): Promise<Count[]>
  /** Takes `tokens` from a window whatever it has left, before any request that is counted later. */
  charge(limited: Limited, tokens: number): Promise<void>
  /** Counts nothing: each count is what the next request would meet. */
  look(at: Look): Promise<State>
  /** Takes one of `limit` slots for at most `leaseMs`; `lease` is null when all are taken. */
  acquire(key: string, limit: number, leaseMs: number): Promise<Acquired>
  /** Null while healthy, else one plain phrase for /readyz, without address or credentials. */
  degraded(): string | null
  /** Nothing here keeps the process alive afterwards. */
  close(): Promise<void>
}

export type CountersSettings = {
  /** `redis://` or `rediss://` URL; null to count in this process. */
  url: string | null
  /** The database's name: two services on one Redis must not share counters. */
  namespace: string
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  /** How long a request waits for Redis before this process counts alone. */
  answerTimeoutMs: number
}
