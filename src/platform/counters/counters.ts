/** What counters promise, wherever they count: requests in a window of time, and slots that are held at once. */
import type { Log } from '../../kit/log.ts'
import type { Clock } from '../../kit/time.ts'

export type Count = {
  /** Whether the request that was counted is within the limit; after `peek`, whether one more would be. */
  allowed: boolean
  limit: number
  remaining: number
  /** End of the window, epoch ms. */
  resetAt: number
  /** From the moment of counting to `resetAt`: above 0, at most the window. */
  resetInMs: number
  /** Counted by this process alone, for want of Redis. */
  degraded: boolean
}

export type Slots = {
  active: number
  /** Until a slot is free at the latest, because its lease ends; 0 while nothing is active. */
  freeInMs: number
}

export type Lease = {
  /** Frees the slot; never rejects, and twice is the same. */
  release(): Promise<void>
}

export type Acquired = { lease: Lease } | { lease: null; slots: Slots }

/** Keys are the caller's to choose, and hold no text of a client's: they outlive the request. */
export interface Counters {
  /** Counts one request in the window of `windowMs` that the service's clock is in. */
  take(key: string, limit: number, windowMs: number): Promise<Count>
  /** The same without counting one. */
  peek(key: string, limit: number, windowMs: number): Promise<Count>
  /** One of `limit` slots, at most for `leaseMs`; without a lease when all are taken. */
  acquire(key: string, limit: number, leaseMs: number): Promise<Acquired>
  active(key: string): Promise<Slots>
  /** Null while healthy, else one plain phrase for /readyz, without address or credentials. */
  degraded(): string | null
  /** Afterwards nothing here keeps the process alive. */
  close(): Promise<void>
}

export type CountersSettings = {
  /** `redis://` or `rediss://` URL; null to count in the process. */
  url: string | null
  /** The database's name: two services on one Redis must not count for each other. */
  namespace: string
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  /** How long a request waits for Redis before this process counts for itself. */
  answerTimeoutMs: number
}
