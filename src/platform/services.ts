/**
 * The one record of everything a feature may use; `main.ts` builds it, tests change parts of it.
 *
 * Owns types alone; no code that touches the outside.
 */
import type { EngineIdentity } from '../kit/engine-identity.ts'
import type { Log } from '../kit/log.ts'
import type { Clock } from '../kit/time.ts'
import type { Broker, Lane } from './broker/broker.ts'
import type { Call, Reply } from './contract/call.ts'
import type { Contract, OperationId } from './contract/contract.ts'
import type { Counters } from './counters/counters.ts'
import type { Database } from './database/database.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Pool } from './pool.ts'
import type { Timings } from './timings.ts'
import type { OutboundAllow } from './outbound/public-address.ts'
import type { FairQueue } from './concurrency/fair-queue.ts'
import type { KeyedLimit } from './concurrency/keyed-limit.ts'

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
  withHostLimit: KeyedLimit
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
