/**
 * Commits a request's changes together with the response that is stored under its idempotency key.
 *
 * If the process dies before the commit, nothing has changed and a key's lease expires; after the commit, a repeated
 * request gets the stored response.
 */
import { ServiceError } from '../../kit/errors.ts'
import { ownerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import type { OperationId } from '../../platform/contract/contract.ts'
import { allowedCallerOf } from '../../platform/contract/quotas.ts'
import type { Services } from '../../platform/services.ts'
import { boundKept } from '../../tables/kept-counts.ts'
import { sharePartner } from '../../tables/partners.ts'
import { findTenantId, holdTenant } from '../../tables/tenants.ts'
import { keysOf } from './idempotency.ts'
import { subjectOf, type IdempotencyNeeds } from './stored-answers.ts'

/**
 * Creates `Services.write`. Each write holds a shared lock on the tenant's row until its commit. So a deletion finds
 * everything that was written for the tenant, and nothing is written after it.
 */
export function createWriter(services: IdempotencyNeeds): Services['write'] {
  const { database, contract } = services
  return <Id extends OperationId>(
    call: Call<Id>,
    work: () => Promise<Reply<Id>>,
    subject?: Parameters<Services['write']>[2],
  ) => {
    const keys = keysOf(services, [call])
    return database.transaction(async () => {
      boundKept(database, allowedCallerOf(services, call))
      const answered = (await keys.lookUp()).get(call)
      if (answered?.ok) return answered.value.reply
      if (answered) throw answered.error
      const tenantId = call.tenant === null ? null : await holdTenant(database, ownerOf(call))
      // The tenant was deleted while the engine worked. The caller's data belonged to that tenant, so it must not be
      // stored.
      if (call.begunFor && call.begunFor !== tenantId)
        throw new ServiceError('TENANT_NOT_FOUND', { retryAfterSeconds: contract.retries.retryAfter.deletionSeconds })
      const reply = await work()
      // Refuses the write while the partner is held for a move. For a tenant, `holdTenant` has already checked this.
      if (tenantId === null && call.caller) await sharePartner(database, call.caller.partnerId)
      if (call.idempotencyKey !== null)
        await keys.store([{ call, reply, subject: subject?.(tenantId) ?? (await subjectOf(services, call)) }])
      return reply
    })
  }
}

/**
 * Returns the call with our id of its tenant in `begunFor`. The writer compares that id with the current one, because
 * the tenant may be deleted while the caller waits for an engine.
 */
export async function rememberTenant({ database }: Pick<Services, 'database'>, call: Call): Promise<Call> {
  return { ...call, begunFor: call.tenant === null ? null : await findTenantId(database, ownerOf(call)) }
}
