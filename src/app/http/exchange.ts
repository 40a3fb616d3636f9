/** What the steps of a request leave for those after them; stands as `response.locals`. */
import type { Response } from 'express'
import type { Operation } from '../../platform/contract/contract.ts'

/** A class, for all requests share its hidden class: Express's own locals are a dictionary, which is slower to read. */
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
}

/** What the listener gave this response. */
export function exchangeOf(response: Response): Exchange {
  return response.locals as Exchange
}
