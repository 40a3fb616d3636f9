/**
 * Rate limits: how much a partner may request, what callers are told about it, and how an operator changes it.
 *
 * Every operation takes from its bucket, counted per partner, environment and second; scoring takes from its tenant's
 * window of a minute too; an operation that asks an engine holds a slot while it runs. `platform/counters` does the
 * counting. Must never put a caller's own identifier into a key or an answer.
 */
import { createHmac } from 'node:crypto'
import type { Bucket, BucketState } from '../../../generated/types.gen.ts'
import type { Caller, Limits } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { MINUTE, SECOND, toIso } from '../../kit/time.ts'
import { callerOf } from '../../platform/contract/call.ts'
import type { Count, Lease, Slots } from '../../platform/counters/counters.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { parseNumbers } from '../../tables/partners.ts'
import { changeNumbers } from './partners.ts'

/** Requests per second: the sample in section 8 of the interface. */
const bucketLimits: Record<Bucket, number> = {
  criteria_ai: 2,
  criteria_current_reads: 60,
  scoring_intake_batch: 1,
  scoring_intake_single: 10,
  read_and_ops: 20,
  rate_limit_status: 2,
  analytics: 20,
}
/** The same section states the last two: requests per tenant in 60 s, and concurrent generations. */
export const defaultLimits: Limits = { ...bucketLimits, tenant_window: 100, criteria_ai_inflight: 4 }
const bucketWindowMs = SECOND
const tenantWindowMs = MINUTE
/**
 * A generation takes 10 to 20 s (interface, section 1), so with four in flight a slot frees about every 4 s; the end of
 * their leases is only the upper bound.
 */
const slotFreeMs = 4 * SECOND

type Needs = Pick<Services, 'counters' | 'timings' | 'secretKeys'>
type Headers = Record<string, string>

/** The partner's own limits, and the defaults for the rest. */
export function limitsOf({ limits }: Pick<Caller, 'limits'>): Limits {
  return { ...defaultLimits, ...limits }
}

/**
 * Takes one request from a bucket. `tell` receives the headers of the answer, refused or not.
 * @throws RATE_LIMITED
 */
export async function takeFromBucket(
  { counters }: Needs,
  caller: Caller,
  bucket: Bucket,
  tell: (headers: Headers) => void,
): Promise<void> {
  const count = await counters.take(keyOf(bucket, caller), limitsOf(caller)[bucket], bucketWindowMs)
  tell(headersOf(bucket, count))
  if (!count.allowed) throw tooMany('bucket', bucket, `takes ${count.limit} requests a second`, count.resetInMs)
}

/** Takes one request from a tenant's window. @throws RATE_LIMITED */
export async function takeFromTenantWindow(
  { counters, secretKeys }: Needs,
  caller: Caller,
  tenant: string,
  bucket: Bucket,
): Promise<void> {
  // A caller chooses its tenants' ids, and one may be a person's name: a keyed hash withstands a guess of names.
  const key = keyOf(`tenant_window:${createHmac('sha256', secretKeys[0]).update(tenant).digest('base64url')}`, caller)
  const count = await counters.take(key, limitsOf(caller).tenant_window, tenantWindowMs)
  if (!count.allowed)
    throw tooMany('tenant_window', bucket, `a tenant takes ${count.limit} requests in 60 seconds`, count.resetInMs)
}

/** Takes a slot for a request that asks an engine; the caller must release it. @throws RATE_LIMITED */
export async function takeSlot({ counters, timings }: Needs, caller: Caller, bucket: Bucket): Promise<Lease> {
  const limit = limitsOf(caller).criteria_ai_inflight
  const taken = await counters.acquire(keyOf('criteria_ai_inflight', caller), limit, timings.slotLeaseMs)
  if (taken.lease) return taken.lease
  throw tooMany('in_flight', bucket, `${limit} requests are in work, as many as may be`, slotWaitMs(taken.slots))
}

export const getRateLimitStatus: Handler<'getRateLimitStatus'> = async (call, { counters, clock }) => {
  const caller = callerOf(call)
  const limits = limitsOf(caller)
  const generatedAt = toIso(clock.now())
  const buckets = Object.keys(bucketLimits) as Bucket[]
  const [counts, slots] = await Promise.all([
    counters.peekAll(
      buckets.map((bucket) => ({ key: keyOf(bucket, caller), limit: limits[bucket] })),
      bucketWindowMs,
    ),
    counters.active(keyOf('criteria_ai_inflight', caller)),
  ])
  const states = buckets.map((bucket, index) => [bucket, stateOf(counts[index] as Count)])
  const limit = limits.criteria_ai_inflight
  return {
    status: 200,
    body: {
      partnerId: caller.partnerId,
      environment: caller.environment,
      generatedAt,
      degraded: counters.degraded() !== null,
      buckets: {
        ...(Object.fromEntries(states) as Record<Bucket, BucketState>),
        criteria_ai_inflight: {
          limit,
          active: slots.active,
          retryAfterSeconds: slots.active < limit ? 0 : toSeconds(slotWaitMs(slots)),
        },
      },
    },
  }
}

function stateOf({ limit, remaining, resetAt, resetInMs }: Count): BucketState {
  return { limit, remaining, resetAt: resetAt / SECOND, resetInSeconds: toSeconds(resetInMs) }
}

// ── the operator's changes ──────────────────────────────────────────────────────────────────────

/** A new number for each limit, or null for its default. */
export type LimitChanges = Partial<Record<keyof Limits, number | null>>

/** Changes a partner's limits, see `changeNumbers`, and returns the limits that now apply. @throws VALIDATION_ERROR */
export async function setLimits(
  services: Pick<Services, 'database' | 'clock'>,
  partnerName: string,
  changes: LimitChanges,
): Promise<Limits> {
  const { limits } = await changeNumbers(services, partnerName, 'limits', changes)
  return limitsOf({ limits: parseNumbers<Limits>(limits) })
}

// ── keys, answers ───────────────────────────────────────────────────────────────────────────────

function keyOf(what: string, { partnerId, environment }: Caller): string {
  return `${what}:${partnerId}:${environment}`
}

function headersOf(bucket: Bucket, { limit, remaining, resetAt, degraded }: Count): Headers {
  return {
    'X-RateLimit-Bucket': bucket,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt / SECOND),
    ...(degraded ? { 'X-RateLimit-Degraded': 'true' } : {}),
  }
}

type Refusal = 'bucket' | 'tenant_window' | 'in_flight'

function tooMany(code: Refusal, bucket: Bucket, message: string, waitMs: number): ServiceError {
  return new ServiceError('RATE_LIMITED', {
    retryAfterSeconds: toSeconds(waitMs),
    details: [{ field: bucket, code, message }],
  })
}

function slotWaitMs({ freeInMs }: Slots): number {
  return Math.min(freeInMs, slotFreeMs)
}

/** Rounded up, so that a caller that waits as told has waited long enough. */
function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND))
}
