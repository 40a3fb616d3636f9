/**
 * A server: ports, then data, then services, then roles; and all of it back in reverse.
 *
 * Ports come first because a start that fails must leave nothing behind.
 */
import { renewClosedTenants } from '../features/deletions/closed-tenants.ts'
import { createWriter } from '../features/access/idempotency.ts'
import { createKeyedLimit } from '../platform/concurrency/keyed-limit.ts'
import { createDispatcher } from '../features/scoring/dispatcher.ts'
import { createLongPoll } from '../features/scoring/long-poll.ts'
import type { Config } from '../kit/config.ts'
import { engineIdentity, type EngineSettings } from '../kit/engine-identity.ts'
import type { Log } from '../kit/log.ts'
import { OffsetClock } from '../kit/time.ts'
import { createBroker } from '../platform/broker/open.ts'
import { loadContract, matchHandlers, type Contract } from '../platform/contract/contract.ts'
import { createCounters } from '../platform/counters/open.ts'
import { lockFolder } from '../platform/data-folder.ts'
import { createOutbound, parseOutboundAllow } from '../platform/outbound/outbound.ts'
import { createPool } from '../platform/pool.ts'
import { type Services } from '../platform/services.ts'
import { timings } from '../platform/timings.ts'
import { createFairQueue } from '../platform/concurrency/fair-queue.ts'
import { requestValidation } from '../platform/contract/validation.ts'
import { createApi } from './http/api.ts'
import { startConsumers } from './worker/consumers.ts'
import { isEmbedded, makeDataFolder, openData } from './open-data.ts'
import { startDeliveries } from './worker/webhook-sender.ts'
import { handlers } from './http/handlers.ts'
import { listen } from './http/server.ts'
import { every } from './periodic.ts'

export type RunningServer = {
  /** Address of the API; null for a worker. */
  url: string | null
  adminUrl: string
  services: Services
  /** Drains and ends; promised within 25 s. Twice is the same stop. */
  stop: () => Promise<void>
}

/** A resume host may have half of a process: many partners keep all their files with one, and it must not slow a worker. */
const hostShare = 1 / 2

/** What tests change of the services. */
export type Overrides = Partial<Pick<Services, 'timings' | 'failpoint' | 'clock'>>

/** @throws Error with a message for a person; then nothing was left running, and nothing written before ports and folder were ours. */
export async function startServer(config: Config, log: Log, overrides: Overrides = {}): Promise<RunningServer> {
  const parts = new AsyncDisposableStack()
  let draining = false
  let stopping: Promise<void> | undefined
  const stop = () => {
    draining = true
    return (stopping ??= parts
      .disposeAsync()
      .catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly')))
  }
  try {
    const contract = loadContract()
    matchHandlers(contract, handlers)
    const take = async (host: string, port: number, setting: string) => {
      const server = await listen(contract, host, port, setting)
      parts.defer(() => server.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
      return server
    }
    const api = config.role === 'worker' ? null : await take(config.http.host, config.http.port, 'PORT')
    const admin = await take(config.admin.host, config.admin.port, 'ADMIN_PORT')
    const end = { draining: () => draining, closing: () => api?.isClosing() ?? draining }
    const services = await openServices(config, log, contract, overrides, end, parts)
    const health = contract.operations.filter(({ path }) => path === '/livez' || path === '/readyz')
    const validation = requestValidation(contract)
    const app = createApi(services, handlers, validation, contract.operations)
    parts.defer(() => app.flush())
    admin.open(createApi(services, handlers, validation, health).listener)
    // The first request compiles what all others use, for a fraction of a second; nobody waits for it.
    await fetch(`${admin.url}/livez`)
    const consumers = config.role === 'api' ? null : await startConsumers(services, isEmbedded(config))
    const deliveries = config.role === 'api' ? null : startDeliveries(services)
    api?.open(app.listener)
    const { drainMs: timeoutMs, lameDuckMs: balancedMs } = services.timings
    // One process alone has nobody who could send its requests elsewhere.
    const leave = { working: app.working, lameDuckMs: isEmbedded(config) ? 0 : balancedMs, timeoutMs }
    parts.defer(async () => void (await Promise.all([api?.finish(leave), consumers?.stop(), deliveries?.stop()])))
    return { url: api?.url ?? null, adminUrl: admin.url, services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openServices(
  config: Config,
  log: Log,
  contract: Contract,
  overrides: Overrides,
  end: Pick<Services, 'draining' | 'closing'>,
  parts: AsyncDisposableStack,
): Promise<Services> {
  if (isEmbedded(config)) {
    makeDataFolder(config)
    const lock = lockFolder(config.dataDir)
    parts.defer(() => lock.release())
  }
  const { database, secretKey } = await openData(config)
  parts.defer(() => database.close())
  const clock = new OffsetClock()
  const renewClock = async () => {
    if (isEmbedded(config)) return
    const before = Date.now()
    clock.hear(before, await database.now(), Date.now())
  }
  await renewClock()
  const engine: EngineSettings = config.groq ? { name: 'groq', ...config.groq } : { name: 'embedded' }
  const outboundAllow = parseOutboundAllow(config.outboundAllow)
  const outbound = createOutbound({ allow: outboundAllow })
  parts.defer(() => outbound.close())
  const pool = createPool(engine, (overrides.timings ?? timings).providerRestMs, log)
  parts.defer(() => pool.close())
  const broker = await createBroker({ url: config.amqpUrl, namespace: database.name, log })
  parts.defer(() => broker.close())
  const counters = await createCounters({
    url: config.role === 'worker' ? null : config.redisUrl, // a worker counts nothing
    namespace: database.name,
    clock: overrides.clock ?? clock,
    log,
    answerTimeoutMs: (overrides.timings ?? timings).countersTimeoutMs,
  })
  parts.defer(() => counters.close())
  const base = {
    contract,
    log,
    clock,
    database,
    broker,
    counters,
    outbound,
    outboundAllow,
    pool,
    engine: engineIdentity(engine),
    secretKey,
    timings,
    failpoint: () => {},
    fairly: createFairQueue(database.backgroundMost),
    closedTenants: new Set<string>(),
    ...end,
    ...overrides,
  }
  const withHostLimit = createKeyedLimit(Math.max(1, Math.floor(pool.concurrency * hostShare)), base.timings.hostWaitMs)
  const dispatcher = createDispatcher(base)
  parts.defer(() => dispatcher.flush())
  const { waitForCompletion, stop: stopWaits } = createLongPoll(base)
  parts.defer(stopWaits)
  const clockRenewal = every(base.timings.heartbeatMs, "the renewal of the database's clock", log, renewClock)
  parts.defer(() => clockRenewal.stop())
  if (config.role !== 'worker') {
    const look = () => renewClosedTenants(base)
    const closedTenants = every(base.timings.closedTenantsMs, 'the look for open deletions', log, look)
    parts.defer(() => closedTenants.stop())
  }
  return { ...base, write: createWriter(base), dispatch: dispatcher.dispatch, withHostLimit, waitForCompletion }
}
