/**
 * The services that features use. `app/open-services.ts` creates them, and tests replace some of them.
 *
 * Contains only types. A function takes only the fields that it uses: `Pick<Services, …>`.
 */
import type { LRUCache } from 'lru-cache'
import type { SecretKeys } from '../kit/encryption.ts'
import type { EngineIdentity } from '../kit/engine-identity.ts'
import type { Log } from '../kit/log.ts'
import type { Clock } from '../kit/time.ts'
import type { Broker, Lane } from './broker/broker.ts'
import type { ClockSkew } from './clock-skew.ts'
import type { Call, Reply } from './contract/call.ts'
import type { Contract, OperationId } from './contract/contract.ts'
import type { Counters } from './counters/counters.ts'
import type { Database } from './database/database.ts'
import type { Disk } from './disk.ts'
import type { Journal } from './journal.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Pool } from './pool.ts'
import type { Timings } from './timings.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { OutboundAllow } from './outbound/public-address.ts'
import type { FairQueue } from './concurrency/fair-queue.ts'
import type { Outcome } from './concurrency/batcher.ts'
import type { Batchers } from './concurrency/batches.ts'
import type { ModelTrust } from './concurrency/model-trust.ts'

export type Services = {
  contract: Contract
  /** See `Config`. */
  cell: string | null
  log: Log
  metrics: Metrics
  tracing: Tracing
  clock: Clock
  clockSkew: ClockSkew
  database: Database
  disk: Disk
  /** Null without DELETION_JOURNAL. */
  deletionJournal: Journal | null
  broker: Broker
  counters: Counters
  outbound: Outbound
  outboundAllow: OutboundAllow
  pool: Pool
  /** Null with the built-in engine, which quotes only the application itself. */
  modelTrust: ModelTrust | null
  engine: EngineIdentity
  /** The newest key encrypts stored data such as answers and webhook secrets; all keys can decrypt. */
  secretKeys: SecretKeys
  timings: Timings
  /** Marks a named point in the pipeline, at which tests crash the process. In production, it does nothing. */
  failpoint: (point: Failpoint) => void | Promise<void>
  /**
   * Starts publishing a partner's waiting jobs, up to its share, and returns immediately. `ended`: the number of the
   * partner's jobs that have just ended. As many others can start. See `features/scoring/dispatch/dispatcher.ts`.
   */
  dispatch: (lane: Lane, partnerId: string, ended?: number) => void
  /**
   * Runs the background work of partners, shared fairly between them, so that requests never wait for a burst of such
   * work.
   */
  fairly: FairQueue
  /**
   * Resolves when the scoring job ends, `waitMs` has passed, `signal` aborts or the process closes, whichever comes
   * first. Rejects if the database is unavailable.
   */
  waitForCompletion: (scoringJobId: string, waitMs: number, signal: AbortSignal) => Promise<void>
  /**
   * This process's cached list of tenants that may have an open deletion: see `features/deletions/closed-tenants.ts`.
   */
  closedTenants: Set<string>
  /** Partners that are moving to another cell, or have moved: see `features/cells/moving-partners.ts`. */
  movingPartners: Map<string, { hasMoved: boolean }>
  /** Ids of the API keys that this process has revoked recently. The process refuses them even if they are cached. */
  revokedKeys: LRUCache<string, true>
  /** Returns true from SIGTERM on. Then the process reports that it is not ready, and starts no new background work. */
  draining: () => boolean
  /** Returns true when the API accepts no new connections. Until then, requests are answered as usual. */
  closing: () => boolean
  /**
   * The only way to write: runs `work` in a transaction and stores its answer under the call's idempotency key in the
   * same transaction. `work` must do nothing except SQL: it may run again after a deadlock. `subject` returns the owner
   * of the data in the answer, if it is not in the path; its argument is our id of the call's tenant.
   */
  write: <Id extends OperationId>(
    call: Call<Id>,
    work: () => Promise<Reply<Id>>,
    subject?: (tenantId: string | null) => AnswerOf['subject'],
  ) => Promise<Reply<Id>>
  /** Returns the idempotency keys of calls that share one transaction. */
  keysOf: <Id extends OperationId>(calls: Call<Id>[]) => CallKeys<Id>
  /** Runs the items of `batched` and `batchedRead`. */
  batchers: Batchers<Services>
}

/** The idempotency keys of calls whose effects are in one transaction. Calls without a key are allowed. */
export type CallKeys<Id extends OperationId = OperationId> = {
  /** Returns the calls that must not run again, each with its stored answer, or with the error that refuses it. */
  lookUp: () => Promise<Map<Call<Id>, Outcome<{ reply: Reply<Id> }>>>
  /**
   * Stores the answers to the other calls under their keys. Throws if a concurrent request has stored its answer first;
   * the transaction then runs again.
   */
  store: (answers: AnswerOf<Id>[]) => Promise<void>
}

/** The answer to a call. `subject`: our ids of the tenant and application whose data the answer contains. */
export type AnswerOf<Id extends OperationId = OperationId> = {
  call: Call<Id>
  reply: Reply<Id>
  subject: { tenantId: string | null; applicationId: string | null }
}

export type Handler<Id extends OperationId> = (call: Call<Id>, services: Services) => Promise<Reply<Id>>
export type Handlers = { [Id in OperationId]: Handler<Id> }

/** The points in the pipeline at which a crash must lose nothing. */
export type Failpoint =
  | 'chunk stored'
  | 'committed'
  | 'claimed'
  | 'fetched'
  | 'parsed'
  | 'scored'
  | 'finishing'
  | 'finished'
  | 'delivered'
  | 'erasing'
