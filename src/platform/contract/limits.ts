/** The numbers of the contract's root members: everything that a partner or an operator can meet. */
import { numberMembers, type Numbers } from '../../../generated/numbers.gen.ts'
import type { Bucket } from '../../../generated/types.gen.ts'
import type { Limits } from '../../kit/caller.ts'

export type { Numbers }
export type Sizes = Numbers['sizes']
type RateLimits = Numbers['rateLimits']
/** The number of requests in each window of that length. */
export type Window = RateLimits['tenantWindow']
/**
 * The number of requests at once. A slot whose process died becomes free after `slotSeconds`; a refused caller is told
 * to wait for `retryAfterSecondsMax` at most.
 */
export type InFlight = RateLimits['inFlight']

/** Reads the root members of a contract. @throws Error when it lacks one */
export function readNumbers(document: object): Numbers {
  const all = document as Record<string, unknown>
  for (const member of Object.values(numberMembers))
    if (!all[member]) throw new Error(`the contract has no ${member}: run \`make generate\``)
  return Object.fromEntries(Object.entries(numberMembers).map(([name, member]) => [name, all[member]])) as Numbers
}

/** What a partner may request unless the operator set another number for it. */
export function defaultLimitsOf({ buckets, tenantWindow, inFlight }: RateLimits): Limits {
  const limits = Object.entries(buckets).map(([bucket, { limit }]) => [bucket, limit])
  return {
    ...(Object.fromEntries(limits) as Record<Bucket, number>),
    tenant_window: tenantWindow.limit,
    criteria_ai_inflight: inFlight.limit,
  }
}
