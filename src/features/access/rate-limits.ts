/**
 * Rate limits: enforces how much a partner may request, writes the headers and details that callers see, and applies
 * the operator's changes.
 *
 * Every operation takes a token from its bucket, which is counted per partner, environment and second. Scoring
 * operations also take one from their tenant's window, which lasts a minute. An operation that calls an engine,
 * simulates or uploads occupies a slot while it runs. The counters are in `platform/counters`, the numbers in the
 * contract's `x-rate-limits`. An identifier that a caller chose must never appear in a counter's key or a response.
 */
import type { Bucket } from '../../../generated/types.gen.ts'
import type { Caller, Limits } from '../../kit/caller.ts'
import { keyedHash } from '../../kit/encryption.ts'
import { ServiceError } from '../../kit/errors.ts'
import { SECOND } from '../../kit/time.ts'
import type { Contract } from '../../platform/contract/contract.ts'
import type { InFlight, Window } from '../../platform/contract/limits.ts'
import type { Count, Lease, Limited, Slots } from '../../platform/counters/counters.ts'
import type { Services } from '../../platform/services.ts'
import { parseNumbers } from '../../tables/partners.ts'
import { debtsOf } from './answer-debts.ts'
import { changeNumbers } from './partners.ts'

type Needs = Pick<Services, 'contract' | 'counters' | 'timings' | 'secretKeys' | 'clock'>
type Numbers = Pick<Contract, 'defaultLimits'>
type Headers = Record<string, string>

/** Returns the partner's limits: those that the operator set, and the defaults for the rest. */
export function limitsOf({ defaultLimits }: Numbers, { limits }: Pick<Caller, 'limits'>): Limits {
  return { ...defaultLimits, ...limits }
}

/**
 * Counts one request against a bucket and, if the bucket allows it, against the window of `tenant`, unless `tenant` is
 * null. Calls `setHeaders` with the rate-limit headers, even if it refuses the request.
 * @throws RATE_LIMITED
 */
export async function takeRequest(
  services: Needs,
  caller: Caller,
  bucket: Bucket,
  tenant: string | null,
  setHeaders: (headers: Headers) => void,
): Promise<void> {
  const taken = bucketOf(services, caller, bucket)
  const owedMs = payDebt(services, taken)
  const asked = tenant === null ? [taken] : [taken, tenantWindowOf(services, caller, tenant)]
  const [count, window] = (await services.counters.take(asked)) as [Count, Count | undefined]
  setHeaders(headersOf(bucket, count))
  if (window) setHeaders(windowHeadersOf(window))
  const { rateLimits } = services.contract
  if (!count.allowed) {
    const message = `the limit is ${requests(count, rateLimits.buckets[bucket])}`
    const isInDebt = owedMs > 0 || debtsOf(services.counters).isIn(taken.key)
    // A caller that is in debt may have stopped reading its responses, and would then leave this connection open too.
    const headers = isInDebt ? { Connection: 'close' } : undefined
    throw tooMany('bucket', bucket, message, { resetInMs: count.resetInMs + owedMs }, headers)
  }
  if (window) checkWindow(services, bucket, window)
}

/**
 * Charges a bucket for a large response: one token for each full or partial `x-sizes/answer/tokenBytes`. The request's
 * own token covers the first of these, so it is not charged again. The tokens are taken from the windows after the
 * response. `before`: the bytes of the response that were already charged.
 */
export function chargeAnswer(services: Needs, caller: Caller, bucket: Bucket, bytes: number, before = 0): void {
  const { tokenBytes } = services.contract.sizes.answer
  const costOf = (size: number) => Math.max(0, Math.ceil(size / tokenBytes) - 1)
  const tokens = costOf(bytes) - costOf(before)
  if (tokens > 0) debtsOf(services.counters).owe(bucketOf(services, caller, bucket), tokens, services.clock.now())
}

/**
 * Takes from a bucket's current window the tokens that it owes for large responses. Returns for how many milliseconds
 * after that window the remaining debt will take all of the bucket's tokens.
 */
export function payDebt({ counters, clock }: Pick<Needs, 'counters' | 'clock'>, bucket: Limited): number {
  const { tokens, restMs } = debtsOf(counters).due(bucket, clock.now())
  // This command is sent before the next request is counted, so it also takes effect first.
  if (tokens > 0) void counters.charge(bucket, tokens)
  return restMs
}

/**
 * Counts one request against a tenant's window only. Calls `setHeaders` with the window's headers. @throws RATE_LIMITED
 */
export async function takeFromTenantWindow(
  services: Needs,
  caller: Caller,
  bucket: Bucket,
  tenant: string,
  setHeaders: (headers: Headers) => void,
): Promise<void> {
  const [window] = (await services.counters.take([tenantWindowOf(services, caller, tenant)])) as [Count]
  setHeaders(windowHeadersOf(window))
  checkWindow(services, bucket, window)
}

function checkWindow({ contract }: Needs, bucket: Bucket, window: Count): void {
  if (window.allowed) return
  throw tooMany(
    'tenant_window',
    bucket,
    `the limit for each tenant is ${requests(window, contract.rateLimits.tenantWindow)}`,
    window,
  )
}

/**
 * Takes a slot for a request that calls an engine, simulates or uploads. The caller must release the slot.
 * @throws RATE_LIMITED
 */
export async function takeSlot({ contract, counters }: Needs, caller: Caller, bucket: Bucket): Promise<Lease> {
  const { name, limit, slotSeconds, retryAfterSecondsMax } = slotsOf(contract, caller, bucket)
  const taken = await counters.acquire(keyOf(name, caller), limit, slotSeconds * SECOND)
  if (taken.lease) return taken.lease
  const resetInMs = slotWaitMs(taken.slots, retryAfterSecondsMax)
  throw tooMany('in_flight', bucket, `the maximum of ${limit} concurrent requests is in progress`, { resetInMs })
}

/**
 * Returns the limit on concurrent requests for an operation, by its bucket: uploads are in `scoring_intake_single`,
 * calls to an engine in `criteria_ai`, and simulations in the other buckets.
 */
function slotsOf(contract: Needs['contract'], caller: Caller, bucket: Bucket): InFlight & { name: string } {
  const { inFlight, simulations, uploads } = contract.rateLimits
  if (bucket === 'scoring_intake_single') return { name: 'uploads', ...uploads }
  if (bucket !== 'criteria_ai') return { name: 'simulations', ...simulations }
  return { name: 'criteria_ai_inflight', ...inFlight, limit: limitOf(contract, caller, 'criteria_ai_inflight') }
}

// ── the operator's changes ──────────────────────────────────────────────────────────────────────

/** The new value of each limit to change; null restores its default. */
export type LimitChanges = Partial<Record<keyof Limits, number | null>>

/** Changes a partner's limits (see `changeNumbers`) and returns all limits that now apply. @throws VALIDATION_ERROR */
export async function setLimits(
  services: Pick<Services, 'database' | 'clock'> & { contract: Numbers },
  partnerName: string,
  changes: LimitChanges,
): Promise<Limits> {
  const { limits } = await changeNumbers(services, partnerName, 'limits', changes)
  return limitsOf(services.contract, { limits: parseNumbers<Limits>(limits) })
}

// ── counter keys and responses ──────────────────────────────────────────────────────────────────

export function keyOf(what: string, { partnerId, environment }: Caller): string {
  return `${what}:${partnerId}:${environment}`
}

/** Returns a caller's bucket for the counters. */
export function bucketOf({ contract }: Needs, caller: Caller, bucket: Bucket): Limited {
  const { windowSeconds } = contract.rateLimits.buckets[bucket]
  return { key: keyOf(bucket, caller), limit: limitOf(contract, caller, bucket), windowMs: windowSeconds * SECOND }
}

export function limitOf({ defaultLimits }: Numbers, { limits }: Caller, name: keyof Limits): number {
  return limits[name] ?? defaultLimits[name]
}

/**
 * Returns a tenant's window for the counters. Its key contains a hash of the tenant's id, because the id may be a
 * person's name. A keyed hash cannot be reversed by guessing names.
 */
export function tenantWindowOf({ contract, secretKeys }: Needs, caller: Caller, tenant: string): Limited {
  const { windowSeconds } = contract.rateLimits.tenantWindow
  const hash = keyedHash(secretKeys, tenant)
  const limit = limitOf(contract, caller, 'tenant_window')
  return { key: keyOf(`tenant_window:${hash}`, caller), limit, windowMs: windowSeconds * SECOND }
}

function headersOf(bucket: Bucket, { limit, remaining, resetAt, degraded }: Count): Headers {
  const headers = {
    'X-RateLimit-Bucket': bucket,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt / SECOND),
  }
  return degraded ? { ...headers, 'X-RateLimit-Degraded': 'true' } : headers
}

function windowHeadersOf({ limit, remaining, resetAt }: Count): Headers {
  return {
    'X-RateLimit-Tenant-Limit': String(limit),
    'X-RateLimit-Tenant-Remaining': String(remaining),
    'X-RateLimit-Tenant-Reset': String(resetAt / SECOND),
  }
}

type Refusal = 'bucket' | 'tenant_window' | 'in_flight'

function tooMany(
  code: Refusal,
  bucket: Bucket,
  message: string,
  { resetInMs }: Pick<Count, 'resetInMs'>,
  headers?: Headers,
): ServiceError {
  return new ServiceError('RATE_LIMITED', {
    headers,
    retryAfterSeconds: toSeconds(resetInMs),
    details: [{ field: bucket, code, message }],
  })
}

/** Returns how long a caller should wait for a slot. Slots are usually freed long before the first lease ends. */
export function slotWaitMs({ freeInMs }: Slots, retryAfterSecondsMax: number): number {
  return Math.min(freeInMs, retryAfterSecondsMax * SECOND)
}

function requests({ limit }: Count, { windowSeconds }: Window): string {
  return `${limit} requests ${windowSeconds === 1 ? 'per second' : `per ${windowSeconds} seconds`}`
}

/** Rounds up to whole seconds, so that a caller who waits this long has waited long enough. */
export function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND))
}
