/**
 * The writers: what a request changes, and the answer that its idempotency key repeats, commit together.
 *
 * If the process dies before the commit, nothing has happened and the key's lease runs out; after it, a repeated request
 * gets the stored answer.
 */
import { ServiceError } from '../../kit/errors.ts'
import type { Outcome } from '../../platform/concurrency/group.ts'
import { ownerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import type { OperationId } from '../../platform/contract/contract.ts'
import type { Services } from '../../platform/services.ts'
import { deleteIdempotentLease } from '../../tables/idempotent-answers.ts'
import { findTenantId, holdTenant } from '../../tables/tenants.ts'
import {
  isKeyed,
  reserveAll,
  reserveOne,
  storeAnswers,
  subjectOf,
  type Answered,
  type IdempotencyNeeds,
  type Reserved,
} from './idempotency.ts'

/**
 * The one writer: reservation of the key, effect and stored answer commit together, see `Services.write`. It keeps a
 * shared lock on the tenant's row until the commit, so that a deletion finds all that was written for the tenant, and
 * nothing is written after it.
 */
export function createWriter(services: IdempotencyNeeds): Services['write'] {
  const { database } = services
  return <Id extends OperationId>(call: Call<Id>, work: () => Promise<Reply<Id>>) =>
    database.transaction(async () => {
      const reserved = call.lease ? { lease: call.lease } : isKeyed(call) ? await reserveOne(services, call) : null
      if (reserved && 'replay' in reserved) return reserved.replay as Reply<Id>
      const tenantId = call.tenant === null ? null : await holdTenant(database, ownerOf(call))
      // The tenant was deleted while an engine worked: what the caller sent belongs to the deleted data.
      if (call.begunFor && call.begunFor !== tenantId)
        throw new ServiceError('TENANT_NOT_FOUND', { retryAfterSeconds: 1 })
      const reply = await work()
      if (reserved) {
        const subject = await subjectOf(services, call)
        await storeAnswers(services, [{ call, lease: reserved.lease, reply, subject }])
      }
      return reply
    })
}

/**
 * The same for calls of many callers, which share a transaction: `work` gets those that have no stored answer, and what
 * it refuses frees its key. Its tenants' rows are `work`'s to lock.
 */
export function createGroupWriter(services: IdempotencyNeeds): Services['writeAll'] {
  const { database } = services
  return (calls, work) =>
    database.transaction(async () => {
      const keyed = calls.filter(isKeyed)
      const reserved = keyed.length > 0 ? await reserveAll(services, keyed) : []
      const keys = new Map<Call, Outcome<Reserved>>(
        keyed.map((call, index) => [call, reserved[index] as Outcome<Reserved>]),
      )
      const leaseOf = (call: Call) => {
        const key = keys.get(call)
        return key?.ok && 'lease' in key.value ? key.value.lease : null
      }
      const open = calls.filter((call) => !keys.has(call) || leaseOf(call))
      const written = open.length > 0 ? await work(open) : []
      const answered = open.flatMap((call, index): Answered[] => {
        const [outcome, lease] = [written[index], leaseOf(call)]
        return outcome?.ok && lease ? [{ call, lease, ...outcome.value }] : []
      })
      await storeAnswers(services, answered)
      const refused = open.flatMap((call, index) => (written[index]?.ok ? [] : (leaseOf(call) ?? [])))
      for (const { id, leaseId } of refused) await deleteIdempotentLease(database, id, leaseId)
      const results = new Map(open.map((call, index) => [call, written[index] as (typeof written)[number]]))
      return calls.map((call) => {
        const result = results.get(call)
        if (result) return result.ok ? { ok: true, value: result.value.reply } : result
        const key = keys.get(call) as Outcome<Reserved>
        return key.ok ? { ok: true, value: (key.value as { replay: Reply }).replay as never } : key
      })
    })
}

/**
 * The call with the tenant's row as it is now, which the writer compares at the end: the tenant may be deleted while an
 * engine keeps the caller waiting.
 */
export async function rememberTenant({ database }: Pick<Services, 'database'>, call: Call): Promise<Call> {
  return { ...call, begunFor: call.tenant === null ? null : await findTenantId(database, ownerOf(call)) }
}
