/**
 * The HTTP server under Express: its port, its time and size limits, the response to requests that the parser refuses,
 * and its shutdown.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { invalid, ServiceError } from '../../kit/errors.ts'
import type { Log } from '../../kit/log.ts'
import { SECOND } from '../../kit/time.ts'
import { newTraceparent, traceIdOf } from '../../kit/traceparent.ts'
import type { Contract } from '../../platform/contract/contract.ts'
import { loggedAddress } from '../../platform/network-address.ts'
import { openFilesMax } from '../../platform/open-files.ts'
import { followConnections, type Connections } from './connections.ts'
import { toProblem } from './problem.ts'
import { noSniffing } from './middleware/security-headers.ts'

/**
 * Connections may use half of the files that the process may open. The rest are for the database, resumes and
 * sandboxes.
 */
const connectionsShare = 1 / 2

export type HttpServer = {
  url: string
  /** Passes requests to `listener` from now on. Before that, each request is answered with 503. */
  open: (listener: RequestListener) => void
  /** Returns whether the server has stopped accepting connections. */
  isClosing: () => boolean
  /** Shuts down as `leave` specifies; resolves when every connection is closed. */
  finish: (leave: Leave) => Promise<void>
}

export type Terms = {
  /** True if all connections come from a proxy, so that there is no limit per address. */
  behindProxy?: boolean
  /** Used to log requests that the HTTP parser refuses. Such requests never reach the middleware. */
  log?: Pick<Log, 'info'>
}

export type Leave = {
  /** Returns the number of running handlers, including those whose client has disconnected. */
  working: () => number
  /**
   * How long to keep accepting requests, so that a load balancer can learn from /readyz that it should send further
   * requests to another server.
   */
  lameDuckMs: number
  /**
   * The time limit for the whole shutdown, including running handlers. Connections that are still open after it are cut
   * off.
   */
  timeoutMs: number
}

/**
 * Opens the port. Clients that send their headers or body too slowly are cut off.
 * @throws Error with a message for the operator that names `setting`
 */
export async function listen(
  contract: Contract,
  host: string,
  port: number,
  setting: string,
  { behindProxy = false, log }: Terms = {},
): Promise<HttpServer> {
  const { timeouts, sizes, rateLimits } = contract
  const { limit, addressShare } = rateLimits.connections
  const server = createServer({
    maxHeaderSize: sizes.request.headerBytes,
    requireHostHeader: false,
    optimizeEmptyRequests: true, // a request without a body needs no separate stream
    connectionsCheckingInterval: 1000,
  })
  Object.assign(server, {
    headersTimeout: Math.min(timeouts.requestHeadersSeconds, timeouts.requestSeconds, timeouts.uploadSeconds) * SECOND,
    requestTimeout: timeouts.uploadSeconds * SECOND,
    keepAliveTimeout: timeouts.idleConnectionSeconds * SECOND,
    maxConnections: Math.min(limit, Math.floor(openFilesMax() * connectionsShare)),
  })
  // Idle connections are closed to make room for new ones.
  server.on('drop', () => server.closeIdleConnections())
  const addressConnectionsMax = behindProxy ? Infinity : Math.ceil(server.maxConnections * addressShare)
  const connections = followConnections(server, addressConnectionsMax)
  let listener: RequestListener = (_request, response) => {
    const { status, headers, body, text } = refusal(contract, new ServiceError('SERVICE_UNAVAILABLE'))
    response.setHeader(...noSniffing)
    response.writeHead(status, { ...headers, 'X-Trace-Id': body.traceId, 'Content-Type': json }).end(text)
  }
  const refuse = refuser(contract, log)
  const requestMs = timeouts.requestSeconds * SECOND
  answerRequests(server, connections, { refuse, requestMs }, (request, response) => listener(request, response))
  await bind(server, host, port, setting)
  const { port: bound } = server.address() as AddressInfo
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return {
    url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${bound}`,
    open: (handler) => void (listener = handler),
    isClosing: () => !server.listening,
    finish: (leave) => finish(server, connections, leave),
  }
}

/**
 * Handles all requests and connection errors. `listener` gets the requests. A request's body must arrive within
 * `requestMs`.
 */
function answerRequests(
  server: Server,
  { responseOn }: Connections,
  { refuse, requestMs }: { refuse: Refuse; requestMs: number },
  listener: RequestListener,
): void {
  const answer: RequestListener = (request, response) => {
    if (!server.listening) askToLeave(response)
    if (!isReadable(request.url)) request.url = '/'
    if (hasBody(request)) limitTime(request, requestMs, () => server.emit('clientError', tooSlow, request.socket))
    listener(request, response)
  }
  server.on('request', answer)
  // Without these listeners, Node would respond itself: without our error body, or before the key is checked.
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  server.on('connect', (_request, socket: Duplex) => refuse(undefined, socket as Socket))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // If a previous response is still in progress on the connection, the error for a malformed request must not
    // interrupt it. A truncated body gets no response.
    if (responseOn(socket)?.req.complete || error.code === 'ECONNRESET') socket.destroy()
    else refuse(error.code, socket)
  })
}

const tooSlow = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

function limitTime(request: IncomingMessage, ms: number, onEnd: () => void): void {
  timers.set(request, setTimeout(() => request.complete || onEnd(), ms).unref())
  request.once('close', () => clearTimeout(timers.get(request)))
}

/** Lets the body of this request take as long as an upload may take. */
export function allowUpload(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
}

/** Returns whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Returns whether Express can parse a request target. Express would answer any other target without our error body. The
 * regular expression is a faster check that most targets pass.
 */
function isReadable(target = ''): boolean {
  return /^\/(?![/\\])/.test(target) || URL.canParse(target, 'http://host')
}

/** Opens the port. Rejects with an error that names the setting to change. */
function bind(server: Server, host: string, port: number, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const isPort = code === 'EADDRINUSE' || code === 'EACCES'
      const reason = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`
      const address = `set ${setting.replace('PORT', 'HOST')} to an address of this machine`
      reject(new Error(`${host}:${port} ${reason}: ${isPort ? `set ${setting} to another port` : address}.`))
    })
    server.listen(port, host, resolve)
  })
}

// ── refusals ────────────────────────────────────────────────────────────────────────────────────

const json = 'application/json; charset=utf-8'
const parserStatuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

function refusal(contract: Contract, error: ServiceError) {
  const problem = toProblem(contract, error, traceIdOf(newTraceparent()))
  return { ...problem, text: JSON.stringify(problem.body) }
}

type Refuse = (code: string | undefined, socket: Socket) => void

function refuser(contract: Contract, log: Terms['log']): Refuse {
  return (code, socket) => {
    if (!socket.writable) return void socket.destroy()
    const message = 'is not well-formed HTTP, too large or too slow'
    const error = invalid('', 'malformed', message, parserStatuses[code ?? ''] ?? 400)
    const { status, body, text } = refusal(contract, error)
    const { traceId } = body
    log?.info({ traceId, status, address: loggedAddress(socket.remoteAddress) }, 'request refused by the parser')
    const head = [
      `HTTP/1.1 ${status} Refused`,
      `Content-Type: ${json}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Trace-Id: ${traceId}`,
      noSniffing.join(': '),
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  }
}

/** How long to read and discard the rest of a refused body, so that the client receives the response. */
const lingerMs = 2_000

/** Lets the client of a refused request finish sending, and disconnects if that takes too long. */
export function linger(request: IncomingMessage): void {
  const cutOff = setTimeout(() => request.socket.destroy(), lingerMs).unref()
  request.once('end', () => clearTimeout(cutOff)).resume()
}

// ── shutdown ────────────────────────────────────────────────────────────────────────────────────

/** How long a server that has stopped accepting connections still answers on open ones, with `Connection: close`. */
const leaveMs = 1_000
const checkMs = 50

function askToLeave(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

async function finish(
  server: Server,
  { responses }: Connections,
  { working, lameDuckMs, timeoutMs }: Leave,
): Promise<void> {
  if (!server.listening) return
  const deadline = performance.now() + timeoutMs
  await delay(Math.min(lameDuckMs, timeoutMs))
  // The HTTP server's own `close` is not used here, because it closes idle connections immediately, even if a client is
  // about to send a request.
  const ended = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()))
  for (const response of responses()) askToLeave(response)
  const isOver = ended.then(() => true)
  const pause = () => Promise.race([isOver, delay(checkMs, false)])
  const leaveBy = Math.min(performance.now() + leaveMs, deadline)
  while (performance.now() < leaveBy && !(await pause()));
  // An incomplete request does not delay the shutdown, because the rest of it may never arrive.
  const isBusy = () => working() > 0 || [...responses()].some(({ req }) => req.complete)
  while (performance.now() < deadline && isBusy()) await delay(checkMs)
  server.close().closeAllConnections()
  await ended
}
