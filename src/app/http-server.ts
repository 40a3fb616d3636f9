/**
 * The HTTP server below Express: its port, its limits in time and size, the error body for what its parser refuses,
 * and how it ends.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { Server as NetServer, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { invalid, ServiceError } from '../kit/errors.ts'
import type { Contract } from '../platform/contract.ts'
import { toProblem, traceIdOf } from './problem.ts'

const headerBytesMax = 64 * 1024
/** A client that drips its headers or its body is let go; honest ones take milliseconds. */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 60_000
/** Above the usual 60 s of load balancers, so that they close first. */
const keepAliveTimeoutMs = 65_000

export type HttpServer = {
  url: string
  /** Answers requests from now on; until then each is answered 503. */
  open: (listener: RequestListener) => void
  /**
   * Takes no new connection; resolves when the handlers in work have ended, at most `timeoutMs` later, and every
   * connection is closed. `working` is the number of handlers, also of those whose client has gone.
   */
  finish: (working: () => number, timeoutMs: number) => Promise<void>
}

/** Takes the port. @throws Error with a message for a person that names `setting` */
export async function listen(contract: Contract, host: string, port: number, setting: string): Promise<HttpServer> {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    requireHostHeader: false,
    connectionsCheckingInterval: 1000,
  })
  Object.assign(server, {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
  })
  let listener: RequestListener = (_request, response) => {
    const { status, headers, body, text } = refusal(contract, new ServiceError('SERVICE_UNAVAILABLE'))
    response.writeHead(status, { ...headers, 'X-Trace-Id': body.traceId, 'Content-Type': json }).end(text)
  }
  const answering = new WeakMap<Duplex, IncomingMessage>()
  const answer: RequestListener = (request, response) => {
    answering.set(request.socket, request)
    response.once('close', () => answering.delete(request.socket))
    listener(request, response)
  }
  server.on('request', answer)
  // Node would answer these by itself, without the error body, or before the key was looked at.
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  server.on('connect', (_request, socket: Duplex) => refuse(contract, undefined, socket))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // What comes behind a request that is being answered must not take the place of its answer; a body that breaks off
    // in the middle has none coming.
    if (answering.get(socket)?.complete || error.code === 'ECONNRESET') socket.destroy()
    else refuse(contract, error.code, socket)
  })
  await bind(server, host, port, setting)
  const { port: bound } = server.address() as AddressInfo
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return {
    url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${bound}`,
    open: (handler) => void (listener = handler),
    finish: (working, timeoutMs) => finish(server, working, timeoutMs),
  }
}

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
  const problem = toProblem(contract, error, traceIdOf(undefined))
  return { ...problem, text: JSON.stringify(problem.body) }
}

function refuse(contract: Contract, code: string | undefined, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const message = 'is not well-formed HTTP, too large or too slow'
  const { status, body, text } = refusal(contract, invalid('', 'malformed', message, parserStatuses[code ?? ''] ?? 400))
  const head = [
    `HTTP/1.1 ${status} Refused`,
    `Content-Type: ${json}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Trace-Id: ${body.traceId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** How long what is left of a refused body is read and thrown away, so that its sender gets to see the answer. */
const lingerMs = 2_000

/** Lets a sender finish, or hangs up on one that will not. */
export function linger(request: IncomingMessage): void {
  const hangUp = setTimeout(() => request.socket.destroy(), lingerMs).unref()
  request.once('end', () => clearTimeout(hangUp)).resume()
}

// ── the end ─────────────────────────────────────────────────────────────────────────────────────

/** For how long a draining server still answers on connections that clients hold open, telling them to leave. */
const leaveMs = 1_000
const checkMs = 50

async function finish(server: Server, working: () => number, timeoutMs: number): Promise<void> {
  if (!server.listening) return
  // Not the HTTP server's own close: closing idle connections at once crosses what their clients are just sending.
  const ended = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()))
  const startedAt = performance.now()
  const isOver = ended.then(() => true)
  const pause = () => Promise.race([isOver, delay(checkMs, false)])
  while (performance.now() - startedAt < Math.min(leaveMs, timeoutMs) && !(await pause()));
  while (performance.now() - startedAt < timeoutMs && working() > 0) await delay(checkMs)
  server.close().closeAllConnections()
  await ended
}
