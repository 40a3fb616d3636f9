/**
 * Tests every limit as a partner sees it: each bucket at twice and at 80 % of its rate, for two partners at once; the
 * wait after a refusal; the limit of a tenant; the limit of concurrent requests; and whether the rate-limit status
 * agrees with the headers. `verdict/` judges the samples.
 *
 * Each part has its own partners, so that no part uses up the limits that another part measures.
 */
import { sleep } from 'k6'
import exec from 'k6/execution'
import { call, callAtOnce } from './lib/call.ts'
import { oneOfEachBucket } from './lib/journey.ts'
import { arrivals, optionsOf, plan } from './lib/open-model.ts'
import type { Phase } from './lib/schedule.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const ofBuckets = { partners: [0, 1], operations: oneOfEachBucket }
const waiter: Phase = { ...ofBuckets, name: 'wait', startSeconds: 0, seconds: 0, partners: [2], share: 0 }
const tenantPhase = { startSeconds: 0, seconds: 20, partners: [3], operations: ['getLatestScore'] }
const comparer: Phase = { ...waiter, name: 'status', partners: [5] }
const triesMax = 3
/**
 * The pause between two reads of the status, which must not exhaust the status's own bucket of two requests per second.
 */
const pauseSeconds = 0.6

export const options = optionsOf({
  ...arrivals([
    { ...ofBuckets, name: 'over', startSeconds: 0, seconds: 10, share: 2 },
    // Wait more than a second after the previous phase, so that no window contains requests of both phases.
    { ...ofBuckets, name: 'under', startSeconds: 12, seconds: 15, share: 0.8 },
    { ...tenantPhase, name: 'tenant', share: 0.7 },
    { ...tenantPhase, name: 'slots', partners: [4], share: 1, operations: ['createCriteriaGeneration'] },
    { ...tenantPhase, name: 'slot-status', partners: [4], share: 0.5, operations: ['getRateLimitStatus'] },
  ]),
  wait: { executor: 'per-vu-iterations', exec: 'wait', vus: oneOfEachBucket.length, iterations: 1 },
  'tenant-wait': { executor: 'per-vu-iterations', exec: 'waitForTenant', startTime: '20s', vus: 1, iterations: 1 },
  status: { executor: 'per-vu-iterations', exec: 'compare', vus: 1, iterations: 3 },
})

/** Sends twice as many requests as a bucket's limit at once, waits as long as the refusal says, and calls again. */
export function wait(): void {
  const number = exec.scenario.iterationInTest
  const name = oneOfEachBucket[number % oneOfEachBucket.length] as string
  const { limit } = plan.limits.buckets[plan.operations[name]?.bucket as string] as { limit: number }
  const one = { phase: waiter, name, partner: 2, number }
  // If a new window begins in the meantime, all requests may be accepted. That is not a fault: try again.
  for (let tries = 0; tries < triesMax; tries += 1) {
    const samples = callAtOnce(plan, Array(2 * limit).fill(one))
    const refused = samples.find(({ refusal }) => refusal === 'bucket')
    if (!refused) continue
    sleep(refused.retryAfter as number)
    call(plan, { ...one, more: { isAfterWait: true } })
    return
  }
}

/**
 * Sends a tenant's requests until one exceeds the tenant's limit, waits as long as the refusal says, and calls again.
 */
export function waitForTenant(): void {
  const one = { phase: { ...tenantPhase, name: 'tenant', share: 0 }, name: 'getLatestScore', partner: 3, number: 0 }
  for (let tries = 0; tries < plan.limits.tenantWindow.limit * triesMax; tries += 1) {
    const { refusal, retryAfter } = call(plan, one)
    if (refusal !== undefined) sleep(retryAfter as number)
    if (refusal !== 'tenant_window') continue
    call(plan, { ...one, more: { isAfterWait: true } })
    return
  }
}

/** Sends a request to each bucket, followed by a read of the status, which must agree with the request's headers. */
export function compare(): void {
  for (const name of oneOfEachBucket)
    for (const asked of [name, 'getRateLimitStatus']) {
      call(plan, { phase: comparer, name: asked, partner: 5, number: 0 })
      sleep(pauseSeconds)
    }
}
