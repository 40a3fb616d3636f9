/**
 * A request and its response without HTTP: an operation's input and output, typed by the contract.
 *
 * Must not use any type of Express.
 */
import type { Parts, StreamedBody, WrittenBody } from '../../kit/stored-json.ts'
import type { Operations } from '../../../generated/operations.gen.ts'
import type { Caller, Owner } from '../../kit/caller.ts'
import type { Operation, OperationId } from './contract.ts'

/** A part of the request as the contract types it; `undefined` where the operation has none. */
type Part<Id extends OperationId, Name extends string> = Operations[Id]['data'] extends { [Key in Name]?: infer Value }
  ? Exclude<Value, undefined>
  : undefined

/** `limit` is always set, because the validator fills in the contract's defaults. */
type Query<Of> = 'limit' extends keyof Of ? Of & { limit: number } : Of

export type Call<Id extends OperationId = OperationId> = {
  operation: Operation
  path: Part<Id, 'path'>
  query: Query<Part<Id, 'query'>>
  /** The headers that the contract defines for the operation, by their names as spelled in the contract. */
  headers: Part<Id, 'headers'>
  body: Part<Id, 'body'>
  /**
   * The bytes of a body that is a file, as they arrive. They can be read only once. Reading throws VALIDATION_ERROR if
   * the body is refused.
   */
  file: AsyncIterable<Uint8Array> | null
  /** SHA-256 of the body as sent, in canonical JSON; null without a body or an idempotency key. */
  bodySha256: string | null
  /** Null on public operations. */
  caller: Caller | null
  /** Null on operations that are not tenant-scoped. */
  tenant: string | null
  /** The request's position in its trace: see `kit/traceparent.ts`. */
  traceparent: string
  /**
   * Returns the media type of the response with status 200. If the operation has several, the `Accept` header decides.
   */
  mediaType: () => string
  /** The request's path as the caller sent it. */
  url: string
  /** The client's IP address; empty if its connection is already closed. */
  address: string
  /**
   * Returns the scheme and host to which the caller sent the request. @throws VALIDATION_ERROR if its `Host` is not a
   * host
   */
  origin: () => string
  idempotencyKey: string | null
  /** Returns a signal that aborts when the response ends, or when the client disconnects before that. */
  signal: () => AbortSignal
  /**
   * Reserves memory for a response of this many bytes, in place of the call's earlier reservation. Used by operations
   * whose response grows with the list that the caller sent. Waits while other responses to the partner use the memory.
   * @throws RATE_LIMITED if no memory is free in time
   */
  reserveRoom: (bytes: number) => Promise<void>
  /**
   * Set only on calls that may wait for an engine: our id of the tenant when the call started, or null if the tenant
   * did not exist.
   */
  begunFor?: string | null
  /**
   * The idempotency key, if it was looked up before the operation runs and is unused; otherwise null. The response is
   * stored under it in the transaction of the operation.
   */
  freeKey: FreeKey | null
  /** The idempotency key's reservation while this request runs: see `Services.write`. */
  lease: { id: string; leaseId: string } | null
}

/**
 * An unused idempotency key. `id`: a hash of the key, its owner and its operation. `createdAt`: the time of this
 * request. `expired`: the creation time of the expired row with this id, if there still is one.
 */
export type FreeKey = { id: string; requestSha256: string; createdAt: number; expired: number | null }

type Responses<Id extends OperationId> = Operations[Id]['responses']

/** One of the documented success responses: its status with the matching body. */
export type Reply<Id extends OperationId = OperationId> = {
  [Status in keyof Responses<Id>]: {
    status: Status & number
    body: Parts<Responses<Id>[Status]> | WrittenBody<Parts<Responses<Id>[Status]> & object> | StreamedBody
    headers?: Record<string, string>
  }
}[keyof Responses<Id>]

/** Returns the caller of an operation that requires a key. */
export function callerOf({ caller }: Pick<Call, 'caller'>): Caller {
  if (!caller) throw new Error('the operation is public in the contract')
  return caller
}

/** Returns the owner of a tenant-scoped call's rows. `admit` has checked the caller and the tenant. */
export function ownerOf(call: Pick<Call, 'caller' | 'tenant'>): Owner {
  if (!call.caller || call.tenant === null) throw new Error('the operation is not tenant-scoped in the contract')
  return { partnerId: call.caller.partnerId, environment: call.caller.environment, tenant: call.tenant }
}
