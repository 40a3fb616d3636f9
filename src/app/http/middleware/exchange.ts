/** What the middleware of one request leaves for those that follow, as `response.locals`. */
import type { Response } from 'express'
import type { Caller } from '../../../kit/caller.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { Owner } from '../answers/unsent-bytes.ts'

export type Exchange = {
  traceId: string
  traceparent: string
  /** Where the request came from; empty if its connection is already closed. */
  address: string
  /** Null until a route matches, and where none does. */
  operation: Operation | null
  /** Null on public operations. */
  caller: Caller | null
  /** Null on operations that are not tenant-scoped. */
  tenant: string | null
  /** Who the answer's unread bytes count towards; null until the caller is known. */
  owner: Owner | null
  /** Of the body, 0 without one. */
  bodyBytes: number
  /** See `Call`. */
  bodySha256: string | null
}

/** The exchange that `trace` began for this response. */
export function exchangeOf(response: Response): Exchange {
  return response.locals as Exchange
}
