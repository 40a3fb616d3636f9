/** Sends requests and records their results. */
import http, { type RefinedResponse } from 'k6/http'
import type { Plan, PlannedOperation } from './plan.ts'
import { requestFor } from './requests.ts'
import type { Refusal, Sample } from './sample.ts'
import type { Phase } from './schedule.ts'

/** This time is longer than any objective. A system that takes longer has hung. */
const timeout = '40s'

type Sent = { name: string; partner: number; number: number; phase: Phase; more?: Partial<Sample> }

/** Sends one request, prints its sample, and returns it. */
export function call(plan: Plan, sent: Sent): Sample {
  const { method, url, body, params, tenant } = prepared(plan, sent)
  const from = Date.now()
  const response = http.request(method, url, body, params)
  return written(plan, sent, { tenant, from, to: Date.now() }, response)
}

/** Sends many requests at once, prints their samples, and returns them. */
export function callAtOnce(plan: Plan, all: Sent[]): Sample[] {
  const requests = all.map((sent) => prepared(plan, sent))
  const from = Date.now()
  const responses = http.batch(requests.map(({ method, url, body, params }) => ({ method, url, body, params })))
  const to = Date.now()
  return all.map((sent, index) => {
    const { tenant } = requests[index] as (typeof requests)[number]
    return written(plan, sent, { tenant, from, to }, responses[index] as RefinedResponse<'text'>)
  })
}

function prepared(plan: Plan, { name, partner, number, phase }: Sent) {
  const { method, path, body, headers, tenant } = requestFor(plan, phase, name, partner, number)
  const params = { headers, timeout, responseType: 'text' as const }
  return { method, url: plan.urls[number % plan.urls.length] + path, body, params, tenant }
}

function written(
  plan: Plan,
  { name, partner, phase, more }: Sent,
  around: Pick<Sample, 'tenant' | 'from' | 'to'>,
  response: RefinedResponse<'text'>,
): Sample {
  const { bucket, successes } = plan.operations[name] as PlannedOperation
  const sample: Sample = {
    ...{ phase: phase.name, operation: name, bucket, partner, ...around },
    ms: response.timings.duration,
    status: response.status,
    isSuccess: successes.includes(response.status),
    ...headersIn(response),
    ...bodyIn(response, name),
    ...more,
  }
  console.log(JSON.stringify(sample))
  return sample
}

function headersIn({ headers }: RefinedResponse<'text'>): Partial<Sample> {
  const number = (name: string) => (headers[name] === undefined ? undefined : Number(headers[name]))
  return {
    limit: number('X-Ratelimit-Limit'),
    remaining: number('X-Ratelimit-Remaining'),
    reset: number('X-Ratelimit-Reset'),
    tenantRemaining: number('X-Ratelimit-Tenant-Remaining'),
    tenantReset: number('X-Ratelimit-Tenant-Reset'),
    retryAfter: number('Retry-After'),
    ...(headers['X-Ratelimit-Degraded'] === undefined ? {} : { isDegraded: true }),
  }
}

/** Returns those members of the response body that the verdict needs. */
function bodyIn({ status, body }: RefinedResponse<'text'>, name: string): Partial<Sample> {
  if (status >= 400) return failureIn(body)
  if (name === 'submitScoringJob') {
    const { scoringJobId, deduplicated } = JSON.parse(body)
    return { jobs: deduplicated ? [] : [scoringJobId] }
  }
  if (name === 'submitScoringBatch') return { jobs: JSON.parse(body).scoringJobIds }
  if (name !== 'getRateLimitStatus' || status !== 200) return {}
  const { criteria_ai_inflight: slots, ...buckets } = JSON.parse(body).buckets
  return { generatedAt: JSON.parse(body).generatedAt, buckets, slots }
}

function failureIn(body: string | null): Partial<Sample> {
  try {
    const { code, traceId, details } = JSON.parse(body as string)
    return { code, traceId, refusal: code === 'RATE_LIMITED' ? (details?.[0]?.code as Refusal) : undefined }
  } catch {
    return { code: 'not the contract’s error body' }
  }
}
