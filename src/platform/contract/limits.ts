/** Reads the numbers in the contract's root members: every limit that a partner or an operator can reach. */
import { numberMembers, type Numbers } from '../../../generated/numbers.gen.ts'
import type { Bucket } from '../../../generated/types.gen.ts'
import type { Limits } from '../../kit/caller.ts'

export type { Numbers }
export type Sizes = Numbers['sizes']
type RateLimits = Numbers['rateLimits']
/** The number of requests per window, and the window's length. */
export type Window = RateLimits['tenantWindow']
/**
 * The number of concurrent requests. A slot whose process died is freed after `slotSeconds`; `Retry-After` is at most
 * `retryAfterSecondsMax`.
 */
export type InFlight = RateLimits['inFlight']

/** Reads the root members of a contract. @throws Error if one is missing */
export function readNumbers(document: object): Numbers {
  const all = document as Record<string, unknown>
  for (const member of Object.values(numberMembers))
    if (!all[member]) throw new Error(`the contract has no ${member}: run \`make generate\``)
  return Object.fromEntries(Object.entries(numberMembers).map(([name, member]) => [name, all[member]])) as Numbers
}

/** Returns the limits that a partner has unless the operator has set others. */
export function defaultLimitsOf({ buckets, tenantWindow, inFlight }: RateLimits): Limits {
  const limits = Object.entries(buckets).map(([bucket, { limit }]) => [bucket, limit])
  return {
    ...(Object.fromEntries(limits) as Record<Bucket, number>),
    tenant_window: tenantWindow.limit,
    criteria_ai_inflight: inFlight.limit,
  }
}
