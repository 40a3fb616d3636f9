/**
 * Quotas: how much a partner may store in each environment, and the error when it exceeds them. The numbers are in the
 * contract.
 */
import type { Allowed, Caller, Keeper, Quota } from '../../kit/caller.ts'
import { invalid, ServiceError } from '../../kit/errors.ts'
import { callerOf, ownerOf, type Call } from './call.ts'
import type { Contract } from './contract.ts'

/** Returns a partner's quotas: the numbers that the operator set, and its plan's numbers for the rest. */
export function allowedOf({ quotas }: Pick<Contract, 'quotas'>, caller: Pick<Caller, 'plan' | 'quotas'>): Allowed {
  return { ...quotas[caller.plan], ...caller.quotas }
}

/** Returns the caller of an operation that requires a key, with its quotas. */
export function allowedCallerOf(
  { contract }: { contract: Contract },
  call: Pick<Call, 'caller'>,
): Caller & { allowed: Allowed } {
  const caller = callerOf(call)
  return { ...caller, allowed: allowedOf(contract, caller) }
}

/** Returns the owner of the rows that a tenant-scoped call writes, with its quotas. */
export function keeperOf({ contract }: { contract: Contract }, call: Pick<Call, 'caller' | 'tenant'>): Keeper {
  return { ...ownerOf(call), allowed: allowedOf(contract, callerOf(call)) }
}

/** Returns the error for exceeding a quota: a VALIDATION_ERROR whose detail names the quota. */
export function limitReached(quota: Quota, allowed: number): ServiceError {
  const way = quota === 'openScoringJobs' ? 'wait until some jobs have ended' : 'delete items that are no longer needed'
  const message = `the quota of ${allowed} is reached; ${way}, or ask the operator to raise the quota`
  return invalid(quota, 'limit_reached', message)
}

/** Returns whether the error is about one of these quotas. */
export function isLimit(error: unknown, ...quotas: Quota[]): boolean {
  const { details = [] } = error instanceof ServiceError ? error : {}
  return details.some(({ field, code }) => code === 'limit_reached' && (quotas as string[]).includes(field))
}
