/** All timeouts, intervals and retention periods in one place; tests shorten them, production never does. */
import { DAY, HOUR, MINUTE, SECOND } from '../kit/time.ts'

/** All in milliseconds. */
export type Timings = typeof timings

/** Production's timings. "Promised" means that the contract or the README states the figure. */
export const timings = {
  /** How long a key lookup is cached. Promised: a revocation takes effect within 5 s. */
  keyCacheMs: 3 * SECOND,
  /** How much later the 401 for an unknown key comes while its address sends too many. Promised. */
  strangerMs: 1 * SECOND,
  /** How long a usage count of the standard plan is cached: it refuses no request, and pollers cost nothing. */
  usageCacheMs: 5 * SECOND,
  /** How long a request waits for the shared counters, which take 0.1 ms. Promised: an outage goes unnoticed. */
  countersTimeoutMs: 50,
  /** When an in-flight slot that was never released becomes free. Promised; longer than any generation. */
  slotLeaseMs: 60 * SECOND,
  /** How often a worker renews its lease and the offset to the database's clock. */
  heartbeatMs: 5 * SECOND,
  /**
   * A worker without a heartbeat for this long is lost. Promised: others take over its jobs within 30 s; they check at
   * every heartbeat of their own.
   */
  leaseMs: 24 * SECOND,
  /** How often a worker samples how many jobs it can run at once, and publishes the figure. */
  concurrencySampleMs: 1 * SECOND,
  /** How often due rows are dispatched; a retry is at most this late. */
  sweepMs: 500,
  /** When a row is published again after its acceptance or an unconfirmed publish. Promised: within 5 s. */
  republishAfterMs: 4 * SECOND,
  /** How often the queue is compared with the rows, to find lost messages. */
  compareMs: 5 * SECOND,
  /** How often a long poll checks whether its job has ended; callers do not notice a fifth of a second. */
  longPollIntervalMs: 200,
  /** A job's time limit from its first start. */
  jobDeadlineMs: 15 * MINUTE,
  /** A job's time limit from its acceptance. */
  jobLifetimeMs: 24 * HOUR,
  /** Retries wait 2 s, 4 s, 8 s, … up to 60 s, give or take a quarter. */
  retryFirstMs: 2 * SECOND,
  retryMostMs: 60 * SECOND,
  fetchTimeoutMs: 20 * SECOND,
  /** How long a job waits for room at a resume host; a host that answers has finished some files by then. */
  hostWaitMs: 500,
  /** A file that takes longer to parse is refused: hostile files hang converters, honest ones take milliseconds. */
  parseTimeoutMs: 10 * SECOND,
  /** Time limit of one engine task, including its repair call. */
  engineTimeoutMs: 2 * MINUTE,
  /** How long the circuit breaker stays open, unless the provider names a wait itself. */
  providerRestMs: 10 * SECOND,
  /** Time limit of a synchronous generation. */
  generationTimeoutMs: 55 * SECOND,
  /** How long a question set can be used: the time that a person may take to answer. */
  questionSetKeptMs: 24 * HOUR,
  /** The feed omits younger events, so that it never skips a transaction that commits late. Promised. */
  eventFeedDelayMs: 10 * SECOND,
  /** How long events and their deliveries are kept. Promised. */
  eventsKeptMs: 30 * DAY,
  /** How often the queue of webhook deliveries is checked; with room, a due delivery is at most this late. */
  deliverySweepMs: 250,
  /** Time limit of one delivery attempt, over everything. Promised. */
  deliveryTimeoutMs: 15 * SECOND,
  /** When an attempt lost with its process is repeated: an attempt's time limit, plus time for a slow database. */
  deliveryLeaseMs: 60 * SECOND,
  /** How long deleted endpoints are kept: analytics look back this far and still name them. */
  deletedEndpointsKeptMs: 90 * DAY,
  /** How long an analytics answer is cached. Promised as the maximum. */
  analyticsCacheMs: 60 * SECOND,
  /** How long roll-ups are kept. Promised: the longest analytics range looks back this far. */
  rollupsKeptMs: 90 * DAY,
  /** How often due deletions are worked on: partners poll for them, and on the embedded database each costs a scrub. */
  deletionSweepMs: 2 * SECOND,
  /** How often a server reads which tenant deletions are open. */
  closedTenantsMs: 1 * SECOND,
  /** From SIGTERM to exit. */
  drainMs: 25 * SECOND,
  /**
   * The part of it in which an API that may have siblings reports not ready but still takes all requests: load
   * balancers check every second or two, and some need two failures.
   */
  lameDuckMs: 5 * SECOND,
  /** How often expired rows are deleted; a few minutes more do not matter. */
  oldSweepMs: 10 * MINUTE,
  /** When the idempotency key of a request that died becomes free again. */
  idempotencyLeaseMs: 60 * SECOND,
  idempotencyKeptMs: 24 * HOUR,
}
