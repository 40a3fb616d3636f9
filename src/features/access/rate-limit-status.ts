/** Returns the state of a caller's limits. Reading them takes a token only from this operation's own bucket. */
import type { Bucket, BucketState, RateLimitStatus } from '../../../generated/types.gen.ts'
import type { Caller } from '../../kit/caller.ts'
import { SECOND, toIso } from '../../kit/time.ts'
import { callerOf } from '../../platform/contract/call.ts'
import type { Count, Slots } from '../../platform/counters/counters.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { bucketOf, keyOf, limitOf, slotWaitMs, payDebt, tenantWindowOf, toSeconds } from './rate-limits.ts'

type Buckets = RateLimitStatus['buckets']

export const getRateLimitStatus: Handler<'getRateLimitStatus'> = async (call, services) => {
  const { contract, counters, clock } = services
  const caller = callerOf(call)
  const generatedAt = toIso(clock.now())
  const names = Object.keys(contract.rateLimits.buckets) as Bucket[]
  const windows = names.map((name) => bucketOf(services, caller, name))
  for (const window of windows) payDebt(services, window)
  const tenant = call.headers?.['X-Tenant-Id'] ?? ''
  const own = contract.externalId.test(tenant) ? tenantWindowOf(services, caller, tenant) : null
  const state = await counters.look({ windows, own, slots: keyOf('criteria_ai_inflight', caller) })
  const buckets = names.map((name, index) => [name, stateOf(state.counts[index] as Count)])
  const body = {
    partnerId: caller.partnerId,
    environment: caller.environment,
    generatedAt,
    degraded: counters.degraded() !== null,
    buckets: {
      ...(Object.fromEntries(buckets) as Record<Bucket, BucketState>),
      criteria_ai_inflight: slotsState(services, caller, state.slots),
    },
    ...(state.own === null ? {} : { tenantWindow: stateOf(state.own) }),
  }
  return { status: 200, body }
}

function stateOf({ limit, remaining, resetAt, resetInMs }: Count): BucketState {
  return { limit, remaining, resetAt: resetAt / SECOND, resetInSeconds: toSeconds(resetInMs) }
}

function slotsState({ contract }: Services, caller: Caller, slots: Slots): Buckets['criteria_ai_inflight'] {
  const limit = limitOf(contract, caller, 'criteria_ai_inflight')
  const { retryAfterSecondsMax } = contract.rateLimits.inFlight
  const isFree = slots.active < limit
  return {
    limit,
    active: slots.active,
    retryAfterSeconds: isFree ? 0 : toSeconds(slotWaitMs(slots, retryAfterSecondsMax)),
  }
}
