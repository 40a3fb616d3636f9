/**
 * The one record of everything a feature may use; `main.ts` builds it, tests change parts of it.
 *
 * Owns types and the numbers that tests shorten; no code that touches the outside.
 */
import type { EngineIdentity } from '../../workers/tasks.ts'
import type { Log } from '../kit/log.ts'
import { DAY, HOUR, MINUTE, SECOND, type Clock } from '../kit/time.ts'
import type { Broker, Lane } from './broker/open.ts'
import type { Call, Reply } from './contract/call.ts'
import type { Contract, OperationId } from './contract/contract.ts'
import type { Counters } from './counters/open.ts'
import type { Database } from './database/database.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Pool } from './pool.ts'
import type { OutboundAllow } from './outbound/public-address.ts'
import type { FairQueue } from './concurrency/fair-queue.ts'

export type Services = {
  contract: Contract
  log: Log
  clock: Clock
  database: Database
  broker: Broker
  counters: Counters
  outbound: Outbound
  outboundAllow: OutboundAllow
  pool: Pool
  engine: EngineIdentity
  /** 32 bytes, for what is stored encrypted. */
  secretKey: Buffer
  timings: Timings
  /** Called at named points of a job's way; tests end the process there, production does nothing. */
  failpoint: (point: Failpoint) => void | Promise<void>
  /** Publishes a partner's jobs that wait, as many as it has room for; answers at once: see `features/scoring/dispatcher.ts`. */
  dispatch: (lane: Lane, partnerId: string) => void
  /** Does `work` when it is this job's turn at a resume host; null, and nothing done, where none came in time. */
  withHostLimit: <T>(host: string, work: () => Promise<T>) => Promise<T | null>
  /** Writes what became of a partner's job when it is its turn: requests never stand behind a crowd of ends. */
  fairly: FairQueue
  /**
   * Resolves when the scoring job has ended, `waitMs` are over, `signal` aborts or the process closes, whichever comes
   * first. Rejects when the database is away.
   */
  waitForCompletion: (scoringJobId: string, waitMs: number, signal: AbortSignal) => Promise<void>
  /** Targets of tenants' deletions that may be open, as this process last heard: see `features/deletions.ts`. */
  closedTenants: Set<string>
  /** True from SIGTERM on: not ready any more, and no new work for its own sake. */
  draining: () => boolean
  /** True once the API takes no new connection: until then a request is answered as ever. */
  closing: () => boolean
  /**
   * The one writer: runs `work` in a transaction and stores its answer under the call's idempotency key in the same
   * transaction. `work` does nothing but SQL: it may run again after a deadlock.
   */
  write: <Id extends OperationId>(call: Call<Id>, work: () => Promise<Reply<Id>>) => Promise<Reply<Id>>
}

export type Handler<Id extends OperationId> = (call: Call<Id>, services: Services) => Promise<Reply<Id>>
export type Handlers = { [Id in OperationId]: Handler<Id> }

/** The points of the pipeline at which a crash must cost nothing. */
export type Failpoint =
  'committed' | 'claimed' | 'fetched' | 'parsed' | 'scored' | 'finishing' | 'finished' | 'delivered' | 'erasing'

/** Milliseconds, all of them. */
export type Timings = typeof timings

export const timings = {
  /** A key's lookup is reused that long: a revocation is promised to hold within 5 s. */
  keyCacheMs: 3 * SECOND,
  /** A count of the standard plan's usage is answered that long: nobody is refused by it, and pollers cost nothing. */
  usageCacheMs: 5 * SECOND,
  /** A request waits that long for the shared counters: promised to be unnoticeable, and far above their 0.1 ms. */
  countersTimeoutMs: 50,
  /** An in-flight slot that nobody frees is free after that: promised, and more than a generation may take. */
  slotLeaseMs: 60 * SECOND,
  /** How often a worker renews its lease and the offset to the database's clock. */
  heartbeatMs: 5 * SECOND,
  /**
   * A worker without a heartbeat for that long has vanished. Promised is that others have its jobs within 30 s; they look
   * as often as they beat.
   */
  leaseMs: 24 * SECOND,
  /** How often a worker looks how much it can have in work, and others hear of it. */
  concurrencySampleMs: 1 * SECOND,
  /** How often rows are looked through for what is due; a retry comes at most that late. */
  sweepMs: 500,
  /** A row is rung again that long after it was accepted or rung without a confirm; promised: within 5 s. */
  republishAfterMs: 4 * SECOND,
  /** How often the queue is compared with the rows, for messages that were lost. */
  compareMs: 5 * SECOND,
  /** How often a process looks whether a job has ended that somebody waits for: nobody notices a fifth of a second. */
  longPollIntervalMs: 200,
  /** Of a job, from its first start. */
  jobDeadlineMs: 15 * MINUTE,
  /** Of a job, from its acceptance. */
  jobLifetimeMs: 24 * HOUR,
  /** Retries wait 2 s, 4 s, 8 s, … at most 60 s, give or take a quarter. */
  retryFirstMs: 2 * SECOND,
  retryMostMs: 60 * SECOND,
  fetchTimeoutMs: 20 * SECOND,
  /** A job waits that long for its turn at a resume host: one that answers has freed some by then. */
  hostWaitMs: 500,
  /** A file that takes longer is refused: hostile files hang converters, honest ones take milliseconds. */
  parseTimeoutMs: 10 * SECOND,
  /** Of one task to the engine, its repair included. */
  engineTimeoutMs: 2 * MINUTE,
  /** For how long a provider that is away is not asked, where it does not say itself. */
  providerRestMs: 10 * SECOND,
  /** A synchronous generation answers within that. */
  generationTimeoutMs: 55 * SECOND,
  /** How long a question set can be used: as long as a person may take to answer. */
  questionSetKeptMs: 24 * HOUR,
  /** The feed leaves out what is younger: a transaction that commits late must not be passed over. Promised. */
  eventFeedDelayMs: 10 * SECOND,
  /** Promised, of events and of their deliveries. */
  eventsKeptMs: 30 * DAY,
  /** How often the line of webhook deliveries is looked at; a due one waits at most that long for room that there is. */
  deliverySweepMs: 250,
  /** Of one try, promised: over everything. */
  deliveryTimeoutMs: 15 * SECOND,
  /** A try that vanished with its process is made again after that: a try's time, and a slow database's to write it. */
  deliveryLeaseMs: 60 * SECOND,
  /** A deleted endpoint is still named by analytics, which look back that far. */
  deletedEndpointsKeptMs: 90 * DAY,
  /** An answer of analytics is used again that long. Promised, at most. */
  analyticsCacheMs: 60 * SECOND,
  /** Promised: the longest range of analytics looks back that far. */
  rollupsKeptMs: 90 * DAY,
  /** How often deletions that are due are looked for: a partner polls, and on the embedded database each costs a scrub. */
  deletionSweepMs: 2 * SECOND,
  /** How often a server asks which tenants' deletions are open. */
  closedTenantsMs: 1 * SECOND,
  /** From SIGTERM to the end. */
  drainMs: 25 * SECOND,
  /**
   * Of that, how long an API beside which there may be others says that it is not ready, and takes all requests all the
   * same: balancers look every second or two, and some want to hear it twice.
   */
  lameDuckMs: 5 * SECOND,
  /** How often is looked for what is too old to be kept: minutes more are nothing. */
  oldSweepMs: 10 * MINUTE,
  /** An idempotency key whose request died is free again after that. */
  idempotencyLeaseMs: 60 * SECOND,
  idempotencyKeptMs: 24 * HOUR,
}
