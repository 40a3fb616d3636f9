/**
 * A server: ports, then data, then services, then roles; and all of it back in reverse.
 *
 * Ports come first because a start that fails must leave nothing behind.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWriter } from '../features/idempotency.ts'
import { createRings } from '../features/scoring-rings.ts'
import type { Config } from '../kit/config.ts'
import { engineIdentity } from '../kit/engine-identity.ts'
import type { Log } from '../kit/log.ts'
import { OffsetClock } from '../kit/time.ts'
import { createBroker } from '../platform/broker.ts'
import { loadContract, matchHandlers, type Contract } from '../platform/contract.ts'
import { lockFolder } from '../platform/folder-lock.ts'
import { createOutbound, parseOutboundAllow } from '../platform/outbound.ts'
import { createPool } from '../platform/pool.ts'
import { periods, type Services } from '../platform/services.ts'
import { requestValidation } from '../platform/validation.ts'
import type { EngineSettings } from '../../workers/tasks.ts'
import { createApi } from './api.ts'
import { startConsumers } from './consumers.ts'
import { isEmbedded, makeDataFolder, openData } from './data.ts'
import { handlers } from './handlers.ts'
import { createHttpServer } from './http-server.ts'
import { every } from './periodic.ts'
import { ServiceError } from '../kit/errors.ts'
import { toProblem, traceIdOf } from './problem.ts'

export type RunningServer = {
  /** Address of the API; null for a worker. */
  url: string | null
  adminUrl: string
  services: Services
  /** Drains and ends; promised within 25 s. Twice is the same stop. */
  stop: () => Promise<void>
}

/** How often a draining server looks for connections that have become idle. */
const idleCheckMs = 50

/** What tests change of the services. */
export type Overrides = Partial<Pick<Services, 'periods' | 'reach' | 'clock'>>

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
    const api = config.role === 'worker' ? null : await listen(contract, config.http, 'PORT', parts)
    const admin = await listen(contract, config.admin, 'ADMIN_PORT', parts)
    const services = await openServices(config, log, contract, overrides, () => draining, parts)
    const consumers = config.role === 'api' ? null : await startConsumers(services, isEmbedded(config))
    const health = contract.operations.filter(({ path }) => path === '/livez' || path === '/readyz')
    const validation = requestValidation(contract)
    admin.server.removeAllListeners('request').on('request', createApi(services, handlers, validation, health))
    api?.server
      .removeAllListeners('request')
      .on('request', createApi(services, handlers, validation, contract.operations))
    // The first request compiles what all others use, for a fraction of a second; nobody waits for it.
    await fetch(`${admin.url}/livez`)
    parts.defer(
      async () =>
        void (await Promise.all([api && finishRequests(api.server, services.periods.drainMs), consumers?.stop()])),
    )
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
  draining: () => boolean,
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
    const before = Date.now()
    const theirs = await database.now()
    clock.offsetMs = isEmbedded(config) ? 0 : theirs - (before + Date.now()) / 2
  }
  await renewClock()
  const engine: EngineSettings = config.groq ? { name: 'groq', ...config.groq } : { name: 'embedded' }
  const outboundAllow = parseOutboundAllow(config.outboundAllow)
  const outbound = createOutbound({ allow: outboundAllow })
  parts.defer(() => outbound.close())
  const pool = createPool(engine)
  parts.defer(() => pool.close())
  const broker = await createBroker({ url: config.amqpUrl, namespace: database.name, log })
  parts.defer(() => broker.close())
  const base = {
    contract,
    log,
    clock,
    database,
    broker,
    outbound,
    outboundAllow,
    pool,
    engine: engineIdentity(engine),
    secretKey,
    periods,
    reach: () => {},
    draining,
    ...overrides,
  }
  const rings = createRings(base)
  parts.defer(() => rings.settle())
  const clockRenewal = every(base.periods.heartbeatMs, "the renewal of the database's clock", log, renewClock)
  parts.defer(() => clockRenewal.stop())
  return { ...base, write: createWriter(base), ring: rings.ring }
}

type Listening = { server: Server; url: string }

/** Takes the port; until the services are there, every request is answered 503. */
async function listen(
  contract: Contract,
  { host, port }: { host: string; port: number },
  setting: string,
  parts: AsyncDisposableStack,
): Promise<Listening> {
  const server = createHttpServer(contract)
  server.on('request', (_request, response) => {
    const traceId = traceIdOf(undefined)
    const { status, headers, body } = toProblem(contract, new ServiceError('SERVICE_UNAVAILABLE'), traceId)
    response
      .writeHead(status, { ...headers, 'X-Trace-Id': traceId, 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isPort = error.code === 'EADDRINUSE' || error.code === 'EACCES'
      const reason = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`
      const address = `set ${setting.replace('PORT', 'HOST')} to an address of this machine`
      reject(new Error(`${host}:${port} ${reason}: ${isPort ? `set ${setting} to another port` : address}.`))
    })
    server.listen(port, host, resolve)
  })
  parts.defer(() => close(server))
  const { port: actual } = server.address() as AddressInfo
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return { server, url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${actual}` }
}

/** No new connection; resolves when the requests in flight have been answered, or `timeoutMs` later without them. */
async function finishRequests(server: Server, timeoutMs: number): Promise<void> {
  // A connection that was busy becomes idle after its answer and would be kept alive.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await close(server)
  clearInterval(idle)
  clearTimeout(late)
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve()
    server.close(() => resolve())
  })
}
