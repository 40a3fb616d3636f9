/**
 * All timeouts, intervals and retention periods in one place; tests shorten them, production never does.
 *
 * What a partner or an operator may rely on stands in the contract's root members, and is read from there. The numbers
 * below are the service's own: no promise names them, and changing one changes no answer.
 */
import { ConfigError } from '../kit/config.ts'
import { DAY, MINUTE, SECOND } from '../kit/time.ts'
import { loadContract } from './contract/contract.ts'
import type { Numbers } from './contract/limits.ts'

/** All in milliseconds. */
export type Timings = ReturnType<typeof timingsOf>

const cachedShare = 3 / 5

/**
 * The timings under a contract; `modelTimeoutSeconds` and `auditRecordsDays` are the settings MODEL_TIMEOUT and
 * AUDIT_RECORDS_DAYS.
 * @throws ConfigError when the contract does not allow such a time
 */
export function timingsOf(
  numbers: Numbers,
  modelTimeoutSeconds: number | null = null,
  auditRecordsDays: number | null = null,
) {
  const { rateLimits, retries, timeouts, retention, freshness, sandbox } = numbers
  return {
    /** How long a key lookup is cached. The rest of the promised time is for a lookup that takes long itself. */
    keyCacheMs: freshness.keysSeconds * cachedShare * SECOND,
    /** How much later the 401 for an unknown key comes while its address sends too many. Promised. */
    strangerMs: rateLimits.strangers.delaySeconds * SECOND,
    /** How long a usage count of the standard plan is cached: it refuses no request, and pollers cost nothing. */
    usageCacheMs: freshness.usageSeconds * SECOND,
    /** How long a request waits for the shared counters, which take 0.1 ms. Promised: an outage goes unnoticed. */
    countersTimeoutMs: 50,
    /** How often a worker renews its lease and the offset to the database's clock. */
    heartbeatMs: 5 * SECOND,
    /**
     * A worker without a heartbeat for this long is lost. Promised: others take over its jobs within 30 s; they check at
     * every heartbeat of their own.
     */
    leaseMs: timeouts.workerSeconds * SECOND,
    /** How often a worker samples how many jobs it can run at once, and publishes the figure. */
    concurrencySampleMs: 1 * SECOND,
    /** How often due rows are dispatched; a retry is at most this late. */
    sweepMs: 500,
    /** When a row is published again after its acceptance or an unconfirmed publish. Promised: within 5 s. */
    republishAfterMs: 4 * SECOND,
    /**
     * How long the broker's confirms rest before one statement records them, and at most twice as long. Most of their jobs
     * are claimed by then, and a claim says the same: their rows need no change. Far shorter than `republishAfterMs`.
     */
    confirmsMs: SECOND / 2,
    /**
     * How long the dispatcher's passes over a partner's backlog rest at most. What comes new waits behind the backlog
     * anyway, and a pass costs the same for one job as for many.
     */
    backlogRestMs: 250,
    /** How often the queue is compared with the rows, to find lost messages. */
    compareMs: 5 * SECOND,
    /** How often a long poll checks whether its job has ended; callers do not notice a fifth of a second. */
    longPollIntervalMs: 200,
    /** A job's time limit from its first start. */
    jobDeadlineMs: timeouts.scoringFromStartSeconds * SECOND,
    /** A job's time limit from its acceptance. */
    jobLifetimeMs: timeouts.scoringFromAcceptanceSeconds * SECOND,
    /** How long the sandbox's slow resume takes, from its acceptance. */
    slowFixtureMs: sandbox.slowSeconds * SECOND,
    retryFirstMs: retries.scoring.firstSeconds * SECOND,
    retryMsMax: retries.scoring.mostSeconds * SECOND,
    fetchTimeoutMs: timeouts.fetchSeconds * SECOND,
    /** How long a job waits with a worker for room at a resume host that answers quickly; else it is put off at once. */
    hostWaitMs: 500,
    /** A file that takes longer to parse is refused: hostile files hang converters, honest ones take milliseconds. */
    parseTimeoutMs: timeouts.parseSeconds * SECOND,
    /** Time limit of one engine task, including its repair call. */
    engineTimeoutMs: engineSecondsOf(numbers, modelTimeoutSeconds) * SECOND,
    /** How long the circuit breaker stays open, unless the provider names a wait itself. */
    providerRestMs: retries.provider.restSeconds * SECOND,
    /** The longest wait of a provider that is obeyed. */
    providerMsMax: retries.provider.mostSeconds * SECOND,
    /** Time limit of a synchronous generation. */
    generationTimeoutMs: timeouts.generationSeconds * SECOND,
    /** How long a question set can be used: the time that a person may take to answer. */
    questionSetKeptMs: retention.questionSetsSeconds * SECOND,
    /** The feed omits younger events, so that it never skips a transaction that commits late. Promised. */
    eventFeedDelayMs: freshness.eventsSeconds * SECOND,
    /** How long events and their deliveries are kept. Promised. */
    eventsKeptMs: retention.eventsSeconds * SECOND,
    /** How often the queue of webhook deliveries is checked; with room, a due delivery is at most this late. */
    deliverySweepMs: 250,
    /** Time limit of one delivery attempt, over everything. Promised. */
    deliveryTimeoutMs: timeouts.webhookSeconds * SECOND,
    /** When an attempt lost with its process is repeated: an attempt's time limit, plus time for a slow database. */
    deliveryLeaseMs: 60 * SECOND,
    /** How long deleted endpoints are kept: analytics look back this far and still name them. */
    deletedEndpointsKeptMs: retention.deletedWebhookEndpointsSeconds * SECOND,
    /** How long an analytics answer is cached. Promised as the maximum. */
    analyticsCacheMs: freshness.analyticsSeconds * SECOND,
    /** How long roll-ups are kept. Promised: the longest analytics range looks back this far. */
    rollupsKeptMs: retention.analyticsSeconds * SECOND,
    /** How often due deletions are worked on: partners poll for them, and on the embedded database each costs a scrub. */
    deletionSweepMs: 2 * SECOND,
    /** How often a server reads which tenant deletions are open. */
    closedTenantsMs: 1 * SECOND,
    /** From SIGTERM to exit. */
    drainMs: timeouts.shutdownSeconds * SECOND,
    /**
     * The part of it in which an API that may have siblings reports not ready but still takes all requests: load
     * balancers check every second or two, and some need two failures.
     */
    lameDuckMs: timeouts.lameDuckSeconds * SECOND,
    /** How often new audit records are sealed: readers see them a second later. */
    auditSealMs: 1 * SECOND,
    /** The time between two checkpoints of a chain of audit records. Promised. */
    auditCheckpointMs: freshness.auditCheckpointSeconds * SECOND,
    /** How long audit records are kept. Promised, unless the setting AUDIT_RECORDS_DAYS says otherwise. */
    auditRecordsKeptMs: auditRecordsKeptMs(numbers, auditRecordsDays),
    /** How often expired rows are deleted; a few minutes more do not matter. */
    oldSweepMs: 10 * MINUTE,
    /** When the idempotency key of a request that died becomes free again. */
    idempotencyLeaseMs: timeouts.idempotencySeconds * SECOND,
    idempotencyKeptMs: retention.idempotentAnswersSeconds * SECOND,
  }
}

/** No less than anywhere; and at most so much that a job has time left for fetching and reading its file. */
function engineSecondsOf({ timeouts, operator }: Numbers, asked: number | null): number {
  const [min, max] = [timeouts.engineSeconds, operator.modelTimeoutSecondsMax]
  if (asked === null) return min
  if (asked >= min && asked <= max) return asked
  throw new ConfigError([`MODEL_TIMEOUT is "${asked}": give a number of seconds from ${min} to ${max}.`])
}

/** As long as the contract says, or as the operator does. Laws ask for half a year at least (EU AI Act, article 19). */
function auditRecordsKeptMs({ retention, operator }: Numbers, days: number | null): number {
  if (days === null) return retention.auditRecordsSeconds * SECOND
  if (days >= operator.auditRecordsDaysMin) return days * DAY
  throw new ConfigError([`AUDIT_RECORDS_DAYS is "${days}": give at least ${operator.auditRecordsDaysMin} days.`])
}

/** Those of the released contract. */
export const timings: Timings = timingsOf(loadContract())
