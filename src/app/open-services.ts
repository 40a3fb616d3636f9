/**
 * Opens everything that features use: the data, the connections to other systems, and the services built on both.
 *
 * Each part registers its close function with `parts`, which closes the parts in reverse order.
 */
import { LRUCache } from 'lru-cache'
import { keysOf } from '../features/access/idempotency.ts'
import { createWriter } from '../features/access/writer.ts'
import { renewMovingPartners } from '../features/cells/moving-partners.ts'
import { renewClosedTenants } from '../features/deletions/closed-tenants.ts'
import { createDispatcher } from '../features/scoring/dispatch/dispatcher.ts'
import { createLongPoll } from '../features/scoring/long-poll.ts'
import type { Config } from '../kit/config.ts'
import { engineIdentity, type EngineSettings } from '../kit/engine-identity.ts'
import type { Log } from '../kit/log.ts'
import { monotonicMs, OffsetClock } from '../kit/time.ts'
import { createBroker } from '../platform/broker/open.ts'
import { createClockSkew } from '../platform/clock-skew.ts'
import { createFairQueue } from '../platform/concurrency/fair-queue.ts'
import { createBatchers } from '../platform/concurrency/batches.ts'
import { createModelTrust } from '../platform/concurrency/model-trust.ts'
import type { Contract } from '../platform/contract/contract.ts'
import { createCounters } from '../platform/counters/open.ts'
import { lockFolder } from '../platform/data-folder.ts'
import { DatabaseUnavailable } from '../platform/database/database.ts'
import { createDisk } from '../platform/disk.ts'
import { openJournal } from '../platform/journal.ts'
import { meterPool } from '../platform/metrics/metered-pool.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts'
import { createHostRooms } from '../platform/outbound/host-rooms.ts'
import { createOutbound, parseOutboundAllow } from '../platform/outbound/outbound.ts'
import { createPool, type Pool } from '../platform/pool.ts'
import type { Services } from '../platform/services.ts'
import { timingsOf } from '../platform/timings.ts'
import { trustingPool } from '../platform/trusting-pool.ts'
import { openTracing } from '../platform/tracing/open.ts'
import { isEmbedded, makeDataFolder, openData } from './open-data.ts'
import { addGauges } from './gauges.ts'
import { every } from './periodic.ts'

/** The services that tests replace. Several servers may share `threads`; the test that created the pool closes it. */
export type Overrides = Partial<Pick<Services, 'contract' | 'timings' | 'failpoint' | 'clock'>> & { threads?: Pool }

type Base = Omit<Services, 'write' | 'keysOf' | 'batchers' | 'dispatch' | 'waitForCompletion'>

/**
 * The maximum number of remembered revocations, which limits memory. Servers cache a key for seconds, and far fewer
 * keys than this are revoked in that time.
 */
const revokedKeysMax = 10_000

/**
 * Opens the services. `end` tells whether the process is draining or closing. @throws Error with a message for the
 * operator
 */
export async function openServices(
  config: Config,
  log: Log,
  contract: Contract,
  { threads, ...overrides }: Overrides,
  end: Pick<Services, 'draining' | 'closing'>,
  parts: AsyncDisposableStack,
): Promise<Services> {
  const timings = timingsOf(contract, config.modelTimeoutSeconds, config.auditRecordsDays)
  const { database, secretKeys } = await openOwnData(config, parts)
  const clock = new OffsetClock()
  // The embedded database uses this machine's clock.
  const theirs = () => (isEmbedded(config) ? Promise.resolve(Date.now()) : database.now())
  const renewClock = async () => clock.sync(monotonicMs(), await theirs(), monotonicMs())
  await renewClock()
  const metrics = createMetrics()
  const tuned = { contract, clock, timings, failpoint: () => {}, metrics, ...overrides }
  const tracing = await openTracing(config.otlpEndpoint, config.role)
  parts.defer(() => tracing.close())
  const base: Base = {
    ...{ cell: config.cell, log, tracing, database, secretKeys },
    deletionJournal: config.deletionJournal === null ? null : openJournal(config.deletionJournal),
    disk: createDisk(isEmbedded(config) ? config.dataDir : null, contract.operator.diskFreeBytesMin),
    clockSkew: createClockSkew(clock, contract.operator.clockSkewSecondsMax),
    ...tuned,
    ...(await openOutside(config, log, database.name, { ...tuned, threads }, parts)),
    fairly: createFairQueue(database.backgroundMax),
    closedTenants: new Set(),
    movingPartners: new Map(),
    revokedKeys: new LRUCache({ max: revokedKeysMax }),
    ...end,
  }
  const services = { ...base, ...buildOn(base, parts) } as Services
  services.write = createWriter(services)
  services.keysOf = (calls) => keysOf(services, calls)
  services.batchers = createBatchers(services, batchSettings(base), batchSizesOf(metrics))
  await renewMovingPartners(base)
  const renewals = [
    every(base.timings.heartbeatMs, "reading the database's clock", log, renewClock),
    every(base.timings.closedTenantsMs, 'reading the list of moving partners', log, () => renewMovingPartners(base)),
  ]
  if (config.role !== 'worker')
    renewals.push(
      every(base.timings.closedTenantsMs, 'reading the list of open deletions', log, () => renewClosedTenants(base)),
    )
  for (const renewal of renewals) parts.defer(() => renewal.stop())
  addGauges(services, config.role)
  return services
}

/** Opens the data of this process. If the data is in a folder, locks it against other servers. */
async function openOwnData(config: Config, parts: AsyncDisposableStack) {
  if (isEmbedded(config)) {
    makeDataFolder(config)
    const lock = lockFolder(config.dataDir)
    parts.defer(() => lock.release())
  }
  const data = await openData(config)
  parts.defer(() => data.database.close())
  return data
}

type Tuned = Pick<Services, 'contract' | 'clock' | 'timings' | 'metrics'> & Pick<Overrides, 'threads'>

/** Opens the connections to other systems: callers' hosts, the model provider, the broker, the counters. */
async function openOutside(
  config: Config,
  log: Log,
  namespace: string,
  { contract, clock, timings, metrics, threads: shared }: Tuned,
  parts: AsyncDisposableStack,
) {
  const engine: EngineSettings = config.groq ? { name: 'groq', ...config.groq } : { name: 'embedded' }
  const outboundAllow = parseOutboundAllow(config.outboundAllow)
  if (config.groq) warnOfPlainHttp(config.groq.baseUrl, log)
  const { modelCalls, ocrLanguages: languages } = config
  const threads = shared ?? createPool({ engine, modelCalls, contract, languages, restMs: timings.providerRestMs }, log)
  if (!shared) parts.defer(() => threads.close())
  const modelTrust = config.groq ? createModelTrust(contract.operator, config.modelTrusted, log) : null
  const pool = meterPool(modelTrust ? trustingPool(threads, modelTrust) : threads, metrics)
  const rooms = createHostRooms(pool.concurrency, timings.hostWaitMs)
  const outbound = createOutbound({ allow: outboundAllow, rooms })
  parts.defer(() => outbound.close())
  const broker = await createBroker({ url: config.amqpUrl, namespace, log })
  parts.defer(() => broker.close())
  const counters = await createCounters({
    url: config.role === 'worker' ? null : config.redisUrl, // a worker counts no requests
    namespace,
    clock,
    log,
    answerTimeoutMs: timings.countersTimeoutMs,
  })
  parts.defer(() => counters.close())
  return { outboundAllow, outbound, pool, modelTrust, broker, counters, engine: engineIdentity(engine) }
}

/**
 * Returns the settings of batches. If the database is unavailable, a whole batch fails. After any other error, its
 * items are run one by one, because one of them may be the cause.
 */
function batchSettings({ database }: Pick<Services, 'database'>) {
  return {
    isDivisible: (error: unknown) => !(error instanceof DatabaseUnavailable),
    queriesServer: database.dialect !== 'sqlite',
  }
}

/**
 * Returns a function that takes a kind of batch, and returns the function that records the sizes of such batches in the
 * metrics.
 */
function batchSizesOf({ batches }: Metrics) {
  return (kind: string) => {
    const sizes = batches.labels(kind)
    return (size: number) => sizes.observe(size)
  }
}

/** Warns about a model provider to which resumes would be sent over plain http, unless it is on this machine. */
function warnOfPlainHttp(baseUrl: string | null, log: Log): void {
  const { protocol, hostname = '' } = URL.parse(baseUrl ?? '') ?? {}
  if (protocol !== 'http:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return
  log.warn(
    { hostname },
    'GROQ_BASE_URL is plain http to another machine, so resumes are sent unencrypted; use an https address',
  )
}

/** Builds the services that depend on other services. */
function buildOn(base: Base, parts: AsyncDisposableStack) {
  const { dispatch, flush } = createDispatcher(base)
  parts.defer(flush)
  const { waitForCompletion, stop } = createLongPoll(base)
  parts.defer(stop)
  return { dispatch, waitForCompletion }
}
