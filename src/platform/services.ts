/**
 * The one record of everything a feature may use; `main.ts` builds it, tests change parts of it.
 *
 * Owns types and the numbers that tests shorten; no code that touches the outside.
 */
import type { EngineIdentity } from '../../workers/tasks.ts'
import type { Log } from '../kit/log.ts'
import { HOUR, MINUTE, SECOND, type Clock } from '../kit/time.ts'
import type { Broker, Lane } from './broker.ts'
import type { Call, Reply } from './call.ts'
import type { Contract, OperationId } from './contract.ts'
import type { Database } from './database.ts'
import type { Outbound } from './outbound.ts'
import type { Pool } from './pool.ts'
import type { OutboundAllow } from './public-address.ts'

export type Services = {
  contract: Contract
  log: Log
  clock: Clock
  database: Database
  broker: Broker
  outbound: Outbound
  outboundAllow: OutboundAllow
  pool: Pool
  engine: EngineIdentity
  /** 32 bytes, for what is stored encrypted. */
  secretKey: Buffer
  periods: Periods
  /** Called at named points of a job's way; tests end the process there, production does nothing. */
  reach: (point: CrashPoint) => void | Promise<void>
  /** Rings the doorbell for rows that were committed; answers at once, confirms are recorded in groups. */
  ring: (lane: Lane, ids: string[]) => void
  /** True from SIGTERM on. */
  draining: () => boolean
  /**
   * The one writer: runs `work` in a transaction and stores its answer under the call's idempotency key in the same
   * transaction. `work` does nothing but SQL: it may run again after a deadlock.
   */
  write: <Id extends OperationId>(call: Call<Id>, work: () => Promise<Reply<Id>>) => Promise<Reply<Id>>
}

export type Handler<Id extends OperationId> = (call: Call<Id>, services: Services) => Promise<Reply<Id>>
export type Handlers = { [Id in OperationId]: Handler<Id> }

/** The points of the pipeline at which a crash must cost nothing. */
export type CrashPoint = 'committed' | 'claimed' | 'fetched' | 'parsed' | 'scored' | 'finishing' | 'finished'

/** Milliseconds, all of them. */
export type Periods = typeof periods

export const periods = {
  /** A key's lookup is reused that long: a revocation is promised to hold within 5 s. */
  keyCacheMs: 3 * SECOND,
  /** How often a worker renews its lease and the offset to the database's clock. */
  heartbeatMs: 5 * SECOND,
  /** A worker without a heartbeat for that long has vanished: six missed ones, promised in the design. */
  leaseMs: 30 * SECOND,
  /** How often rows are looked through for what is due; a retry comes at most that late. */
  sweepMs: 500,
  /** A row is rung again that long after it was accepted or rung without a confirm; promised: within 5 s. */
  ringAgainMs: 4 * SECOND,
  /** How often the queue is compared with the rows, for messages that were lost. */
  compareMs: 5 * SECOND,
  /** Of a job, from its first start. */
  jobDeadlineMs: 15 * MINUTE,
  /** Of a job, from its acceptance. */
  jobLifetimeMs: 24 * HOUR,
  /** Retries wait 2 s, 4 s, 8 s, … at most 60 s, give or take a quarter. */
  retryFirstMs: 2 * SECOND,
  retryMostMs: 60 * SECOND,
  fetchTimeoutMs: 20 * SECOND,
  /** A file that takes longer is refused: hostile files hang converters, honest ones take milliseconds. */
  parseTimeoutMs: 10 * SECOND,
  /** Of one task to the engine, its repair included. */
  engineTimeoutMs: 2 * MINUTE,
  /** A synchronous generation answers within that. */
  generationTimeoutMs: 55 * SECOND,
  /** From SIGTERM to the end. */
  drainMs: 25 * SECOND,
  /** An idempotency key whose request died is free again after that. */
  idempotencyLeaseMs: 60 * SECOND,
  idempotencyKeptMs: 24 * HOUR,
}
