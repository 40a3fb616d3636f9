/**
 * The HTTP server below Express: its limits in time and size, and the error body for what its parser refuses.
 */
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { invalid } from '../kit/errors.ts'
import type { Contract } from '../platform/contract.ts'
import { toProblem, traceIdOf } from './problem.ts'

const headerBytesMax = 64 * 1024
/** A client that drips its headers or its body is let go; honest ones take milliseconds. */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 60_000
/** Above the usual 60 s of load balancers, so that they close first. */
const keepAliveTimeoutMs = 65_000

/** A server whose refusals at the level of the parser have the error body too. */
export function createHttpServer(contract: Contract): Server {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    requireHostHeader: false,
    connectionsCheckingInterval: 1000,
  })
  server.headersTimeout = headersTimeoutMs
  server.requestTimeout = requestTimeoutMs
  server.keepAliveTimeout = keepAliveTimeoutMs
  // Node would answer these two by itself, without the error body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket: Duplex) => refuse(contract, new Error('CONNECT'), socket))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => refuse(contract, error, socket))
  return server
}

const parserStatuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

function refuse(contract: Contract, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const traceId = traceIdOf(undefined)
  const fault = invalid(
    '',
    'malformed',
    'is not well-formed HTTP, too large or too slow',
    parserStatuses[error.code ?? ''] ?? 400,
  )
  const { status, body } = toProblem(contract, fault, traceId)
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} Refused`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Trace-Id: ${traceId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
