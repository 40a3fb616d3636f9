/**
 * The writers: what a request changes, and the answer that its idempotency key repeats, commit together.
 *
 * If the process dies before the commit, nothing has happened and a key's lease runs out; after it, a repeated request
 * gets the stored answer.
 */
import { ServiceError } from '../../kit/errors.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { callerOf, ownerOf, type Call, type FreeKey, type Reply } from '../../platform/contract/call.ts'
import type { OperationId } from '../../platform/contract/contract.ts'
import { allowedOf } from '../../platform/contract/quotas.ts'
import type { Services } from '../../platform/services.ts'
import { boundKept } from '../../tables/kept-counts.ts'
import { findTenantId, holdTenant } from '../../tables/tenants.ts'
import { assumeFree, firstOfEach, isKeyed, lookUpAgain, type Found, type Keyed } from './idempotency.ts'
import { keepAnswers, storeAnswer, subjectOf, type IdempotencyNeeds } from './stored-answers.ts'

/**
 * The one writer: effect and stored answer commit together, see `Services.write`. It keeps a shared lock on the tenant's
 * row until the commit, so that a deletion finds all that was written for the tenant, and nothing is written after it.
 */
export function createWriter(services: IdempotencyNeeds): Services['write'] {
  const { database, contract } = services
  return <Id extends OperationId>(call: Call<Id>, work: () => Promise<Reply<Id>>) => {
    let known = call.freeKey
    return database.transaction(async () => {
      bound(services, call)
      const looked = (await look(services, [call], () => known)).get(call)
      known = null
      if (looked?.ok === false) throw looked.error
      const found = looked?.value
      if (found && 'replay' in found) return found.replay
      const tenantId = call.tenant === null ? null : await holdTenant(database, ownerOf(call))
      // The tenant was deleted while an engine worked: what the caller sent belongs to the deleted data.
      if (call.begunFor && call.begunFor !== tenantId)
        throw new ServiceError('TENANT_NOT_FOUND', { retryAfterSeconds: contract.retries.retryAfter.deletionSeconds })
      const reply = await work()
      if (!found && !call.lease) return reply
      const answered = { call, reply, subject: await subjectOf(services, call) }
      if (call.lease) await storeAnswer(services, { ...answered, lease: call.lease })
      else if (found) await keepAnswers(services, [{ ...answered, free: found.free }])
      return reply
    })
  }
}

/** From here on, the transaction keeps no more for the caller than it may. */
function bound({ database, contract }: IdempotencyNeeds, call: Call): void {
  const caller = callerOf(call)
  boundKept(database, { ...caller, allowed: allowedOf(contract, caller) })
}

/**
 * After a group was undone, mostly by a repeat, groups look their keys up for so long: a client that repeats one request
 * often repeats many.
 */
const watchfulMs = 1_000

/**
 * The same for calls of many callers, which share a transaction: `work` gets those that have no stored answer, and what
 * it refuses leaves its key free. Its tenants' rows are `work`'s to lock.
 */
export function createGroupWriter(services: IdempotencyNeeds): Services['writeAll'] {
  const { database } = services
  let undoneAt = -Infinity
  return (calls, work) => {
    const isWatchful = performance.now() - undoneAt < watchfulMs
    const known = (call: Keyed) => call.freeKey ?? (isWatchful ? null : assumeFree(services, call))
    let isFirst = true
    return database.transaction(async () => {
      for (const call of calls) bound(services, call)
      if (!isFirst) undoneAt = performance.now()
      const keys = await look(services, calls, isFirst ? known : () => null)
      isFirst = false
      const freeOf = (call: Call) => {
        const key = keys.get(call)
        return key?.ok && 'free' in key.value ? key.value.free : null
      }
      const open = calls.filter((call) => !keys.has(call) || freeOf(call))
      const { outcomes, written } = open.length > 0 ? await work(open) : nothing
      const answered = open.flatMap((call, index) => {
        const [outcome, free] = [outcomes[index], freeOf(call)]
        return outcome?.ok && free ? [{ call, free, ...outcome.value }] : []
      })
      // They are sealed while the database is at the effect's rows, and are its next statement.
      await Promise.all([written, keepAnswers(services, answered)])
      const results = new Map(open.map((call, index) => [call, outcomes[index] as (typeof outcomes)[number]]))
      return calls.map((call) => {
        const result = results.get(call)
        if (result) return result.ok ? { ok: true, value: result.value.reply } : result
        const key = keys.get(call) as Outcome<Found>
        return key.ok ? { ok: true, value: (key.value as { replay: Reply }).replay } : key
      })
    })
  }
}

const nothing = { outcomes: [], written: Promise.resolve() }

/**
 * What the keys of these calls say to a transaction. `known`: what was found before it, or null, also where a twin has
 * overtaken it and it runs again; if any is null, all are looked up in it.
 */
async function look(
  services: IdempotencyNeeds,
  calls: Call[],
  known: (call: Keyed) => FreeKey | null,
): Promise<Map<Call, Outcome<Found>>> {
  const keyed = calls.filter((call) => isKeyed(call) && !call.lease) as Keyed[]
  if (keyed.length === 0) return new Map()
  const before = keyed.flatMap((call) => known(call) ?? [])
  const looked =
    before.length === keyed.length
      ? before.map((free) => ({ ok: true as const, value: { free } }))
      : await lookUpAgain(services, keyed)
  const found = firstOfEach(services, looked)
  return new Map(keyed.map((call, index) => [call, found[index] as Outcome<Found>]))
}

/**
 * The call with the tenant's row as it is now, which the writer compares at the end: the tenant may be deleted while an
 * engine keeps the caller waiting.
 */
export async function rememberTenant({ database }: Pick<Services, 'database'>, call: Call): Promise<Call> {
  return { ...call, begunFor: call.tenant === null ? null : await findTenantId(database, ownerOf(call)) }
}
