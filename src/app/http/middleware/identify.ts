/**
 * Identifies the caller by its key. Also determines the owner whose limit applies to the unread bytes of the response.
 */
import type { Request, RequestHandler } from 'express'
import type { Authenticator } from '../../../features/access/authentication.ts'
import { invalid } from '../../../kit/errors.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { UnsentBytes } from '../answers/unsent-bytes.ts'
import { exchangeOf } from './exchange.ts'

/**
 * Headers that determine what a request may do. A request that repeats one of them is refused, because the service must
 * not guess which value is meant.
 */
const singleHeaders = [
  'authorization',
  'x-tenant-id',
  'idempotency-key',
  'if-match',
  'content-type',
  'content-length',
  'host',
]

/** Returns the middleware, which throws VALIDATION_ERROR for a repeated header, or UNAUTHORIZED. */
export function identify(
  operation: Operation,
  authenticate: Authenticator['authenticate'],
  unsent: Pick<UnsentBytes, 'ownerOf'>,
): RequestHandler {
  return async (request, response, next) => {
    const exchange = exchangeOf(response)
    exchange.operation = operation
    checkSingleHeaders(request)
    if (operation.scope !== 'public')
      exchange.caller = await authenticate(request.headers.authorization, exchange.address)
    exchange.owner = unsent.ownerOf(exchange.caller?.partnerId ?? null, exchange.address)
    next()
  }
}

function checkSingleHeaders({ rawHeaders, headers }: Request): void {
  // `headers` has one entry per name, and `rawHeaders` two per header. If the counts agree, no name is repeated.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    if (seen.has(name) && singleHeaders.includes(name))
      throw invalid(rawHeaders[index] as string, 'repeated', 'must be sent only once')
    seen.add(name)
  }
}
