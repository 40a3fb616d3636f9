/**
 * The arithmetic behind a load run's verdict, on samples made by hand: each fault is detected, and a correct server has
 * none.
 */
import test from 'ava'
import { checkOf } from '../../load/verdict/check.ts'
import { serverClockOf } from '../../load/verdict/clock.ts'
import { addJobs, countJobs, countWebhooks, judgeJobs, judgeWebhooks } from '../../load/verdict/jobs.ts'
import { judgeMemory } from '../../load/verdict/memory.ts'
import { judgeOperations, operationRows, percentile } from '../../load/verdict/operations.ts'
import { exitCodes, verdictOf } from '../../load/verdict/outcome.ts'
import { judgeSlots } from '../../load/verdict/slots.ts'
import { judgeStatus } from '../../load/verdict/status.ts'
import { breakpointOf, stepsOf } from '../../load/verdict/steps.ts'
import { judgeBuckets, judgeCalm, judgeTenantWindow } from '../../load/verdict/windows.ts'
import type { Sample } from '../../load/lib/sample.ts'
import { sample, windowOf } from './samples.ts'

const limits = {
  buckets: { read_and_ops: { limit: 3, windowSeconds: 1 } },
  tenantWindow: { limit: 2, windowSeconds: 60 },
  inFlight: { limit: 2, slotSeconds: 60 },
}
/** Returns the result of checking the only bucket. */
const judged = (samples: Sample[], clock: Parameters<typeof judgeBuckets>[2] = null) =>
  judgeBuckets(samples, limits, clock)[0]!

test('a check shows its first three faults and the number of remaining ones', (t) => {
  t.like(checkOf('g', 'n', [], 'fine'), { held: true, detail: 'fine' })
  t.like(checkOf('g', 'n', ['a', 'b', 'c', 'd', 'e'], ''), { held: false, detail: 'a; b; c; and 2 more' })
})

test('a window passes the check if it allowed exactly as many requests as the limit, or all if there were fewer', (t) => {
  const check = judged([...windowOf(3, 6), ...windowOf(3, 2, 2, 2)])
  t.deepEqual(check, { group: 'limits', name: 'read_and_ops', held: true, detail: '2/2 windows' })
})

test("two partners' windows are judged separately", (t) => {
  const other = windowOf(3, 6).map((one) => ({ ...one, partner: 1 }))
  t.is(judged([...windowOf(3, 6), ...other]).detail, '2/2 windows')
})

const waited = sample({ isAfterWait: true, refusal: 'bucket', status: 429, isSuccess: false, retryAfter: 1 })
for (const [title, samples, said] of [
  ['one request too many', windowOf(3, 6, 4), /4 of 6 let through instead of 3/],
  ['one request too few', windowOf(3, 6, 2), /2 of 6 let through instead of 3/],
  ['a remaining number reported twice', windowOf(3, 3).map((one) => ({ ...one, remaining: 2 })), /counts 2, 2, 2/],
  ['a wrong limit', windowOf(3, 3).map((one) => ({ ...one, limit: 4 })), /X-RateLimit-Limit is not the contract's 3/],
  [
    'processes that count separately',
    windowOf(3, 3).map((one) => ({ ...one, isDegraded: true })),
    /X-RateLimit-Degraded/,
  ],
  ['no headers', [sample({ status: 500 })], /1 answers without X-RateLimit headers \(500\)/],
  ['no requests', [], /no request was made/],
  ['no Retry-After', windowOf(3, 4).map((one) => ({ ...one, retryAfter: 0 })), /1 refusals without a Retry-After/],
  ['a refusal after the wait', [...windowOf(3, 4), waited], /refused \(bucket\) after the wait/],
] as const)
  test(`a bucket with ${title} fails`, (t) => {
    const { held, detail } = judged([...samples])
    t.false(held)
    t.regex(detail, said)
  })

test('a window must contain the time of its request, within the error of the clocks', (t) => {
  const clock = { offsetMs: 0, errorMs: 25 }
  const at = (from: number) => windowOf(3, 1).map((one) => ({ ...one, from, to: from + 10 }))
  t.true(judged(at(0), clock).held)
  t.true(judged(at(1_024), clock).held, 'within the error of the clocks')
  t.regex(judged(at(1_030), clock).detail, /misses the moment of its request by 5 ms or more/)
  t.regex(judged(at(-40), clock).detail, /by 5 ms or more/)
  t.true(judged(at(5_000), { offsetMs: -4_500, errorMs: 0 }).held, 'the offset of the clocks is subtracted')
})

test("the server's clock is taken from the fastest response to a status request", (t) => {
  const told = (from: number, to: number, generatedAt: number) =>
    sample({ from, to, generatedAt: new Date(generatedAt).toISOString() })
  t.is(serverClockOf([sample()]), null)
  t.deepEqual(serverClockOf([told(0, 100, 999), told(200, 210, 1_205)]), { offsetMs: 1_000, errorMs: 30 })
})

test('a refusal below the limits is a fault, unless the generator itself filled the window', (t) => {
  t.like(judgeCalm('average', windowOf(3, 3), limits), { held: true, isInvalid: false, detail: '3 requests' })
  const early = windowOf(3, 3, 2)
  t.like(judgeCalm('average', early, limits), { held: false, isInvalid: false })
  t.regex(judgeCalm('average', early, limits).detail, /read_and_ops refused below its limit \(bucket\)/)
  t.like(judgeCalm('average', windowOf(3, 4), limits), { held: true, isInvalid: true })
  const slot = [sample({ refusal: 'in_flight', status: 429, reset: 1 })]
  t.false(judgeCalm('average', slot, limits).held)
  t.true(judgeCalm('average', slot, limits, ['bucket']).held)
})

test("a tenant's window must allow its limit, be filled, and allow requests again after the wait", (t) => {
  const full = [false, false, true].map((isRefused) =>
    sample({ tenantReset: 60, ...(isRefused ? { refusal: 'tenant_window' as const, status: 429 } : {}) }),
  )
  t.like(judgeTenantWindow(full, limits), { held: true, detail: '1/1 windows' })
  const refusedBefore = { ...full[2]!, refusal: 'bucket' as const }
  t.like(judgeTenantWindow([...full, refusedBefore], limits), { held: true })
  t.regex(judgeTenantWindow(full.slice(0, 2), limits).detail, /it was not filled/)
  t.regex(judgeTenantWindow([...full, full[0]!], limits).detail, /let 3 of 4 through instead of 2/)
  t.regex(judgeTenantWindow([...full, { ...full[2]!, isAfterWait: true }], limits).detail, /after the wait/)
  t.regex(judgeTenantWindow([sample()], limits).detail, /no answer carries X-RateLimit-Tenant-Reset/)
})

test('the check of slots fails if more requests than allowed were certainly in progress, or if the status or a refusal is wrong', (t) => {
  const generation = (from: number, own: Partial<Sample> = {}) =>
    sample({ operation: 'createCriteriaGeneration', from, to: from + 100, ...own })
  const refused = generation(20, { status: 429, isSuccess: false, refusal: 'in_flight' })
  const two = [generation(0), generation(10)]
  t.like(judgeSlots([...two, refused], limits, 90), { held: true, detail: '2 at once, 1 refused' })
  t.regex(judgeSlots([...two, generation(20), refused], limits, 90).detail, /3 were in work at once instead of 2/)
  t.true(judgeSlots([...two, generation(20), refused], limits, 50).held, 'the requests are too short to be certain')
  t.regex(judgeSlots([generation(0), refused], limits, 90).detail, /refused while fewer than 2 were in work/)
  t.regex(judgeSlots(two, limits, 90).detail, /the slots were not filled/)
  t.regex(judgeSlots([refused], limits, 90).detail, /no generation succeeded/)
  const told = sample({ operation: 'getRateLimitStatus', slots: { limit: 2, active: 3 } })
  t.regex(judgeSlots([...two, refused, told], limits, 90).detail, /the status says 3 of 2/)
  t.like(judgeSlots([...two, { ...told, slots: { limit: 2, active: 2 } }], limits, null), {
    ...{ held: true, detail: '1 times in the status' },
  })
})

test('the status must agree with the headers before it, and a status request counts in its own bucket', (t) => {
  const before = sample({ limit: 3, remaining: 1, reset: 1 })
  const status = (own: Partial<Sample>, remaining: number, resetAt = 1) =>
    sample({ bucket: 'rate_limit_status', buckets: { read_and_ops: { limit: 3, remaining, resetAt } }, ...own })
  t.like(judgeStatus([before, status({}, 1)]), { held: true, detail: '1 of 1' })
  t.true(judgeStatus([before, status({}, 3, 2)]).held, 'a new window is full')
  t.true(judgeStatus([before, status({ bucket: 'read_and_ops' }, 0)]).held)
  t.regex(judgeStatus([before, status({}, 2)]).detail, /2 of 3 remain, the headers say 1/)
  t.regex(judgeStatus([before, status({ buckets: {} }, 1)]).detail, /the status leaves read_and_ops out/)
  t.regex(judgeStatus([before]).detail, /the status was never answered/)
})

const objectives = {
  availabilityPercent: 99,
  buckets: { read_and_ops: { p95Milliseconds: 100, p99Milliseconds: 200 } },
}

test('a percentile is one of the measured values', (t) => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  t.deepEqual(
    [0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share)),
    [50, 95, 99, 100],
  )
  t.is(percentile([7], 0.5), 7)
  t.is(percentile([], 0.5), NaN)
})

test('a row counts refusals separately, and counts a missing response as a failure', (t) => {
  const good = Array.from({ length: 98 }, (_, index) => sample({ ms: index + 1 }))
  const samples = [...good, sample({ status: 0, isSuccess: false }), sample({ status: 503, isSuccess: false })]
  const refusals = Array.from({ length: 20 }, () => sample({ status: 429, isSuccess: false, ms: 9_999 }))
  const [row] = operationRows([...samples, ...refusals], objectives, ['absent', 'getUsage'], 10)
  t.like(row, { operation: 'getUsage', count: 120, perSecond: 12, refused: 20, failed: 2, okPercent: 98, holds: false })
  const [check] = judgeOperations('load', [row!], objectives)
  t.regex(check!.detail, /^98\.00 % ok, p95 9\d, p99 9\d ms; due: 99 %, 100, p99 from 1000 requests on$/)
  t.true(operationRows(good, objectives, ['getUsage'], 10)[0]!.holds)
})

test('the breakpoint is shown as the last rate that passes and the first rate that fails', (t) => {
  const step = (phase: string, count: number, ms: number, isSuccess = true) =>
    Array.from({ length: count }, () => sample({ phase, ms, isSuccess }))
  const samples = [...step('warm-up', 10, 900), ...step('1', 10, 5), ...step('2', 20, 50), ...step('3', 30, 300)]
  const steps = stepsOf(samples, objectives, ['getUsage'], 1)
  t.is(breakpointOf(steps), '20/s holds, 30/s breaks: p95 of getUsage is 300 ms')
  t.is(breakpointOf(steps.slice(0, 2)), 'no objective broke up to 20/s')
  const failing = stepsOf(step('1', 10, 5, false), objectives, ['getUsage'], 1)
  t.is(breakpointOf(failing), 'no step holds, 10/s breaks: 100.0 % of getUsage fail')
})

test('jobs are counted as accepted, terminal, lost and duplicate', (t) => {
  const ends = new Map([
    ['sj_1', [{ id: 'evt_1', at: 0 }]],
    [
      'sj_2',
      [
        { id: 'evt_2', at: 0 },
        { id: 'evt_3', at: 0 },
      ],
    ],
  ])
  const jobs = countJobs(['sj_1', 'sj_2', 'sj_2', 'sj_3'], ends)
  t.deepEqual(jobs, { accepted: 3, terminal: 2, lost: 1, duplicate: 2 })
  t.deepEqual(addJobs(jobs, jobs), { accepted: 6, terminal: 4, lost: 2, duplicate: 4 })
  t.is(judgeJobs('load', jobs).detail, '1 of 3 never ended; 2 ended or were accepted twice')
  t.true(judgeJobs('load', countJobs(['sj_1'], ends)).held)
})

test('each event must be delivered at least once, and every webhook must be signed', (t) => {
  const received = [
    { id: 'evt_1', lagMs: 30, isSigned: true },
    { id: 'evt_1', lagMs: 50, isSigned: true },
    { id: 'evt_9', lagMs: 5, isSigned: false },
  ]
  const webhooks = countWebhooks(new Set(['evt_1', 'evt_2']), received)
  t.deepEqual(webhooks, { due: 2, delivered: 1, repeated: 1, unsigned: 1, p50: 30, p99: 50 })
  t.is(judgeWebhooks('load', webhooks).detail, '1 of 2 events did not arrive; 1 came without a valid signature')
  t.is(judgeWebhooks('load', countWebhooks(new Set(), [])).detail, 'there was no event')
  t.true(judgeWebhooks('load', countWebhooks(new Set(['evt_1']), received.slice(0, 2))).held)
})

test('the verdict of a run determines its exit code', (t) => {
  const check = (held: boolean) => ({ group: 'load', name: 'n', held, detail: '' })
  const codeOf = (held: boolean, invalid: string[] = []) => exitCodes[verdictOf({ checks: [check(held)], invalid })]
  t.is(codeOf(true), 0)
  t.is(codeOf(false), 1)
  t.is(codeOf(true, ['k6 was late']), 2)
  t.is(codeOf(false, ['k6 was late']), 2, 'an invalid run does not count as failed')
})

/** Returns a reading every ten seconds, with memory of `rssMb(minute)` plus a swing of 40 MB. */
const soaked = (minutes: number, rssMb: (minute: number) => number) =>
  Array.from({ length: 6 * minutes + 1 }, (_, index) => ({
    ...{ at: 10 * index, lagMs: null, cpuPercent: 0, generatorCpuPercent: 0 },
    rssMb: rssMb(index / 6) + 20 * Math.sin(index),
  }))

for (const [title, rssMb, held, said] of [
  [
    'that grows without end',
    (minute: number) => 200 + 2 * minute,
    false,
    /^grew by 2\.0\d MB a minute in the last 15 /,
  ],
  [
    'that grows by less than the maximum',
    (minute: number) => 200 + 0.5 * minute,
    true,
    /^grew by 0\.\d\d MB.*; due: 1 /,
  ],
  ['that grows only in the first half', (minute: number) => 200 + 20 * Math.min(minute, 15), true, /by 0\.0\d MB/],
  ['that shrinks', (minute: number) => 500 - 3 * minute, true, /^shrank by \d\.\d\d MB a minute/],
] as const)
  test(`memory ${title} is ${held ? 'no fault' : 'detected'}`, (t) => {
    const check = judgeMemory('soak', soaked(30, rssMb))
    t.like(check, { group: 'soak', name: 'memory', held })
    t.regex(check.detail, said)
  })

test('a soak that is too short or has no readings says that growth was not judged', (t) => {
  for (const readings of [soaked(19, (minute) => 200 + 9 * minute), []])
    t.like(judgeMemory('soak', readings), {
      ...{ held: true, detail: 'growth not judged: readings of 20 minutes are needed' },
    })
})
