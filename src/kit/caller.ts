/** Types for the caller of a request, and for the owner of rows. */
import type { Bucket, Environment, Quotas } from '../../generated/types.gen.ts'

export type { Environment }

/**
 * A partner's limits in each environment: requests per second for each bucket, requests per minute for each tenant, and
 * concurrent generations.
 */
export type Limits = Record<Bucket | 'tenant_window' | 'criteria_ai_inflight', number>

/** The kinds of data that have a quota: a partner may store only a limited amount of each in each environment. */
export type Quota = keyof Quotas
/** The quotas in an environment; `criteriaBytes` is in bytes. */
export type Allowed = Record<Quota, number>

/** A partner's billing plan; `trial` has a monthly quota. */
export type Plan = 'standard' | 'trial'

/** The identity and rights of the caller who made a request, from its API key. */
export type Caller = {
  keyId: string
  partnerId: string
  environment: Environment
  permissions: ReadonlySet<string>
  /** Limits that the operator set for the partner. The defaults apply to all other limits. */
  limits: Partial<Limits>
  /** Quotas that the operator set for the partner. The plan's quotas apply to all other kinds of data. */
  quotas: Partial<Allowed>
  plan: Plan
}

/**
 * Identifies a tenant. `tenant` is the id that the caller chose. Every query of a tenant's rows takes the owner as its
 * first parameter.
 */
export type Owner = { partnerId: string; environment: Environment; tenant: string }

/** An owner with its quotas, for operations that store more data. */
export type Keeper = Owner & { allowed: Allowed }

/** The owner of rows that do not belong to a tenant: keys, endpoints, events. */
export type PartnerOwner = Pick<Owner, 'partnerId' | 'environment'>
