/** The state of a caller's limits, which it may ask for without taking from any but this operation's own bucket. */
import type { Bucket, BucketState, RateLimitStatus } from '../../../generated/types.gen.ts'
import type { Caller } from '../../kit/caller.ts'
import { storedJson, written } from '../../kit/stored-json.ts'
import { SECOND, toIso } from '../../kit/time.ts'
import { callerOf } from '../../platform/contract/call.ts'
import type { Count, Limited, Slots, State } from '../../platform/counters/counters.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { bucketsOf, keyOf, limitOf, slotWaitMs, payDebt, tenantWindowOf, toSeconds } from './rate-limits.ts'

type Buckets = RateLimitStatus['buckets']

export const getRateLimitStatus: Handler<'getRateLimitStatus'> = async (call, services) => {
  const { contract, counters, clock } = services
  const caller = callerOf(call)
  const named = call.headers?.['X-Tenant-Id'] ?? ''
  const own = contract.externalId.test(named) ? tenantWindowOf(services, caller, named) : null
  const generatedAt = toIso(clock.now())
  const known = knownOf(services, caller)
  for (const bucket of known.windows) payDebt(services, bucket)
  const state = await counters.look({ windows: known.windows, own, slots: known.slots })
  const { partnerId, environment } = caller
  const body = () => ({
    partnerId,
    environment,
    generatedAt,
    degraded: counters.degraded() !== null,
    buckets: storedJson<Buckets>(bucketsText(services, caller, known, state)),
    ...(state.own === null ? {} : { tenantWindow: stateOf(state.own) }),
  })
  return { status: 200, body: written(body) }
}

/** What a caller looks at, and what it was told last: those who ask together are told the same, which is written once. */
type Known = { windows: Limited[]; slots: string; told: Pick<State, 'counts' | 'slots'> | null; text: string }

const knownOfCallers = new WeakMap<Caller, Known>()

function knownOf(services: Services, caller: Caller): Known {
  const known = knownOfCallers.get(caller)
  if (known) return known
  const windows = Object.values(bucketsOf(services, caller))
  const made = { windows, slots: keyOf('criteria_ai_inflight', caller), told: null, text: '' }
  knownOfCallers.set(caller, made)
  return made
}

function bucketsText(services: Services, caller: Caller, known: Known, { counts, slots }: State): string {
  if (known.told?.counts === counts && known.told.slots === slots) return known.text
  const names = Object.keys(bucketsOf(services, caller))
  const buckets = names.map((name, index) => [name, stateOf(counts[index] as Count)])
  known.text = JSON.stringify({
    ...(Object.fromEntries(buckets) as Record<Bucket, BucketState>),
    criteria_ai_inflight: slotsState(services, caller, slots),
  } satisfies Buckets)
  known.told = { counts, slots }
  return known.text
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
