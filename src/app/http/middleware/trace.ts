/** Starts a trace for each request. When the response is closed, writes the request's log line and metrics. */
import type { Request, RequestHandler, Response } from 'express'
import { SECOND } from '../../../kit/time.ts'
import { traceIdOf } from '../../../kit/traceparent.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { CountRequest } from '../../../platform/metrics/metrics.ts'
import { loggedAddress } from '../../../platform/network-address.ts'
import type { Services } from '../../../platform/services.ts'
import { exchangeOf, type Exchange } from './exchange.ts'

/** Returns the middleware, which also sends `X-Trace-Id`. */
export function trace(
  { log, metrics, tracing }: Pick<Services, 'log' | 'metrics' | 'tracing'>,
  operations: Operation[],
): RequestHandler {
  const counts = new Map<Operation | null, CountRequest>(
    operations.map((operation) => [operation, metrics.requestsOf(operation)]),
  )
  const countOther = metrics.requestsOf({ path: 'none', method: 'other', bucket: null })
  return (request, response, next) => {
    const span = tracing.start('request', 'server', (request.headers.traceparent as string | undefined) ?? null)
    response.locals = begun(span.traceparent, request.ip ?? '')
    response.set('X-Trace-Id', traceIdOf(span.traceparent))
    const startedAt = performance.now()
    response.once('close', () => {
      const { operation, receivedAt } = exchangeOf(response)
      const ms = performance.now() - startedAt
      const count = counts.get(operation) ?? countOther
      count(response.statusCode, (performance.now() - (receivedAt ?? startedAt)) / SECOND)
      span.end(operation ? spanOutcome(operation, response.statusCode) : undefined)
      // Health checks come every second and would flood the log.
      log[operation?.scope === 'public' ? 'debug' : 'info'](
        logFields(request, response, ms),
        response.writableFinished ? 'request' : 'request: the caller disconnected',
      )
    })
    next()
  }
}

function begun(traceparent: string, address: string): Exchange {
  return {
    traceId: traceIdOf(traceparent),
    traceparent,
    address,
    operation: null,
    caller: null,
    tenant: null,
    owner: null,
    file: null,
    receivedAt: null,
    bodyBytes: 0,
    bodySha256: null,
  }
}

function logFields({ method }: Request, response: Response, ms: number) {
  const { traceId, operation, address } = exchangeOf(response)
  const { statusCode: status } = response
  // The address is logged with client errors, because the caller may be guessing keys, or trying operations that its
  // key does not allow.
  const isRefusal = status >= 400 && status < 500
  return {
    traceId,
    method,
    route: operation?.path ?? null,
    status,
    ms: Math.round(ms),
    ...(isRefusal ? { address: loggedAddress(address) } : {}),
  }
}

/** Returns a span's outcome. The attributes have the names of OpenTelemetry's semantic conventions. */
function spanOutcome({ method, path }: Operation, status: number) {
  const attributes = {
    'http.request.method': method.toUpperCase(),
    'http.route': path,
    'http.response.status_code': status,
  }
  return { name: `${method.toUpperCase()} ${path}`, attributes, failure: status >= 500 ? String(status) : undefined }
}
