/**
 * Checks, from responses alone, whether each bucket allows exactly its limit. Groups requests by the window that the
 * server reports in `X-RateLimit-Reset`.
 */
import type { RateLimits } from '../lib/plan.ts'
import type { Refusal, Sample } from '../lib/sample.ts'
import { checkOf, type Check } from './check.ts'
import type { ServerClock } from './clock.ts'

type Size = { limit: number; windowSeconds: number }

/** Returns one check for each bucket. */
export function judgeBuckets(samples: Sample[], limits: RateLimits, clock: ServerClock | null): Check[] {
  const byBucket = Map.groupBy(samples, ({ bucket }) => bucket)
  return Object.entries(limits.buckets).map(([name, size]) => judgeBucket(name, size, byBucket.get(name) ?? [], clock))
}

function judgeBucket(name: string, size: Size, samples: Sample[], clock: ServerClock | null): Check {
  const silent = samples.filter(({ reset }) => reset === undefined)
  const windows = Map.groupBy(
    samples.filter(({ reset }) => reset !== undefined),
    ({ partner, reset }) => `partner ${partner}, window that ends at ${reset}`,
  )
  const faults = [
    ...(samples.length === 0 ? ['no request was made'] : []),
    ...(silent.length > 0 ? [`${silent.length} answers without X-RateLimit headers (${silent[0]?.status})`] : []),
    ...[...windows].flatMap(([title, inside]) =>
      [...countFaults(size, inside), ...headerFaults(size, inside)].map((fault) => `${title}: ${fault}`),
    ),
    ...samples.flatMap((sample) => momentFaults(size, sample, clock)),
    ...waitFaults(samples),
  ]
  return checkOf('limits', name, faults, `${windows.size}/${windows.size} windows`)
}

/**
 * Checks that a window allowed exactly the limit, or all requests if there were fewer, and counted each token once.
 */
function countFaults({ limit }: Size, inside: Sample[]): string[] {
  const admitted = inside.filter(({ refusal }) => refusal !== 'bucket')
  const due = Math.min(limit, inside.length)
  if (admitted.length !== due) return [`${admitted.length} of ${inside.length} let through instead of ${due}`]
  const left = admitted.map(({ remaining }) => remaining as number).sort((one, other) => other - one)
  const isCountdown = left.every((remaining, index) => remaining === limit - 1 - index)
  return isCountdown ? [] : [`X-RateLimit-Remaining counts ${left.join(', ')}`]
}

function headerFaults({ limit, windowSeconds }: Size, inside: Sample[]): string[] {
  const { reset = 0 } = inside[0] as Sample
  return [
    ...(reset % windowSeconds === 0 ? [] : [`X-RateLimit-Reset is no multiple of ${windowSeconds} s`]),
    ...(inside.every((sample) => sample.limit === limit) ? [] : [`X-RateLimit-Limit is not the contract's ${limit}`]),
    ...(inside.some(({ isDegraded }) => isDegraded) ? ['X-RateLimit-Degraded: each process counts for itself'] : []),
  ]
}

/** Checks that the time of each request is inside its window, within the error of the clocks. */
function momentFaults({ windowSeconds }: Size, sample: Sample, clock: ServerClock | null): string[] {
  if (!clock || sample.reset === undefined) return []
  const earliest = sample.from + clock.offsetMs - clock.errorMs
  const latest = sample.to + clock.offsetMs + clock.errorMs
  const end = 1_000 * sample.reset
  if (earliest < end && latest >= end - 1_000 * windowSeconds) return []
  const awayMs = Math.ceil(earliest >= end ? earliest - end : end - 1_000 * windowSeconds - latest)
  return [`the window that ends at ${sample.reset} misses the moment of its request by ${awayMs} ms or more`]
}

/** Checks that a caller that waits as long as requested is accepted. */
function waitFaults(samples: Sample[]): string[] {
  const late = samples.filter(({ isAfterWait, refusal }) => isAfterWait && refusal !== undefined)
  const unsaid = samples.filter(({ refusal, retryAfter }) => refusal === 'bucket' && !((retryAfter ?? 0) >= 1))
  return [
    ...late.map(({ refusal }) => `refused (${refusal}) after the wait that Retry-After asked for`),
    ...(unsaid.length > 0 ? [`${unsaid.length} refusals without a Retry-After of a second or more`] : []),
  ]
}

/**
 * Checks that no request is refused below the limits. If the generator is late, it sends two requests where one was
 * due. The window is then full and the refusal is correct, but the load was not as planned. `kinds` are the kinds of
 * refusals to look for.
 */
export function judgeCalm(
  group: string,
  samples: Sample[],
  limits: RateLimits,
  kinds: Refusal[] = ['bucket', 'tenant_window', 'in_flight'],
): Check & { isInvalid: boolean } {
  const keyOf = ({ partner, bucket, reset }: Sample) => `${partner} ${bucket} ${reset}`
  const windows = Map.groupBy(samples, keyOf)
  const refused = samples.filter(({ refusal }) => refusal !== undefined && kinds.includes(refusal))
  const isFull = (one: Sample) => (windows.get(keyOf(one))?.length ?? 0) > (limits.buckets[one.bucket]?.limit ?? 0)
  const wrongly = refused.filter((one) => one.refusal !== 'bucket' || !isFull(one))
  const faults = wrongly.map(({ bucket, refusal }) => `${bucket} refused below its limit (${refusal})`)
  const check = checkOf(group, 'below the limits', faults, `${samples.length} requests`)
  return { ...check, isInvalid: refused.length > wrongly.length }
}

/**
 * Checks the limits of tenants in the same way, by `X-RateLimit-Tenant-Reset`. A tenant's limit does not count requests
 * that the bucket refuses.
 */
export function judgeTenantWindow(samples: Sample[], { tenantWindow }: RateLimits): Check {
  const told = samples.filter(({ tenantReset, refusal }) => tenantReset !== undefined && refusal !== 'bucket')
  const windows = Map.groupBy(told, ({ partner, tenant, tenantReset }) => `${partner} ${tenant} ${tenantReset}`)
  const faults = [...windows.values()].flatMap((inside) => {
    const admitted = inside.filter(({ refusal }) => refusal !== 'tenant_window').length
    const due = Math.min(tenantWindow.limit, inside.length)
    return admitted === due ? [] : [`a tenant's window let ${admitted} of ${inside.length} through instead of ${due}`]
  })
  const refused = samples.filter(({ refusal }) => refusal === 'tenant_window')
  const after = samples.filter(({ isAfterWait }) => isAfterWait)
  const late = after.filter(({ refusal }) => refusal === 'tenant_window').length
  return checkOf(
    'limits',
    'tenant window',
    [
      ...faults,
      ...(refused.length === 0 ? ['no request was refused: it was not filled'] : []),
      ...(late > 0 ? ['refused after the wait that Retry-After asked for'] : []),
      ...(told.length === 0 ? ['no answer carries X-RateLimit-Tenant-Reset'] : []),
    ],
    `${windows.size}/${windows.size} windows`,
  )
}
