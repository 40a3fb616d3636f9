/** Runs the operation of an admitted and validated request, and sends its answer. */
import type { Request, RequestHandler, Response } from 'express'
import type { Call } from '../../../platform/contract/call.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { Services } from '../../../platform/services.ts'
import { createSend } from '../answers/send.ts'
import type { Owner, UnsentBytes } from '../answers/unsent-bytes.ts'
import { unreadFault } from './admit.ts'
import { exchangeOf } from './exchange.ts'
import { perform, type AnyHandler } from './run-operation.ts'

/** Returns the last middleware of an operation; `running` counts handlers, including those whose caller hung up. */
export function handle(
  operation: Operation,
  handler: unknown,
  services: Services,
  unsent: UnsentBytes,
  running: { count: number },
): RequestHandler {
  const send = createSend(services, unsent)
  return async (request, response) => {
    const { caller, owner } = exchangeOf(response)
    const call = toCall(operation, request, response)
    const leaveRoom = await reserveRoom(services, unsent, call, owner as Owner)
    try {
      running.count += 1
      const reply = await perform(services, call, handler as AnyHandler).finally(() => (running.count -= 1))
      await send(operation, request, response, reply, { caller, owner: owner as Owner })
    } finally {
      leaveRoom?.()
    }
  }
}

function toCall(operation: Operation, request: Request, response: Response): Call {
  const { caller, tenant, traceparent, bodySha256 } = exchangeOf(response)
  let signal: AbortSignal | undefined
  return {
    caller,
    tenant,
    operation,
    path: request.params as unknown as Call['path'],
    query: request.query,
    headers: headersOf(operation, request) as Call['headers'],
    body: request.body as Call['body'],
    traceparent,
    bodySha256,
    url: request.path,
    idempotencyKey: operation.idempotent ? ((request.headers['idempotency-key'] as string | undefined) ?? null) : null,
    // Made on demand: few operations need it.
    signal: () => (signal ??= signalOf(response)),
    freeKey: null,
    lease: null,
  }
}

/** Those that the contract names, spelled as there. */
function headersOf({ headerNames }: Operation, { headers }: Request): unknown {
  return Object.fromEntries(headerNames.map((name) => [name, headers[name.toLowerCase()]]))
}

/** Aborted with the answer, or when the caller hangs up: no caller waits for work that still runs. */
function signalOf(response: Response): AbortSignal {
  const ended = new AbortController()
  if (response.closed) ended.abort()
  else response.once('close', () => ended.abort())
  return ended.signal
}

/**
 * Reserves room for an answer with an entry for each that the request names.
 * @returns what gives the room back; null where none is needed
 * @throws RATE_LIMITED
 */
async function reserveRoom(
  services: Services,
  unsent: UnsentBytes,
  { operation: { entryBytesMax, bucket }, query }: Call,
  owner: Owner,
): Promise<(() => void) | null> {
  if (entryBytesMax === 0 || !bucket) return null
  const lists = Object.values(query ?? {}).filter((value): value is unknown[] => Array.isArray(value))
  const leaveRoom = await unsent.reserve(owner, lists.flat().length * entryBytesMax)
  if (!leaveRoom) throw unreadFault(services, bucket, 'owner')
  return leaveRoom
}
