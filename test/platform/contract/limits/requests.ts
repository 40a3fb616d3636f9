/** How much may be requested, sent and stored, and how long clients may take. */
import { connect } from 'node:net'
import { once } from 'node:events'
import type { ExecutionContext } from 'ava'
import { listen } from '../../../../src/app/http/server.ts'
import type { Bucket } from '../../../../generated/types.gen.ts'
import { takeSlot } from '../../../../src/features/access/rate-limits.ts'
import type { Caller, Plan } from '../../../../src/kit/caller.ts'
import { ServiceError } from '../../../../src/kit/errors.ts'
import { loadContract, type Contract } from '../../../../src/platform/contract/contract.ts'
import type { Answer, Client } from '../../../support/harness.ts'
import type { Services } from '../../../../src/platform/services.ts'
import { serve, submit, timesUntil, together, type Case, type Cases } from './case.ts'

/** For each bucket, a request that takes a token from it. */
const requests: Record<string, (client: Client) => Promise<Answer>> = {
  criteria_ai: (client) => client.post('/v1/jobs/a/criteria-generations', {}),
  criteria_current_reads: (client) => client.get('/v1/jobs/none/criteria'),
  scoring_intake_batch: (client) => client.post('/v1/jobs/a/scoring-batches', {}),
  exports: (client) => client.get('/v1/exports/scores?limit=none'),
  scoring_intake_single: (client) => client.post('/v1/jobs/a/applications/a/scoring-jobs', {}),
  read_and_ops: (client) => client.get('/v1/jobs/a/criteria-generations/none'),
  rate_limit_status: (client) => client.get('/v1/rate-limit-status'),
  analytics: (client) => client.get('/v1/analytics/errors?timeRange=never'),
}
const score = (client: Client) => client.get('/v1/jobs/none/applications/none/score')

/** Starts a client with the contract's limits, at the start of a window of 7 s. */
export async function defaultClient(t: ExecutionContext, contract: Contract) {
  const { harness, clock } = await serve(t, contract)
  clock.instant -= clock.instant % 7_000 // a window of 7 s starts on a whole second, so windows of 1 s start here too
  return { client: await harness.client({ limits: 'default' }), clock }
}

/** Returns how many of many concurrent requests are accepted. */
async function passes(client: Client, request: (client: Client) => Promise<Answer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: 10 }, () => request(client)))
  return answers.filter(({ status }) => status !== 429).length
}

const pathOf = (bucket: string, number: string) => `x-rate-limits/buckets/${bucket}/${number}`
const bucketNames = Object.keys(requests)

const buckets: Cases = {
  ...together(
    Object.fromEntries(bucketNames.map((bucket, index) => [pathOf(bucket, 'limit'), 3 + (index % 5)])),
    async (t, contract) => {
      const { client } = await defaultClient(t, contract)
      const seen: Record<string, unknown> = {}
      for (const bucket of bucketNames) seen[pathOf(bucket, 'limit')] = await passes(client, requests[bucket]!)
      return seen
    },
  ),
  ...together(
    Object.fromEntries(bucketNames.map((bucket) => [pathOf(bucket, 'windowSeconds'), 7])),
    async (t, contract) => {
      const { client, clock } = await defaultClient(t, contract)
      const seen: Record<string, unknown> = {}
      for (const bucket of bucketNames) {
        const { headers } = await requests[bucket]!(client)
        seen[pathOf(bucket, 'windowSeconds')] = Number(headers['x-ratelimit-reset']) - clock.instant / 1_000
      }
      return seen
    },
  ),
}

const caller = { partnerId: 'p_1', environment: 'SANDBOX', limits: {} } as Caller

/** Takes slots until one is refused. Returns the refusal, and how many slots were taken. */
async function takeAllSlots(services: Services, bucket: Bucket) {
  for (let taken = 0; ; taken += 1) {
    const refusal = await takeSlot(services, caller, bucket).then(
      () => null,
      (error: ServiceError) => error,
    )
    if (refusal) return { taken, refusal }
  }
}

/**
 * Returns cases for the bucket of an operation that limits its concurrent requests. `key` is the counter for its slots.
 */
const slots = (name: string, bucket: Bucket, key: string): Cases => {
  const path = `x-rate-limits/${name}`
  const values = { [`${path}/limit`]: 2, [`${path}/slotSeconds`]: 7, [`${path}/retryAfterSecondsMax`]: 3 }
  return together(values, async (t, contract) => {
    const { services } = await serve(t, contract)
    const { taken, refusal } = await takeAllSlots(services, bucket)
    const { slots } = await services.counters.look({ windows: [], own: null, slots: `${key}:p_1:SANDBOX` })
    return {
      [`${path}/limit`]: taken,
      [`${path}/slotSeconds`]: Math.ceil(slots.freeInMs / 1_000),
      [`${path}/retryAfterSecondsMax`]: refusal.retryAfterSeconds,
    }
  })
}

const rateLimits: Cases = {
  ...buckets,
  'x-rate-limits/tenantWindow/limit': {
    value: 3,
    observe: async (t, contract) => passes((await defaultClient(t, contract)).client, score),
  },
  'x-rate-limits/tenantWindow/windowSeconds': {
    value: 7,
    beside: { 'x-rate-limits/tenantWindow/limit': 1 },
    async observe(t, contract) {
      const { client } = await defaultClient(t, contract)
      await score(client)
      return Number((await score(client)).headers['retry-after'])
    },
  },
  ...slots('inFlight', 'criteria_ai', 'criteria_ai_inflight'),
  ...slots('uploads', 'scoring_intake_single', 'uploads'),
  ...slots('simulations', 'read_and_ops', 'simulations'),
}

const timeouts: Cases = {
  ...Object.fromEntries(
    ['requestHeadersSeconds', 'requestSeconds'].map((name): [string, Case] => [
      `x-timeouts/${name}`,
      {
        value: 1,
        async observe(t, contract) {
          const server = await listen(contract, '127.0.0.1', 0, 'PORT')
          t.teardown(() => server.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
          const socket = connect(Number(new URL(server.url).port), '127.0.0.1').resume()
          const whole = name === 'requestSeconds' ? 'Content-Length: 9\r\n\r\n' : ''
          socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${whole}`)
          const startedAt = performance.now()
          await once(socket, 'close')
          return performance.now() - startedAt < 9_000 ? 1 : 10
        },
      },
    ]),
  ),
  'x-timeouts/idleConnectionSeconds': {
    value: 7,
    async observe(t, contract) {
      const server = await listen(contract, '127.0.0.1', 0, 'PORT')
      t.teardown(() => server.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
      server.open((_, response) => void response.end())
      return Number(/timeout=(\d+)/.exec((await fetch(server.url)).headers.get('keep-alive') ?? '')?.[1])
    },
  },
}

const criterion = JSON.stringify({ text: 'Kubernetes', importance: 'MUST_HAVE' })
const faulty = JSON.stringify({ text: 1, importance: 1 })

/** Returns the number in a refused request's error. */
async function named(request: Promise<Answer>): Promise<number> {
  return Number(/(\d+)/.exec((await request).body.details[0].message)?.[1])
}

const sizes = together(
  {
    'x-sizes/request/bodyBytes': 400,
    'x-sizes/request/allFaultsBytes': 300,
    'x-sizes/request/bodyValues': 50,
    'x-sizes/request/bodyDepth': 3,
    'x-sizes/request/urlCharacters': 100,
    'x-sizes/request/headerBytes': 4_096,
  },
  async (t, contract) => {
    const client = await (await serve(t, contract)).harness.client()
    const post = (body: unknown) => client.post('/v1/criteria-library', body)
    t.is((await post(criterion.padEnd(400))).status, 201)
    const faultsAt = async (bytes: number) => (await post(faulty.padEnd(bytes))).body.details.length
    t.is(await faultsAt(300), 2)
    const padded = async (bytes: number) =>
      (await client.get('/v1/criteria-library', { 'X-Padding': 'a'.repeat(bytes) })).status
    t.is(await padded(3_000), 200)
    return {
      'x-sizes/request/bodyBytes': (await post(criterion.padEnd(401))).status === 413 ? 400 : NaN,
      'x-sizes/request/allFaultsBytes': (await faultsAt(301)) === 1 ? 300 : NaN,
      'x-sizes/request/bodyValues': await named(post(Array(60).fill(0))),
      'x-sizes/request/bodyDepth': await named(post([[[[[]]]]])),
      'x-sizes/request/urlCharacters': await named(client.get(`/v1/criteria-library?category=${'a'.repeat(100)}`)),
      'x-sizes/request/headerBytes': (await padded(4_200)) === 431 ? 4_096 : NaN,
    }
  },
)

const plans = ['standard', 'trial'] as const
const quotaValues = plans.flatMap((plan) =>
  Object.keys(loadContract().quotas[plan]).map((quota) => [`x-quotas/${plan}/${quota}`, plan, quota] as const),
)

/** Each quota gets a different value, so that it cannot be mistaken for another. */
const quotas = together(
  Object.fromEntries(quotaValues.map(([path], index) => [path, 3 + index])),
  async (t, contract) => {
    const { harness } = await serve(t, contract)
    const usageOf = async (plan: Plan) => (await (await harness.client({ plan })).get('/v1/usage')).body.quotas
    const usages = { standard: await usageOf('standard'), trial: await usageOf('trial') }
    return Object.fromEntries(quotaValues.map(([path, plan, quota]) => [path, usages[plan][quota].allowed]))
  },
)

export const requestCases: Cases = {
  ...rateLimits,
  ...timeouts,
  ...sizes,
  ...quotas,
  'x-trial/scoresPerMonth': {
    value: 2,
    async observe(t, contract) {
      const client = await (await serve(t, contract)).harness.client({ plan: 'trial' })
      const next = async (count: number) =>
        (await submit(client, 'https://fixtures.sandbox.invalid/strong', `a${count}`)).id === undefined
      let count = 0
      return (await timesUntil(() => next((count += 1)))) - 1
    },
  },
}
