/** How much may be requested, sent and kept, and how long clients may take. */
import { connect } from 'node:net'
import { once } from 'node:events'
import type { ExecutionContext } from 'ava'
import { listen } from '../../../../src/app/http/server.ts'
import type { Bucket } from '../../../../generated/types.gen.ts'
import { takeSlot } from '../../../../src/features/access/rate-limits.ts'
import { createStrangers } from '../../../../src/features/access/strangers.ts'
import type { Caller, Plan } from '../../../../src/kit/caller.ts'
import { ServiceError } from '../../../../src/kit/errors.ts'
import { loadContract, type Contract } from '../../../../src/platform/contract/contract.ts'
import { timingsOf } from '../../../../src/platform/timings.ts'
import { until } from '../../../tools/until.ts'
import type { Answer, Client } from '../../../support/harness.ts'
import { serve, submit, timesUntil, type Case, type Cases } from './case.ts'

/** A request that takes from each bucket. */
const requests: Record<string, (client: Client) => Promise<Answer>> = {
  criteria_ai: (client) => client.post('/v1/jobs/a/criteria-generations', {}),
  criteria_current_reads: (client) => client.get('/v1/jobs/none/criteria'),
  scoring_intake_batch: (client) => client.post('/v1/jobs/a/scoring-batches', {}),
  scoring_intake_single: (client) => client.post('/v1/jobs/a/applications/a/scoring-jobs', {}),
  read_and_ops: (client) => client.get('/v1/jobs/a/criteria-generations/none'),
  rate_limit_status: (client) => client.get('/v1/rate-limit-status'),
  analytics: (client) => client.get('/v1/analytics/errors?timeRange=never'),
}
const score = (client: Client) => client.get('/v1/jobs/none/applications/none/score')

async function defaultClient(t: ExecutionContext, contract: Contract) {
  const { harness, clock } = await serve(t, contract)
  clock.instant -= clock.instant % 7_000 // the start of a window of 7 s, and of one of 1 s
  return { client: await harness.client({ limits: 'default' }), clock }
}

/** How many requests of a crowd are let through. */
const passes = (request: (client: Client) => Promise<Answer>): Case => ({
  value: 3,
  async observe(t, contract) {
    const { client } = await defaultClient(t, contract)
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(client)))
    return answers.filter(({ status }) => status !== 429).length
  },
})

const buckets = Object.entries(requests).flatMap(([bucket, request]): [string, Case][] => [
  [`x-rate-limits/buckets/${bucket}/limit`, passes(request)],
  [
    `x-rate-limits/buckets/${bucket}/windowSeconds`,
    {
      value: 7,
      async observe(t, contract) {
        const { client, clock } = await defaultClient(t, contract)
        return Number((await request(client)).headers['x-ratelimit-reset']) - clock.instant / 1_000
      },
    },
  ],
])

const caller = { partnerId: 'p_1', environment: 'SANDBOX', limits: {} } as Caller

/** The refusal of the first request too many that runs at once, and how many were let in. */
async function takeAllSlots(t: ExecutionContext, contract: Contract, bucket: Bucket) {
  const { services } = await serve(t, contract)
  for (let taken = 0; ; taken += 1) {
    const refusal = await takeSlot(services, caller, bucket).then(
      () => null,
      (error: ServiceError) => error,
    )
    if (refusal) return { services, taken, refusal }
  }
}

/** The numbers of what runs a few at a time; `key` counts its slots. */
const slots = (name: string, bucket: Bucket, key: string): Cases => ({
  [`x-rate-limits/${name}/limit`]: {
    value: 2,
    observe: async (t, contract) => (await takeAllSlots(t, contract, bucket)).taken,
  },
  [`x-rate-limits/${name}/slotSeconds`]: {
    value: 7,
    async observe(t, contract) {
      const { services } = await takeAllSlots(t, contract, bucket)
      const at = { windows: [], own: null, slots: `${key}:p_1:SANDBOX` }
      return Math.ceil((await services.counters.look(at)).slots.freeInMs / 1_000)
    },
  },
  [`x-rate-limits/${name}/retryAfterSecondsMax`]: {
    value: 3,
    observe: async (t, contract) => (await takeAllSlots(t, contract, bucket)).refusal.retryAfterSeconds,
  },
})

async function strangers(t: ExecutionContext, contract: Contract) {
  const { services } = await serve(t, contract)
  return createStrangers({ ...services, timings: timingsOf(contract) })
}

const rateLimits: Cases = {
  ...Object.fromEntries(buckets),
  'x-rate-limits/tenantWindow/limit': passes(score),
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
  ...slots('simulations', 'read_and_ops', 'simulations'),
  'x-rate-limits/strangers/unknownKeys': {
    value: 3,
    async observe(t, contract) {
      const { note, isFlooding } = await strangers(t, contract)
      return timesUntil(() => (note('203.0.113.1'), isFlooding('203.0.113.1')), 30)
    },
  },
  'x-rate-limits/strangers/windowSeconds': {
    value: 1,
    async observe(t, contract) {
      const { note, isFlooding } = await strangers(t, contract)
      const startedAt = performance.now()
      for (let count = 0; count < 20; count += 1) note('203.0.113.1')
      await until('the window is over', () => !isFlooding('203.0.113.1'))
      return performance.now() - startedAt < 40_000 ? 1 : 60
    },
  },
  'x-rate-limits/strangers/delaySeconds': {
    value: 2,
    async observe(t, contract) {
      const { isActive } = await strangers(t, contract)
      const startedAt = performance.now()
      await isActive('unknown')
      return performance.now() - startedAt >= 1_990 ? 2 : 1
    },
  },
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

/** The number that the refusal of a request names. */
const named = (value: number, request: (client: Client) => Promise<Answer>): Case => ({
  value,
  async observe(t, contract) {
    const { harness } = await serve(t, contract)
    const { body } = await request(await harness.client())
    return Number(/(\d+)/.exec(body.details[0].message)?.[1])
  },
})

const sizes: Cases = {
  'x-sizes/request/bodyBytes': {
    value: 200,
    async observe(t, contract) {
      const client = await (await serve(t, contract)).harness.client()
      const send = async (bytes: number) => (await client.post('/v1/criteria-library', criterion.padEnd(bytes))).status
      t.is(await send(200), 201)
      return (await send(201)) === 413 ? 200 : NaN
    },
  },
  'x-sizes/request/bodyValues': named(50, (client) => client.post('/v1/criteria-library', Array(60).fill(0))),
  'x-sizes/request/bodyDepth': named(3, (client) => client.post('/v1/criteria-library', [[[[[]]]]])),
  'x-sizes/request/urlCharacters': named(100, (client) =>
    client.get(`/v1/criteria-library?category=${'a'.repeat(100)}`),
  ),
  'x-sizes/request/headerBytes': {
    value: 4_096,
    async observe(t, contract) {
      const client = await (await serve(t, contract)).harness.client()
      const send = async (bytes: number) =>
        (await client.get('/v1/criteria-library', { 'X-Padding': 'a'.repeat(bytes) })).status
      t.is(await send(3_000), 200)
      return (await send(4_200)) === 431 ? 4_096 : NaN
    },
  },
}

const quotas = (['standard', 'trial'] as const).flatMap((plan: Plan) =>
  Object.keys(loadContract().quotas[plan]).map((quota): [string, Case] => [
    `x-quotas/${plan}/${quota}`,
    {
      value: 3,
      async observe(t, contract) {
        const client = await (await serve(t, contract)).harness.client({ plan })
        return (await client.get('/v1/usage')).body.quotas[quota].allowed
      },
    },
  ]),
)

export const requestCases: Cases = {
  ...rateLimits,
  ...timeouts,
  ...sizes,
  ...Object.fromEntries(quotas),
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
