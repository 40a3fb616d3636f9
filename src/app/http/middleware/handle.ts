/** Runs the operation of an admitted and validated request, and sends its response. */
import type { Request, RequestHandler, Response } from 'express'
import type { Bucket } from '../../../../generated/types.gen.ts'
import { invalid } from '../../../kit/errors.ts'
import type { Call } from '../../../platform/contract/call.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { Services } from '../../../platform/services.ts'
import { createSend, mediaTypeOf } from '../answers/send.ts'
import type { Owner, UnsentBytes } from '../answers/unsent-bytes.ts'
import { unreadFault } from './admit.ts'
import { exchangeOf } from './exchange.ts'
import { perform, type AnyHandler } from './run-operation.ts'

/**
 * Returns an operation's last middleware. `running` counts running handlers, including those whose caller has
 * disconnected.
 */
export function handle(
  operation: Operation,
  handler: unknown,
  services: Services,
  unsent: UnsentBytes,
  running: { count: number },
): RequestHandler {
  const send = createSend(services, unsent)
  return async (request, response) => {
    const { caller } = exchangeOf(response)
    const owner = exchangeOf(response).owner as Owner
    let leaveRoom = () => {}
    const reserveRoom = async (bytes: number) => {
      leaveRoom()
      leaveRoom = () => {}
      const leave = await unsent.reserve(owner, bytes)
      // Only operations that require a key reserve memory, so there is a bucket.
      if (!leave) throw unreadFault(services, operation.bucket as Bucket, 'owner')
      leaveRoom = leave
    }
    const call = toCall(operation, request, response, reserveRoom)
    try {
      running.count += 1
      const reply = await perform(services, call, handler as AnyHandler).finally(() => (running.count -= 1))
      await send(operation, request, response, reply, { caller, owner })
    } finally {
      leaveRoom()
    }
  }
}

function toCall(operation: Operation, request: Request, response: Response, reserveRoom: Call['reserveRoom']): Call {
  const { caller, tenant, traceparent, address, bodySha256, file } = exchangeOf(response)
  let signal: AbortSignal | undefined
  return {
    caller,
    tenant,
    operation,
    path: request.params as unknown as Call['path'],
    query: request.query,
    headers: headersOf(operation, request) as Call['headers'],
    body: request.body as Call['body'],
    file,
    traceparent,
    bodySha256,
    url: request.path,
    address,
    origin: () => originOf(request),
    idempotencyKey: operation.idempotent ? ((request.headers['idempotency-key'] as string | undefined) ?? null) : null,
    // The signal is created only on demand, because few operations need it.
    signal: () => (signal ??= signalOf(response)),
    reserveRoom,
    mediaType: () => mediaTypeOf(operation, request, 200),
    freeKey: null,
    lease: null,
  }
}

/** Returns the scheme and host to which the caller sent its request. Behind a trusted proxy, these are the proxy's. */
function originOf({ protocol, host }: Request): string {
  const origin = `${protocol}://${host}`
  if (URL.parse(origin)?.pathname !== '/')
    throw invalid('Host', 'malformed', 'is not a host name with an optional port')
  return new URL(origin).origin
}

/** Returns the headers that the contract defines for the operation, with their names spelled as in the contract. */
function headersOf({ headerNames }: Operation, { headers }: Request): unknown {
  return Object.fromEntries(headerNames.map((name) => [name, headers[name.toLowerCase()]]))
}

/**
 * Returns a signal that aborts when the response ends or the caller disconnects, because further work for the request
 * would be useless.
 */
function signalOf(response: Response): AbortSignal {
  const ended = new AbortController()
  if (response.closed) ended.abort()
  else response.once('close', () => ended.abort())
  return ended.signal
}
