/** The values that a request's middleware functions pass to each other, in `response.locals`. */
import type { Response } from 'express'
import type { Caller } from '../../../kit/caller.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { Owner } from '../answers/unsent-bytes.ts'

export type Exchange = {
  traceId: string
  traceparent: string
  /** The client's address; empty if its connection is already closed. */
  address: string
  /** Null until a route matches. */
  operation: Operation | null
  /** Null on public operations. */
  caller: Caller | null
  /** Null until the tenant is admitted, and on operations that are not tenant-scoped. */
  tenant: string | null
  /** The owner against whose limit the response's unread bytes are counted; null until the caller is known. */
  owner: Owner | null
  /** See `Call.file`. */
  file: AsyncIterable<Uint8Array> | null
  /**
   * When the last byte of an uploaded file arrived (`performance.now`); null before that. The response time is measured
   * from here, because it must not depend on the sender's network.
   */
  receivedAt: number | null
  /** The number of bytes in the body; 0 without a body. */
  bodyBytes: number
  /** See `Call.bodySha256`. */
  bodySha256: string | null
}

/** Returns the exchange that `trace` started for this response. */
export function exchangeOf(response: Response): Exchange {
  return response.locals as Exchange
}
