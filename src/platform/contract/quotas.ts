/** Quotas: how much a partner may keep in each environment, and the refusal of more. The numbers stand in the contract. */
import type { Allowed, Caller, Keeper, Quota } from '../../kit/caller.ts'
import { invalid, type ServiceError } from '../../kit/errors.ts'
import { callerOf, ownerOf, type Call } from './call.ts'
import type { Contract } from './contract.ts'

/** The partner's own quotas, and those of its plan for the rest. */
export function allowedOf({ quotas }: Pick<Contract, 'quotas'>, caller: Pick<Caller, 'plan' | 'quotas'>): Allowed {
  return { ...quotas[caller.plan], ...caller.quotas }
}

/** The owner of what a tenant-scoped call writes, with what it may keep. */
export function keeperOf({ contract }: { contract: Contract }, call: Pick<Call, 'caller' | 'tenant'>): Keeper {
  return { ...ownerOf(call), allowed: allowedOf(contract, callerOf(call)) }
}

/** The refusal of more than a quota allows: a VALIDATION_ERROR whose detail names the quota. */
export function limitReached(quota: Quota, allowed: number): ServiceError {
  const message = `the quota of ${allowed} is reached; delete items that are no longer needed, or ask the operator to raise the quota`
  return invalid(quota, 'limit_reached', message)
}
