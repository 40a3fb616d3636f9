/**
 * Starts a server: opens its ports, then opens its services, then starts its roles. Stops them in reverse order.
 *
 * Ports are opened first, so that nothing has changed if the start fails because a port is in use.
 */
import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { createAuthenticator } from '../features/access/authentication.ts'
import type { Config } from '../kit/config.ts'
import type { Log } from '../kit/log.ts'
import { loadContract, matchHandlers, type Contract } from '../platform/contract/contract.ts'
import type { Services } from '../platform/services.ts'
import { createUnsentBytes } from './http/answers/unsent-bytes.ts'
import { createApp } from './http/app.ts'
import { handlers } from './http/handlers.ts'
import { isHealthCheck } from './http/health.ts'
import { adminApp } from './http/metrics-page.ts'
import { checkAnswers } from './http/middleware/check-answers.ts'
import type { Exchange } from './http/middleware/exchange.ts'
import { listen, type HttpServer } from './http/server.ts'
import { noticeModel } from './model-notice.ts'
import { isEmbedded } from './open-data.ts'
import { openServices, type Overrides } from './open-services.ts'
import { startConsumers } from './worker/consumers.ts'
import { startDeliveries } from './worker/webhook-sender.ts'

export type { Overrides } from './open-services.ts'

export type RunningServer = {
  /** The API's address; null for a worker. */
  url: string | null
  adminUrl: string
  services: Services
  /** Drains and stops, within the promised 25 s. Repeated calls return the same promise. */
  stop: () => Promise<void>
}

/**
 * Starts the roles of `config`.
 * @throws Error with a message for the operator. After an error, nothing is left running. Nothing is written before the
 * ports are open and the data folder is locked.
 */
export async function startServer(config: Config, log: Log, overrides: Overrides = {}): Promise<RunningServer> {
  const parts = new AsyncDisposableStack()
  let draining = false
  let stopping: Promise<void> | undefined
  const stop = () => {
    draining = true
    return (stopping ??= parts
      .disposeAsync()
      .catch((error: unknown) => log.error({ err: error }, 'a component did not stop cleanly')))
  }
  try {
    const contract = overrides.contract ?? loadContract()
    matchHandlers(contract, handlers)
    const api = config.role === 'worker' ? null : await takePort(contract, config, 'http', log, parts)
    const admin = await takePort(contract, config, 'admin', log, parts)
    const end = { draining: () => draining, closing: () => api?.isClosing() ?? draining }
    const services = await openServices(config, log, contract, overrides, end, parts)
    const health = contract.operations.filter(isHealthCheck)
    const unsent = createUnsentBytes(contract, tellUnread(log))
    services.metrics.gauge(
      'screening_unread_answer_bytes',
      'Bytes of responses in this process that callers have not read yet.',
      [],
      () => [[unsent.total()]],
    )
    const { trustProxy } = config
    const { authenticate, flush } = createAuthenticator(services)
    parts.defer(flush)
    const checks = config.development ? [await checkAnswers(services)] : []
    const settings = { trustProxy, authenticate, unsent }
    const { app, working } = createApp(services, handlers, { ...settings, operations: contract.operations, checks })
    const healthChecks = createApp(services, handlers, { ...settings, operations: health })
    admin.open(adminApp(services.metrics, unsent, healthChecks.app))
    // The first request takes a few tenths of a second, because it compiles code that all requests use. The server
    // sends that request itself, so that no caller waits for it. A worker answers only health checks, which may wait.
    if (api) await warmUp(`${admin.url}/livez`)
    if (config.role !== 'api') await noticeModel(services, config.groq)
    const terms = { alone: isEmbedded(config), servesRequests: config.role !== 'worker' }
    const consumers = config.role === 'api' ? null : await startConsumers(services, terms)
    const deliveries = config.role === 'api' ? null : startDeliveries(services)
    api?.open(app)
    const { drainMs: timeoutMs, lameDuckMs: balancedMs } = services.timings
    // A process with the embedded database runs alone, so a load balancer has no other process to send requests to.
    const leave = { working, lameDuckMs: isEmbedded(config) ? 0 : balancedMs, timeoutMs }
    parts.defer(async () => void (await Promise.all([api?.finish(leave), consumers?.stop(), deliveries?.stop()])))
    return { url: api?.url ?? null, adminUrl: admin.url, services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Sends one request. Does not use `fetch`, for which Node would load its own copy of undici. */
async function warmUp(url: string): Promise<void> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  response.resume()
}

/** Returns a function that logs that a caller has stopped reading a response. */
function tellUnread(log: Log) {
  return (response: ServerResponse) => {
    const { locals } = response as ServerResponse & { locals?: Partial<Exchange> }
    log.info({ traceId: locals?.traceId }, 'the client did not read a response in time; the connection was closed')
  }
}

/**
 * Opens a port. Requests get a 503 until `open` is called. If the server stops before that, the port closes
 * immediately.
 */
async function takePort(
  contract: Contract,
  config: Config,
  name: 'http' | 'admin',
  log: Log,
  parts: AsyncDisposableStack,
): Promise<HttpServer> {
  const { host, port } = config[name]
  const setting = name === 'http' ? 'PORT' : 'ADMIN_PORT'
  const terms = { behindProxy: config.trustProxy !== false, log }
  const server = await listen(contract, host, port, setting, terms)
  parts.defer(() => server.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
  return server
}
