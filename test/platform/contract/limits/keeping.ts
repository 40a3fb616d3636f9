/** Webhooks, retention periods, the age of responses, and when callers should retry. */
import type { ExecutionContext } from 'ava'
import { toProblem } from '../../../../src/app/http/problem.ts'
import { sweepOldRollups } from '../../../../src/features/analytics.ts'
import { sweepOldEvents } from '../../../../src/features/events/feed.ts'
import { runScoringJob } from '../../../../src/features/scoring/pipeline.ts'
import { sweepEndpoints } from '../../../../src/features/webhooks/webhook-endpoints.ts'
import { ServiceError } from '../../../../src/kit/errors.ts'
import type { Contract } from '../../../../src/platform/contract/contract.ts'
import type { Services } from '../../../../src/platform/services.ts'
import { timingsOf } from '../../../../src/platform/timings.ts'
import { hang, startFakeGroq } from '../../../tools/fakes/groq.ts'
import { status } from '../../../tools/fakes/resume-host.ts'
import { startReceiver } from '../../../tools/fakes/webhook-receiver.ts'
import { fixture, submitBatch } from '../../../support/scoring.ts'
import { happen, newestDeliveryOf, registerEndpoint, sendDue } from '../../../support/webhook-scene.ts'
import type { Answer } from '../../../support/harness.ts'
import { auditCases } from './audit.ts'
import { secondsUntil, serve, submit, together, type Cases } from './case.ts'

/** Creates an endpoint that refuses everything, and an event for it. */
async function refusing(t: ExecutionContext, contract: Contract) {
  const receiver = await startReceiver(t)
  const scene = await serve(t, contract, { OUTBOUND_ALLOW: receiver.pair })
  const client = await scene.harness.client()
  const endpoint = await registerEndpoint(client, receiver.inbox('/hook', status(500)).url)
  await happen(scene.services, client)
  return { ...scene, client, endpoint }
}

/** Returns the seconds between the attempts to send a delivery that is never accepted. */
async function waits(t: ExecutionContext, contract: Contract): Promise<number[]> {
  const { client, endpoint, services, clock } = await refusing(t, contract)
  const seen: number[] = []
  for (;;) {
    await sendDue(services)
    const { nextAttemptAt } = await newestDeliveryOf(client, endpoint)
    if (nextAttemptAt === null) return seen
    seen.push((Date.parse(nextAttemptAt) - clock.instant) / 1_000)
    clock.instant = Date.parse(nextAttemptAt)
  }
}

const webhooks: Cases = {
  'x-retries/webhooks/waitsSeconds': { value: [7, 3], beside: { 'x-retries/webhooks/jitter': 0 }, observe: waits },
  'x-retries/webhooks/jitter': {
    value: 0,
    observe: async (t, contract) => (await waits(t, contract))[1]! - contract.retries.webhooks.waitsSeconds[1]!,
  },
  'x-retries/webhooks/disabledAfterSeconds': {
    value: 7,
    beside: { 'x-retries/webhooks/jitter': 0, 'x-retries/webhooks/waitsSeconds': Array(20).fill(1) },
    async observe(t, contract) {
      const { client, endpoint, services, clock } = await refusing(t, contract)
      await sendDue(services)
      return secondsUntil(clock, async () => {
        await sendDue(services)
        return (await client.get(endpoint.path)).body.endpoint.disabledReason === 'FAILING'
      })
    },
  },
  'x-timeouts/webhookSeconds': {
    value: 7,
    async observe(t, contract) {
      const { services } = await refusing(t, contract)
      const { outbound } = services
      let told = NaN
      services.outbound = {
        ...outbound,
        post(url, options) {
          told = options.timeoutMs / 1_000
          return outbound.post(url, options)
        },
      }
      await sendDue(services)
      return told
    },
  },
}

/** Starts a server on which a generation with an idempotency key never ends. */
async function unending(t: ExecutionContext, contract: Contract) {
  const groq = await startFakeGroq()
  groq.otherwise(hang)
  const scene = await serve(t, contract, { GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url })
  // Close the provider before the server, which would otherwise wait for the generation.
  t.teardown(() => groq.close())
  const client = await scene.harness.client()
  const jobContext = { jobDescription: 'Requirements: Kubernetes' }
  const path = '/v1/jobs/job-1/criteria-generations'
  const send = () => client.post(path, { jobContext }, { 'Idempotency-Key': 'k' })
  const headers = { Authorization: `Bearer ${client.key}`, 'X-Tenant-Id': client.tenant, 'Idempotency-Key': 'k' }
  const json = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ jobContext })
  // Sent with fetch, because the client would check the response after the end of the test.
  fetch(`${client.url}${path}`, { method: 'POST', headers: { ...headers, ...json }, body }).catch(() => {})
  await groq.arrival(1)
  return { ...scene, send }
}

const retryAfter: Cases = {
  ...together(
    {
      'x-retries/retryAfter/scoringJobSeconds': 7,
      'x-retries/retryAfter/scoringBatchSeconds': 8,
      'x-retries/retryAfter/deletionSeconds': 9,
    },
    async (t, contract) => {
      const client = await (await serve(t, contract)).harness.client()
      const seen = (answer: Pick<Answer, 'headers'>) => Number(answer.headers['retry-after'])
      const scoringJob = seen(await submit(client, fixture('strong')))
      const scoringBatch = seen(await submitBatch(client, ['strong']))
      await client.send('DELETE', '/v1/tenants/acme', undefined, { 'X-Tenant-Id': '' })
      return {
        'x-retries/retryAfter/scoringJobSeconds': scoringJob,
        'x-retries/retryAfter/scoringBatchSeconds': scoringBatch,
        'x-retries/retryAfter/deletionSeconds': seen(await client.get('/v1/jobs/job-1/criteria')),
      }
    },
  ),
  'x-retries/retryAfter/idempotencySeconds': {
    value: 7,
    observe: async (t, contract) => Number((await (await unending(t, contract)).send()).headers['retry-after']),
  },
  'x-retries/retryAfter/unavailableSeconds': {
    value: 7,
    async observe(_, contract) {
      const error = new ServiceError('SERVICE_UNAVAILABLE')
      return Number(toProblem(contract, error, '0'.repeat(32)).headers['Retry-After'])
    },
  },
}

async function count({ database }: Services, table: string): Promise<number> {
  return (await database.select(`SELECT 1 FROM ${table}`)).length
}

const retention: Cases = {
  'x-retention/scoresPerApplication': {
    value: 2,
    async observe(t, contract) {
      const { harness, services } = await serve(t, contract)
      const client = await harness.client()
      await client.generate('job-1')
      for (let round = 0; round < 4; round += 1) {
        const path = '/v1/jobs/job-1/applications/a/scoring-jobs'
        const { body } = await client.post(path, { resumeUrl: fixture('strong'), rescore: true })
        await runScoringJob(services, 'worker_a', body.scoringJobId)
      }
      return count(services, 'scoring_jobs')
    },
  },
  'x-retention/questionSetsSeconds': {
    value: 7,
    async observe(t, contract) {
      const { harness, clock } = await serve(t, contract)
      const jobContext = { jobDescription: 'Requirements: Kubernetes, PostgreSQL, 5 years of TypeScript' }
      const { body } = await (await harness.client()).post('/v1/jobs/job-1/question-sets', { jobContext })
      return (Date.parse(body.questionSet.expiresAt) - clock.instant) / 1_000
    },
  },
  'x-retention/idempotentAnswersSeconds': {
    value: 7,
    async observe(t, contract) {
      const { harness, clock } = await serve(t, contract)
      const client = await harness.client()
      const criterion = { text: 'Kubernetes', importance: 'MUST_HAVE' }
      const send = () => client.post('/v1/criteria-library', criterion, { 'Idempotency-Key': 'k' })
      await send()
      return secondsUntil(clock, async () => (await send()).headers['idempotent-replayed'] === undefined)
    },
  },
  'x-retention/eventsSeconds': {
    value: 7,
    async observe(t, contract) {
      const { harness, services, clock } = await serve(t, contract)
      await happen(services, await harness.client())
      const look = async () => {
        await sweepOldEvents(services)
        return (await count(services, 'events')) === 0
      }
      return (await secondsUntil(clock, look)) - 1 // the row is kept up to and including the last second
    },
  },
  'x-retention/deletedWebhookEndpointsSeconds': {
    value: 7,
    async observe(t, contract) {
      const { client, endpoint, services, clock } = await refusing(t, contract)
      await client.send('DELETE', endpoint.path)
      const look = async () => {
        await sweepEndpoints(services)
        return (await count(services, 'webhook_endpoints')) === 0
      }
      return (await secondsUntil(clock, look)) - 1
    },
  },
  'x-retention/analyticsSeconds': {
    value: 3 * 86_400,
    async observe(t, contract) {
      const { services, clock } = await refusing(t, contract)
      await sendDue(services)
      t.not(await count(services, 'rollups'), 0)
      const look = async () => {
        await sweepOldRollups(services)
        return (await count(services, 'rollups')) === 0
      }
      const [step, day, kept] = [3_600, 86_400, contract.retention.analyticsSeconds]
      const seconds = await secondsUntil(clock, look, { stepSeconds: step, most: 100 * step })
      // Up to a day late, because a day's roll-up is deleted as a whole, and a step late, because the clock moves in steps.
      return seconds >= kept && seconds <= kept + day + step ? kept : seconds
    },
  },
  'x-timeouts/idempotencySeconds': {
    value: 7,
    async observe(t, contract) {
      const { services, clock } = await unending(t, contract)
      const [row] = await services.database.select<{ leaseUntil: number }>('SELECT leaseUntil FROM idempotent_answers')
      return (Number(row?.leaseUntil) - clock.instant) / 1_000
    },
  },
}

export const keepingCases: Cases = {
  ...webhooks,
  ...retryAfter,
  ...retention,
  // An API waits only if it shares its database with other processes, which it does not here.
  // `test/end-to-end/roles.test.ts` tests the wait.
  'x-timeouts/lameDuckSeconds': { value: 7, observe: async (_, contract) => timingsOf(contract).lameDuckMs / 1_000 },
  ...auditCases,
  'x-freshness/analyticsSeconds': {
    value: 7,
    async observe(t, contract) {
      const { url, key } = await (await serve(t, contract)).harness.client()
      const headers = { Authorization: `Bearer ${key}` }
      // fetch, because the client checks responses against the released contract
      const answer = await fetch(`${url}/v1/analytics/errors?timeRange=1h`, { headers })
      return Number(answer.headers.get('cache-control')?.replace('private, max-age=', ''))
    },
  },
  'x-freshness/eventsSeconds': {
    value: 7,
    async observe(t, contract) {
      const { harness, services, clock } = await serve(t, contract)
      const client = await harness.client()
      await happen(services, client)
      return secondsUntil(clock, async () => (await client.get('/v1/events')).body.data.length === 1)
    },
  },
}
