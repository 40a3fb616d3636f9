/**
 * Responds to a thrown error with the error body, or, in a browser, with the error's page. If that fails too, closes
 * the connection.
 */
import type { ErrorRequestHandler } from 'express'
import { ServiceError } from '../../../kit/errors.ts'
import type { Services } from '../../../platform/services.ts'
import type { UnsentBytes } from '../answers/unsent-bytes.ts'
import { isOurs, toProblem } from '../problem.ts'
import { hasBody, linger } from '../server.ts'
import { exchangeOf } from './exchange.ts'
import { isBrowser } from './not-found.ts'

/** Returns the error middleware. It logs defects and outages with the trace id; client errors are not logged. */
export function answerError(
  { contract, log }: Pick<Services, 'contract' | 'log'>,
  unsent: UnsentBytes,
): ErrorRequestHandler {
  // Express recognises error middleware by its four parameters.
  return (error: unknown, request, response, _next) => {
    const { traceId, owner, address } = exchangeOf(response)
    if (isOurs(error)) log.error({ traceId, err: error }, 'request failed')
    if (response.headersSent) return void response.destroy()
    try {
      const { status, headers, body } = toProblem(contract, error, traceId)
      if (!request.complete && hasBody(request)) linger(request)
      const page = error instanceof ServiceError && isBrowser(request) ? error.page : undefined
      response
        .status(status)
        .set({ ...headers, ...page?.headers })
        .type(page ? 'html' : 'application/json')
      // A caller that does not read its responses would not read this one either, and its connection would stay open.
      if (owner && unsent.isHolding(owner)) response.set('Connection', 'close')
      response.end(page?.html ?? JSON.stringify(body))
      if (response.writableLength > 0) unsent.follow(owner ?? unsent.ownerOf(null, address), response)
    } catch (err) {
      log.error({ traceId, err }, 'could not send an error response')
      response.destroy()
    }
  }
}
