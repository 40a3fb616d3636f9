/**
 * A request and its answer as one: what its steps leave for those after them, its trace, its line in the log, its
 * metrics.
 */
import type { Request, Response } from 'express'
import type { TrustProxy } from '../../kit/config.ts'
import { invalid } from '../../kit/errors.ts'
import { SECOND } from '../../kit/time.ts'
import { traceIdOf } from '../../kit/traceparent.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { CountRequest } from '../../platform/metrics/metrics.ts'
import { loggedAddress } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import type { Owner } from './answers/unsent-bytes.ts'
import { setHeaders } from './response-head.ts'

/**
 * Stands as `response.locals`. A class, for all requests share its hidden class: Express's own locals are a dictionary,
 * which is slower to read.
 */
export class Exchange {
  /** Null until a route matched, and where none does. */
  operation: Operation | null = null
  traceId = ''
  traceparent = ''
  /** Where the request came from; '' where that is not known any more. */
  address = ''
  /** Of the body, 0 where there is none. */
  bodyBytes = 0
  /** See `Call`. */
  bodySha256: string | null = null
  /** Whose answer this is; null until that is known. */
  owner: Owner | null = null
  /** Gives back the room that was reserved for the answer. */
  leaveRoom: (() => void) | null = null
}

/** What the listener gave this response. */
export function exchangeOf(response: Response): Exchange {
  return response.locals as Exchange
}

/** What happens with a request before its route is known. It throws VALIDATION_ERROR for what no operation takes. */
type Begin = (request: Request, response: Response) => void

/** Begins exchanges: makes each one's trace, and follows it to its end. */
export function beginner(
  { contract, log, metrics, tracing }: Services,
  operations: Operation[],
  trustProxy: TrustProxy,
): Begin {
  const { urlCharacters } = contract.sizes.request
  const counts = new Map<Operation, CountRequest>(
    operations.map((operation) => [operation, metrics.requestsOf(operation)]),
  )
  const countOther = metrics.requestsOf({ path: 'none', method: 'other', bucket: null })
  return (request, response) => {
    const span = tracing.start('request', 'server', (request.headers.traceparent as string | undefined) ?? null)
    const traceId = traceIdOf(span.traceparent)
    // The socket forgets its address when the caller hangs up.
    const address = (trustProxy === false ? request.socket.remoteAddress : request.ip) ?? ''
    const exchange = exchangeOf(response)
    exchange.traceId = traceId
    exchange.traceparent = span.traceparent
    exchange.address = address
    setHeaders(response, { 'X-Trace-Id': traceId })
    const startedAt = performance.now()
    response.on('close', () => {
      const { operation } = exchange
      const ms = performance.now() - startedAt
      const count = (operation && counts.get(operation)) ?? countOther
      count(response.statusCode, ms / SECOND)
      span.end(operation === null ? undefined : spanOutcome(operation, response.statusCode))
      const fields = {
        traceId,
        method: request.method,
        route: operation?.path ?? null,
        status: response.statusCode,
        ms: Math.round(ms),
        ...(isRefusal(response.statusCode) ? { address: loggedAddress(address) } : {}),
      }
      // Health checks come every second and would flood the log.
      log[operation?.scope === 'public' ? 'debug' : 'info'](
        fields,
        response.writableFinished ? 'request' : 'request: the caller hung up',
      )
    })
    if (request.httpVersionMajor === 0) throw invalid('', 'malformed', 'the request line must name HTTP/1.1')
    if (request.httpVersion === '1.1' && request.headers.host === undefined)
      throw invalid('Host', 'required', 'is required (RFC 9112, section 3.2)')
    if (request.url.length > urlCharacters)
      throw invalid('', 'too_long', `the request target is over ${urlCharacters} characters`, 414)
  }
}

/** The log says where what was refused came from: somebody may be trying keys, or what a key may not do. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500
}

/** Names of OpenTelemetry's semantic conventions; a request that fits no operation has nothing that may be told. */
function spanOutcome({ method, path }: Operation, status: number) {
  const attributes = {
    'http.request.method': method.toUpperCase(),
    'http.route': path,
    'http.response.status_code': status,
  }
  return { name: `${method.toUpperCase()} ${path}`, attributes, failure: status >= 500 ? String(status) : undefined }
}
