/** How long things take, wait and are kept, in one place: tests shorten them, production never does. */
import { DAY, HOUR, MINUTE, SECOND } from '../kit/time.ts'

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
