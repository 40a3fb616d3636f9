/**
 * An admitted request becomes a call, and the call is performed once: idempotency, in-flight slot, operation.
 */
import type { Request, Response } from 'express'
import { release, reserve } from '../../features/access/idempotency.ts'
import { takeSlot } from '../../features/access/rate-limits.ts'
import { ownerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Services } from '../../platform/services.ts'
import { findTenantId } from '../../tables/tenants.ts'
import type { Admitted } from './gate.ts'

/** Any operation's handler; its types are checked where the handlers are listed. */
export type AnyHandler = (call: Call, services: Services) => Promise<Reply>

export function toCall(operation: Operation, request: Request, response: Response, admitted: Admitted): Call {
  const hungUp = new AbortController()
  response.once('close', () => response.writableFinished || hungUp.abort())
  if (response.closed) hungUp.abort()
  return {
    ...admitted,
    operation,
    path: request.params as unknown as Call['path'],
    query: request.query as unknown as Call['query'],
    headers: Object.fromEntries(
      operation.headerNames.map((name) => [name, request.get(name)]),
    ) as unknown as Call['headers'],
    body: request.body as Call['body'],
    url: request.path,
    idempotencyKey: operation.idempotent ? (request.get('idempotency-key') ?? null) : null,
    signal: hungUp.signal,
    lease: null,
  }
}

/** The operation, or under an idempotency key the answer that it gave before. */
export async function perform(services: Services, call: Call, handler: AnyHandler): Promise<Reply> {
  if (call.idempotencyKey === null) return run(services, call, handler)
  const reserved = await reserve(services, call, call.idempotencyKey)
  if ('replay' in reserved) {
    const { replay } = reserved
    return { ...replay, headers: { ...replay.headers, 'Idempotent-Replayed': 'true' } } as Reply
  }
  try {
    return await run(services, { ...call, lease: reserved.lease }, handler)
  } catch (error) {
    await release(services, reserved.lease).catch((cause: unknown) =>
      services.log.warn({ err: cause }, 'an idempotency key stays reserved until its lease ends'),
    )
    throw error
  }
}

/** A slot is held until the handler ends: at its answer, its failure, or soon after its caller hung up. */
async function run(services: Services, call: Call, handler: AnyHandler): Promise<Reply> {
  const { bucket, inFlightCap } = call.operation
  if (!inFlightCap || !bucket || !call.caller) return handler(call, services)
  const slot = await takeSlot(services, call.caller, bucket)
  try {
    const begunFor = call.tenant === null ? null : await findTenantId(services.database, ownerOf(call))
    return await handler({ ...call, begunFor }, services)
  } finally {
    await slot.release()
  }
}
