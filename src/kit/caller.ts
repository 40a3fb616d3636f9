/** Who calls, and whose rows a call may touch. */
import type { Bucket } from '../../generated/types.gen.ts'

/** Set by the key. */
export type Environment = 'SANDBOX' | 'PRODUCTION'

/**
 * How much a partner may ask for in each environment: requests per second of each bucket, requests per minute of each
 * tenant, generations at once.
 */
export type Limits = Record<Bucket | 'tenant_window' | 'criteria_ai_inflight', number>

/** What a partner pays by: `trial` has a monthly quota. */
export type Plan = 'standard' | 'trial'

/** What a key stands for. */
export type Caller = {
  keyId: string
  partnerId: string
  environment: Environment
  permissions: ReadonlySet<string>
  /** Those that the operator set for the partner; the others are the default ones. */
  limits: Partial<Limits>
  plan: Plan
}

/** A tenant by the caller's own id of it; every finder of a tenant's rows takes it first. */
export type Owner = { partnerId: string; environment: Environment; tenant: string }

/** Whose what is no tenant's: keys, endpoints, events. */
export type PartnerOwner = Pick<Owner, 'partnerId' | 'environment'>
