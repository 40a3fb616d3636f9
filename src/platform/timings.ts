/**
 * All timeouts, intervals and retention periods in one place; tests shorten them, production never does.
 *
 * Values that partners or operators rely on come from the contract's root members, or are marked as promised. The other
 * numbers below are internal: changing one does not change any response.
 */
import { ConfigError } from '../kit/config.ts'
import { DAY, MINUTE, SECOND } from '../kit/time.ts'
import { loadContract } from './contract/contract.ts'
import type { Numbers } from './contract/limits.ts'

/** All values are in milliseconds. */
export type Timings = ReturnType<typeof timingsOf>

const cachedShare = 3 / 5

/**
 * Returns the timings for a contract; `modelTimeoutSeconds` and `auditRecordsDays` are the settings MODEL_TIMEOUT and
 * AUDIT_RECORDS_DAYS.
 * @throws ConfigError if the contract does not allow such a value
 */
export function timingsOf(
  numbers: Numbers,
  modelTimeoutSeconds: number | null = null,
  auditRecordsDays: number | null = null,
) {
  const { rateLimits, retries, timeouts, retention, freshness, sandbox } = numbers
  return {
    /** How long a key lookup is cached. The rest of the promised time is a margin for a slow lookup. */
    keyCacheMs: freshness.keysSeconds * cachedShare * SECOND,
    /** The delay of the response 401 to an address that sends too many unknown keys. Promised. */
    strangerMs: rateLimits.strangers.delaySeconds * SECOND,
    /**
     * How long the usage counts of the standard plan are cached, so that polling is cheap. No request is refused
     * because of them.
     */
    usageCacheMs: freshness.usageSeconds * SECOND,
    /**
     * How long a request waits for the shared counters, which take 0.1 ms. Promised: clients do not notice an outage.
     */
    countersTimeoutMs: 50,
    /** How often a worker renews its lease and its offset from the database's clock. */
    heartbeatMs: 5 * SECOND,
    /**
     * A worker without a heartbeat for this long is considered lost. Promised: other workers take over its jobs within
     * 30 s. They check at each of their own heartbeats.
     */
    leaseMs: timeouts.workerSeconds * SECOND,
    /** How often a worker measures the number of concurrent jobs that it can run, and publishes it. */
    concurrencySampleMs: 1 * SECOND,
    /** How often due rows are dispatched; a retry is delayed by at most this time. */
    sweepMs: 500,
    /**
     * How long after its acceptance, or after a publish that was not confirmed, a row is published again. Promised:
     * within 5 s.
     */
    republishAfterMs: 4 * SECOND,
    /**
     * How long the broker's confirms are collected before one statement records them. Each confirm is recorded after at
     * most twice this time. By then, most of the jobs have started, so their rows need no change. Must be far shorter
     * than `republishAfterMs`.
     */
    confirmsMs: SECOND / 2,
    /**
     * The longest pause between the dispatcher's passes over a partner's backlog. New jobs have to wait behind the
     * backlog anyway, and a pass costs the same for one job as for many.
     */
    backlogRestMs: 250,
    /** How often the queue is compared with the rows, to find lost messages. */
    compareMs: 5 * SECOND,
    /** How often a long poll checks whether its job has ended; callers do not notice 0.2 s. */
    longPollIntervalMs: 200,
    /** A job's time limit from its first start. */
    jobDeadlineMs: timeouts.scoringFromStartSeconds * SECOND,
    /** A job's time limit from its acceptance. */
    jobLifetimeMs: timeouts.scoringFromAcceptanceSeconds * SECOND,
    /** How long after its acceptance the sandbox's fixture `slow` ends. */
    slowFixtureMs: sandbox.slowSeconds * SECOND,
    retryFirstMs: retries.scoring.firstSeconds * SECOND,
    retryMsMax: retries.scoring.mostSeconds * SECOND,
    fetchTimeoutMs: timeouts.fetchSeconds * SECOND,
    /**
     * How long a job waits in a worker for a place at a resume host that responds quickly. For a slow host, the job is
     * put off immediately.
     */
    hostWaitMs: 500,
    /** The time limit for parsing a file. Malicious files make converters hang; ordinary files take milliseconds. */
    parseTimeoutMs: timeouts.parseSeconds * SECOND,
    /** Time limit for one engine task, including its repair call. */
    engineTimeoutMs: engineSecondsOf(numbers, modelTimeoutSeconds) * SECOND,
    /**
     * How long the circuit breaker stays open. Also how long jobs wait for an unavailable provider that specifies no
     * wait.
     */
    providerRestMs: retries.provider.restSeconds * SECOND,
    /** The longest wait that a provider may request. */
    providerMsMax: retries.provider.mostSeconds * SECOND,
    /** Time limit for a synchronous generation. */
    generationTimeoutMs: timeouts.generationSeconds * SECOND,
    /** How long a question set can be used, which is the time that a person has to answer. */
    questionSetKeptMs: retention.questionSetsSeconds * SECOND,
    /**
     * The minimum age of the events in the feed. Without it, a reader could miss an event whose transaction commits
     * late. Promised.
     */
    eventFeedDelayMs: freshness.eventsSeconds * SECOND,
    /** How long events and their deliveries are kept. Promised. */
    eventsKeptMs: retention.eventsSeconds * SECOND,
    /** How often the queue of webhook deliveries is checked; a due delivery is at most this late if a slot is free. */
    deliverySweepMs: 250,
    /** Time limit for one whole delivery attempt. Promised. */
    deliveryTimeoutMs: timeouts.webhookSeconds * SECOND,
    /**
     * If a process dies during a delivery attempt, the attempt is repeated this long after its start. It is longer than
     * the time limit of an attempt, to allow for a slow database.
     */
    deliveryLeaseMs: 60 * SECOND,
    /** How long deleted endpoints are kept. Analytics look back this far, and still show deleted endpoints. */
    deletedEndpointsKeptMs: retention.deletedWebhookEndpointsSeconds * SECOND,
    /** How long an analytics response is cached. Promised as the maximum. */
    analyticsCacheMs: freshness.analyticsSeconds * SECOND,
    /** How long roll-ups are kept. Promised: the longest analytics range looks back this far. */
    rollupsKeptMs: retention.analyticsSeconds * SECOND,
    /**
     * How often due deletions are processed. Partners poll for the result, and on the embedded database each round
     * costs a scrub.
     */
    deletionSweepMs: 2 * SECOND,
    /** How often a server reads the list of open tenant deletions. */
    closedTenantsMs: 1 * SECOND,
    /** The maximum time from SIGTERM to exit. */
    drainMs: timeouts.shutdownSeconds * SECOND,
    /**
     * How long an API process still serves all requests after SIGTERM, while it already reports that it is not ready.
     * Load balancers check every second or two, and some need two failures.
     */
    lameDuckMs: timeouts.lameDuckSeconds * SECOND,
    /** How often new audit records are sealed. Readers see a record up to a second later. */
    auditSealMs: 1 * SECOND,
    /** The time between two checkpoints of an audit chain. Promised. */
    auditCheckpointMs: freshness.auditCheckpointSeconds * SECOND,
    /** How long audit records are kept. Promised, unless the setting AUDIT_RECORDS_DAYS overrides it. */
    auditRecordsKeptMs: auditRecordsKeptMs(numbers, auditRecordsDays),
    /** How often expired rows are deleted; a delay of a few minutes does not matter. */
    oldSweepMs: 10 * MINUTE,
    /** How long after its request an idempotency key becomes free again if the process died. */
    idempotencyLeaseMs: timeouts.idempotencySeconds * SECOND,
    /** How long an uploaded resume can be submitted. Promised. */
    resumesKeptMs: retention.resumesSeconds * SECOND,
    /** How long after its last chunk a draft is considered abandoned. No client pauses this long between chunks. */
    draftKeptMs: 2 * timeouts.uploadSeconds * SECOND,
    idempotencyKeptMs: retention.idempotentAnswersSeconds * SECOND,
  }
}

/**
 * Returns an engine's time limit: at least the contract's minimum, and short enough that a job still has time to fetch
 * and read its file.
 */
function engineSecondsOf({ timeouts, operator }: Numbers, asked: number | null): number {
  const [min, max] = [timeouts.engineSeconds, operator.modelTimeoutSecondsMax]
  if (asked === null) return min
  if (asked >= min && asked <= max) return asked
  throw new ConfigError([`MODEL_TIMEOUT is "${asked}": give a number of seconds from ${min} to ${max}.`])
}

/**
 * Returns how long audit records are kept: as the contract specifies, unless the operator sets another period. The law
 * requires at least six months (EU AI Act, article 19).
 */
function auditRecordsKeptMs({ retention, operator }: Numbers, days: number | null): number {
  if (days === null) return retention.auditRecordsSeconds * SECOND
  if (days >= operator.auditRecordsDaysMin) return days * DAY
  throw new ConfigError([`AUDIT_RECORDS_DAYS is "${days}": give at least ${operator.auditRecordsDaysMin} days.`])
}

/** The timings for the released contract. */
export const timings: Timings = timingsOf(loadContract())
