/** When a scoring job is retried, and when it fails permanently. */
import type { ExecutionContext } from 'ava'
import { runScoringJob } from '../../../../src/features/scoring/pipeline.ts'
import { failOverdue, renewLease, rescueOrphans } from '../../../../src/features/scoring/rescue.ts'
import type { Contract } from '../../../../src/platform/contract/contract.ts'
import { failing, hang, startFakeGroq, type Behaviour } from '../../../tools/fakes/groq.ts'
import { file, startResumeHost, status, type Behaviour as HostBehaviour } from '../../../tools/fakes/resume-host.ts'
import { smallTask } from '../../../tools/samples/engine-tasks.ts'
import { resumeLines } from '../../../tools/samples/resumes.ts'
import { claimScoringJob, fixture } from '../../../support/scoring.ts'
import { secondsUntil, serve, submit, timesUntil, together, type Case, type Cases } from './case.ts'

/** Submits a job whose resume host behaves like this. */
export async function waitingJob(
  t: ExecutionContext,
  contract: Contract,
  behaviour: HostBehaviour,
  settings: Record<string, string> = {},
) {
  const host = await startResumeHost({ '/cv': behaviour })
  t.teardown(() => host.stop())
  const scene = await serve(t, contract, { ...settings, OUTBOUND_ALLOW: host.pair })
  const client = await scene.harness.client({ environment: 'PRODUCTION' })
  const { id, location } = await submit(client, `${host.origin}/cv`)
  const { services } = scene
  const isFailed = async () => (await client.get(location)).body.status === 'failed'
  const run = () => runScoringJob(services, 'worker_a', id)
  return { ...scene, client, id, isFailed, run, stateOf: async () => (await client.get(location)).body.status }
}

/** Measures the wait after the first failure, in seconds. */
const firstWait = (path: string, value: number, beside: Record<string, unknown> = {}): [string, Case] => [
  `x-retries/scoring/${path}`,
  {
    value,
    beside,
    async observe(t, contract) {
      const { services, clock, run, id } = await waitingJob(t, contract, status(500))
      await run()
      const [row] = await services.database.select<{ dueAt: number }>(`SELECT dueAt FROM scoring_jobs WHERE id = $1`, [
        id,
      ])
      const seconds = (Number(row?.dueAt) - clock.instant) / 1_000
      return path === 'jitter' ? seconds - contract.retries.scoring.firstSeconds : seconds
    },
  },
]
const steady = { 'x-retries/scoring/jitter': 0 }

async function withGroq(t: ExecutionContext, contract: Contract, behaviour: Behaviour) {
  const groq = await startFakeGroq()
  groq.otherwise(behaviour)
  t.teardown(() => groq.close())
  return { ...(await serve(t, contract, { GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url })), groq }
}

async function breakProvider(t: ExecutionContext, contract: Contract) {
  const { services } = await withGroq(t, contract, failing(500))
  const fail = async () => {
    await services.pool.scoreApplication('p_1', smallTask, 60_000)
    return services.pool.away() !== null
  }
  const calls = await timesUntil(fail)
  return { calls, away: services.pool.away() }
}

const retries: Cases = {
  'x-retries/scoring/failuresMax': {
    value: 2,
    async observe(t, contract) {
      const { clock, run, isFailed } = await waitingJob(t, contract, status(500))
      return timesUntil(async () => {
        await run()
        clock.instant += 100_000
        return isFailed()
      })
    },
  },
  ...Object.fromEntries([
    firstWait('firstSeconds', 7, steady),
    firstWait('mostSeconds', 1, steady),
    firstWait('jitter', 0),
  ]),
  'x-retries/scoring/lostWorkersMax': {
    value: 2,
    async observe(t, contract) {
      const { services, clock, id, isFailed } = await waitingJob(t, contract, status(500))
      return timesUntil(async () => {
        await claimScoringJob(services.database, id, 'worker_lost', clock.instant)
        await rescueOrphans(services)
        return isFailed()
      })
    },
  },
  'x-retries/provider/failuresMax': {
    value: 2,
    observe: async (t, contract) => (await breakProvider(t, contract)).calls,
  },
  'x-retries/provider/restSeconds': {
    value: 3,
    beside: { 'x-retries/provider/failuresMax': 1 },
    observe: async (t, contract) =>
      Math.ceil(((await breakProvider(t, contract)).away?.retryAfterMs ?? NaN) / 1_000) <= 3 ? 3 : NaN,
  },
}

/** The limits that a job passes on to resume hosts, reading threads and the engine. */
const passedOn = together(
  {
    'x-timeouts/fetchSeconds': 7,
    'x-timeouts/parseSeconds': 8,
    'x-timeouts/engineSeconds': 9,
    'x-sizes/resume/bytes': 1_000_000,
    'x-sizes/resume/redirects': 1,
    'x-sizes/model/scoreTokens': 7_000,
  },
  async (t, contract) => {
    const { services, run } = await waitingJob(t, contract, file(resumeLines.join('\n')))
    const seen: Record<string, unknown> = {}
    const { outbound, pool } = services
    services.outbound = {
      ...outbound,
      fetchFile(url, options) {
        seen['x-timeouts/fetchSeconds'] = options.timeoutMs / 1_000
        seen['x-sizes/resume/bytes'] = options.bytesMax
        seen['x-sizes/resume/redirects'] = options.redirectsMax
        return outbound.fetchFile(url, options)
      },
    }
    services.pool = {
      ...pool,
      parseResume(owner, task, timeoutMs) {
        seen['x-timeouts/parseSeconds'] = timeoutMs / 1_000
        seen['x-timeouts/engineSeconds'] = (task.judge?.timeoutMs ?? NaN) / 1_000
        seen['x-sizes/model/scoreTokens'] = task.judge?.tokenBudget
        return pool.parseResume(owner, task, timeoutMs)
      },
    }
    await run()
    return seen
  },
)

/**
 * Returns the case for the number of seconds after which a job fails, counted from its first start if `isStarted`,
 * otherwise from its acceptance.
 */
const givenUp = (isStarted: boolean): Case => ({
  value: 7,
  async observe(t, contract) {
    const { services, clock, id, isFailed } = await waitingJob(t, contract, status(500))
    if (isStarted) await claimScoringJob(services.database, id, 'worker_a', clock.instant)
    const look = async () => {
      await failOverdue(services)
      return isFailed()
    }
    return (await secondsUntil(clock, look)) - 1 // at exactly the limit, it is not yet overdue
  },
})

const timeouts: Cases = {
  'x-timeouts/scoringFromStartSeconds': givenUp(true),
  'x-timeouts/scoringFromAcceptanceSeconds': givenUp(false),
  'x-timeouts/workerSeconds': {
    value: 7,
    async observe(t, contract) {
      const { services, clock, id, stateOf } = await waitingJob(t, contract, status(500))
      await renewLease(services, 'worker_a', 1)
      await claimScoringJob(services.database, id, 'worker_a', clock.instant)
      const look = async () => {
        await rescueOrphans(services)
        return (await stateOf()) === 'queued'
      }
      return (await secondsUntil(clock, look)) - 1 // at exactly the limit, the worker still counts as alive
    },
  },
  'x-timeouts/generationSeconds': {
    value: 70,
    async observe(t, contract) {
      const { harness, services } = await serve(t, contract)
      const { pool } = services
      let told = NaN
      services.pool = {
        ...pool,
        generateCriteria(task, timeoutMs, signal) {
          told = timeoutMs / 1_000
          return pool.generateCriteria(task, timeoutMs, signal)
        },
      }
      await (await harness.client()).generate('job-1')
      return told
    },
  },
  'x-timeouts/preferWaitSeconds': {
    value: 26,
    async observe(t, contract) {
      const { harness, services } = await serve(t, contract)
      const client = await harness.client()
      const { id, location } = await submit(client, fixture('strong'))
      await runScoringJob(services, 'worker_a', id)
      const applied = async (seconds: number) =>
        (await client.get(location, { Prefer: `wait=${seconds}` })).headers['preference-applied']
      t.is(await applied(27), undefined)
      return Number((await applied(26))?.replace('wait=', ''))
    },
  },
  'x-timeouts/shutdownSeconds': {
    value: 1,
    async observe(t, contract) {
      const { harness, groq } = await withGroq(t, contract, hang)
      const client = await harness.client()
      const jobContext = { jobDescription: 'Requirements: Kubernetes' }
      client.post('/v1/jobs/job-1/criteria-generations', { jobContext }).catch(() => {})
      await groq.arrival(1)
      const startedAt = performance.now()
      await harness.server.stop()
      return performance.now() - startedAt < 20_000 ? 1 : 25
    },
  },
}

export const scoringCases: Cases = {
  ...retries,
  ...timeouts,
  ...passedOn,
}
