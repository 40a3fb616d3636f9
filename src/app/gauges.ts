/**
 * Prometheus gauges, updated at each scrape.
 *
 * The database figures come from one statement and are cached for a few seconds, so that frequent scrapes cause few
 * queries.
 */
import pTimeout from 'p-timeout'
import { lanes } from '../platform/broker/broker.ts'
import type { Role } from '../kit/config.ts'
import { createRecent } from '../kit/recent.ts'
import { SECOND } from '../kit/time.ts'
import type { Sample } from '../platform/metrics/metrics.ts'
import type { Services } from '../platform/services.ts'
import { jobStates, readBacklog, type Backlog, type JobState } from '../tables/backlog.ts'

/**
 * How long database figures are cached. This is shorter than Prometheus's usual scrape interval of 15 s. Counting a
 * backlog of a million rows takes a few tenths of a second.
 */
const backlogKeptMs = 5 * SECOND
/**
 * How long to wait for database figures. This is shorter than Prometheus's scrape timeout of 10 s, so that Prometheus
 * gets the other figures even if the database is unavailable.
 */
const backlogTimeoutMs = 2 * SECOND

const backlogs = createRecent<Backlog>()

export function addGauges(services: Services, role: Role): void {
  addBuild(services, role)
  addQueues(services)
  addLimits(services)
  addParts(services)
  addTrust(services)
}

function addBuild({ metrics, contract, engine }: Services, role: Role): void {
  metrics.gauge(
    'screening_build_info',
    'Always 1; the labels describe the running version.',
    ['version', 'node', 'role', 'engine'],
    () => [[1, contract.document.info.version, process.versions.node, role, engine.engine]],
  )
}

function addQueues(services: Services): void {
  const { metrics, broker, clock } = services
  const read = () => backlogOf(services)
  const ageOf = (at: number | null): Sample[] => [[at === null ? 0 : Math.max(0, clock.now() - at) / SECOND]]
  metrics.gauge(
    'screening_jobs',
    'Open scoring jobs by state: published (a message is in the queue), unpublished, later (snoozed), processing. Every process reports the same numbers.',
    ['lane', 'state'],
    async () => {
      const backlog = await read()
      const states = Object.keys(jobStates) as JobState[]
      return lanes.flatMap((lane) => states.map((state): Sample => [backlog[`${lane}_${state}`], lane, state]))
    },
  )
  metrics.gauge(
    'screening_oldest_pending_seconds',
    'Seconds since the oldest waiting scoring job was accepted; 0 if none is waiting.',
    [],
    async () => ageOf((await read()).oldestPendingAt),
  )
  metrics.gauge(
    'screening_oldest_processing_seconds',
    'Seconds since the first start of the oldest scoring job in progress; 0 if there is none.',
    [],
    async () => ageOf((await read()).oldestProcessingAt),
  )
  metrics.gauge(
    'screening_webhook_deliveries',
    'Waiting webhook deliveries: due, or later (scheduled for a retry, or being attempted).',
    ['state'],
    async () => {
      const { deliveriesDue, deliveriesLater } = await read()
      return [
        [deliveriesDue, 'due'],
        [deliveriesLater, 'later'],
      ]
    },
  )
  metrics.gauge(
    'screening_oldest_webhook_delivery_seconds',
    'Seconds for which the longest-waiting webhook delivery has been due; 0 if none is due.',
    [],
    async () => ageOf((await read()).oldestDeliveryAt),
  )
  metrics.gauge('screening_queue_messages', 'Messages waiting in the broker.', ['lane'], () =>
    Promise.all(lanes.map(async (lane): Promise<Sample> => [await broker.depth(lane), lane])),
  )
  metrics.gauge('screening_dead_letters', 'Messages that no worker could read.', [], async () => [
    [await broker.deadLetters()],
  ])
}

/** Returns the cached backlog, or reads it again. Rejects if the database does not answer in time. */
function backlogOf({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<Backlog> {
  const now = clock.now()
  return backlogs(database, '', now, backlogKeptMs, () =>
    pTimeout(readBacklog(database, now), { milliseconds: backlogTimeoutMs }),
  )
}

/** Adds gauges for the tasks and database connections of this process, and for the state of the model provider. */
function addLimits({ metrics, pool, database }: Services): void {
  const loads = () => Object.entries(pool.load())
  metrics.gauge(
    'screening_pool_running',
    'Running tasks: parsing request bodies, reading resumes, scoring (calls to the engine).',
    ['pool'],
    () => loads().map(([name, { running }]) => [running, name]),
  )
  metrics.gauge('screening_pool_waiting', 'Tasks waiting to run.', ['pool'], () =>
    loads().map(([name, { waiting }]) => [waiting, name]),
  )
  metrics.gauge(
    'screening_pool_limit',
    'The maximum number of concurrent tasks; for scoring, the number that the model accepts now.',
    ['pool'],
    () => loads().map(([name, { max }]) => [max, name]),
  )
  metrics.gauge(
    'screening_model_away',
    '1 while the circuit breaker is open and no calls are sent to the model.',
    [],
    () => [[pool.away() === null ? 0 : 1]],
  )
  metrics.gauge(
    'screening_model_fault',
    '1 while the model provider refuses calls because of a fault that the operator must fix: key, account, access, model or address.',
    ['fault'],
    () => {
      const fault = pool.modelFault()
      return fault === null ? [] : [[1, fault]]
    },
  )
  metrics.gauge('screening_database_connections', 'Database connections in use.', [], () => [[database.load().inUse]])
  metrics.gauge('screening_database_connections_limit', 'The maximum number of database connections.', [], () => [
    [database.load().max],
  ])
  metrics.gauge('screening_database_waiting', 'Callers waiting for a database connection.', [], () => [
    [database.load().waiting],
  ])
}

/** Adds gauges that show whether the model's verdicts can be trusted. Without an AI model, they have no values. */
function addTrust({ metrics, modelTrust, engine }: Services): void {
  const shareOf = (name: 'quotesRefused' | 'unrelatedEvidence') => (): Sample[] =>
    modelTrust ? [[modelTrust.shares()[name], engine.model]] : []
  metrics.gauge(
    'screening_model_quotes_refused_share',
    "The share of the model's newest quotes that are not in the applications.",
    ['model'],
    shareOf('quotesRefused'),
  )
  metrics.gauge(
    'screening_model_unrelated_evidence_share',
    "The share of the model's newest credits whose evidence is unrelated to the criterion.",
    ['model'],
    shareOf('unrelatedEvidence'),
  )
  metrics.gauge(
    'screening_model_distrusted',
    '1 while one of the shares is above its limit and jobs wait, as /readyz reports.',
    [],
    () => [[modelTrust?.degraded() ? 1 : 0]],
  )
}

/** Adds gauges for the clock skew, and for each part that /readyz reports as degraded. */
function addParts(services: Services): void {
  services.metrics.gauge(
    'screening_clock_skew_seconds',
    "How far this machine's clock is ahead of the database's; negative if it is behind.",
    [],
    () => [[services.clockSkew.seconds()]],
  )
  services.metrics.gauge(
    'screening_degraded',
    '1 while this part is degraded. limiter: Redis is unavailable, and each process counts on its own.',
    ['part'],
    async () => {
      const { disk, broker, counters, pool, modelTrust } = services
      const model = pool.modelFault() ?? modelTrust?.degraded() ?? null
      const phrases = { disk: await disk.degraded(), broker: broker.degraded(), limiter: counters.degraded(), model }
      const isAway = await backlogOf(services).then(
        () => false,
        () => true,
      )
      const parts = Object.entries(phrases).map(([part, phrase]): Sample => [phrase === null ? 0 : 1, part])
      return [...parts, [isAway ? 1 : 0, 'database']]
    },
  )
}
