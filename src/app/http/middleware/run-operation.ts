/** Runs an operation's handler, with the call's idempotency key and a slot for concurrent requests. */
import type { Bucket } from '../../../../generated/types.gen.ts'
import { isKeyed, lookUp, release, reserve, type Keyed } from '../../../features/access/idempotency.ts'
import { takeSlot } from '../../../features/access/rate-limits.ts'
import { rememberTenant } from '../../../features/access/writer.ts'
import { ServiceError } from '../../../kit/errors.ts'
import { callerOf, type Call, type Reply } from '../../../platform/contract/call.ts'
import type { Services } from '../../../platform/services.ts'

/** Any operation's handler; `handlers.ts` checks its types. */
export type AnyHandler = (call: Call, services: Services) => Promise<Reply>

/**
 * Runs the operation of a call, or returns the answer that is stored under the call's idempotency key. An operation
 * that calls an engine reserves the key before it starts. Any other operation takes the key in the transaction that
 * makes its changes: see `Services.write`. The key of an upload is looked up only in that transaction, because the
 * file's hash, which identifies the request, is known only then.
 */
export function perform(services: Services, call: Call, handler: AnyHandler): Promise<Reply> {
  return isKeyed(call) && call.file === null ? performOnce(services, call, handler) : run(services, call, handler)
}

async function performOnce(services: Services, call: Keyed, handler: AnyHandler): Promise<Reply> {
  if (!call.operation.inFlightCap) {
    const found = await lookUp(services, call)
    if ('replay' in found) return found.replay
    return run(services, { ...call, freeKey: found.free }, handler).catch((error) =>
      answerOfTwin(services, call, error),
    )
  }
  const reserved = await reserve(services, call)
  if ('replay' in reserved) return reserved.replay
  try {
    return await run(services, { ...call, lease: reserved.lease }, handler)
  } catch (error) {
    await release(services, reserved.lease).catch((cause: unknown) =>
      services.log.warn({ err: cause }, 'could not release an idempotency key: it stays reserved until its lease ends'),
    )
    throw error
  }
}

/** Returns the answer that a concurrent request with the same key has stored. @throws `failure` if there is none */
async function answerOfTwin(services: Services, call: Keyed, failure: unknown): Promise<Reply> {
  if (!(failure instanceof ServiceError && failure.code === 'IDEMPOTENCY_REQUEST_IN_PROGRESS')) throw failure
  const found = await lookUp(services, call)
  if ('replay' in found) return found.replay
  throw failure
}

/**
 * Runs the handler. If the operation limits concurrent requests, the call occupies a slot until its handler ends. A
 * handler also ends soon after its caller disconnects.
 */
function run(services: Services, call: Call, handler: AnyHandler): Promise<Reply> {
  const { bucket, inFlightCap } = call.operation
  return inFlightCap && bucket ? runInSlot(services, call, handler, bucket) : handler(call, services)
}

async function runInSlot(services: Services, call: Call, handler: AnyHandler, bucket: Bucket): Promise<Reply> {
  const slot = await takeSlot(services, callerOf(call), bucket)
  try {
    return await handler(await rememberTenant(services, call), services)
  } finally {
    await slot.release()
  }
}
