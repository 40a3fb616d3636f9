/** Effects that operators observe, and how soon a change takes effect on every server. */
import type { ExecutionContext } from 'ava'
import { connect } from 'node:net'
import { once } from 'node:events'
import { listen } from '../../../../src/app/http/server.ts'
import { jobCommands } from '../../../../src/cli/jobs.ts'
import { partnerCommands } from '../../../../src/cli/partners.ts'
import { workDeletions } from '../../../../src/features/deletions/eraser.ts'
import { runScoringJob } from '../../../../src/features/scoring/pipeline.ts'
import { createClockSkew } from '../../../../src/platform/clock-skew.ts'
import type { Contract } from '../../../../src/platform/contract/contract.ts'
import type { Services } from '../../../../src/platform/services.ts'
import { timingsOf } from '../../../../src/platform/timings.ts'
import { startFakeGroq, throttled } from '../../../tools/fakes/groq.ts'
import { file } from '../../../tools/fakes/resume-host.ts'
import { resumeLines } from '../../../tools/samples/resumes.ts'
import { fixture } from '../../../support/scoring.ts'
import { privateFolder } from '../../../tools/services/process.ts'
import { secondsUntil, serve, submit, timesUntil, type Case, type Cases } from './case.ts'
import { operate } from '../../../cli/operate.ts'
import { modelTrustCases } from './model-trust.ts'
import { waitingJob } from './scoring.ts'

/** Returns a case that reads the number from a command's error for invalid arguments. */
const refused = (value: number, read: (contract: Contract) => unknown): Case => ({
  value,
  async observe(t, contract) {
    const { message } = t.throws(() => read(contract)) as Error
    return Number(/(\d+)(, or "default")?$/.exec(message)?.[1])
  },
})

const operator: Cases = {
  'x-operator/limitMax': refused(7, (contract) =>
    partnerCommands['partners set-limits']!.read(['acme', 'analytics=2000000'], contract),
  ),
  'x-operator/quotaMax': refused(7, (contract) =>
    partnerCommands['partners set-quotas']!.read(['acme', 'jobs=2000000000000'], contract),
  ),
  'x-operator/overdueMinutesMax': refused(7, (contract) =>
    jobCommands['jobs stuck']!.read(['--minutes', '2000'], contract),
  ),
  'x-operator/modelTimeoutSecondsMax': {
    value: 700,
    async observe(t, contract) {
      const { message } = t.throws(() => timingsOf(contract, 701)) as Error
      return Number(/(\d+)\.$/.exec(message)?.[1])
    },
  },
  'x-operator/listedMax': {
    value: 2,
    async observe(t, contract) {
      const { harness, services, clock } = await serve(t, contract)
      const client = await harness.client()
      for (const application of ['a', 'b', 'c']) await submit(client, fixture('strong'), application)
      clock.instant += 60_000
      return ((await operate(services, jobCommands['jobs stuck'], '--minutes', '0')) as object[]).length
    },
  },
  'x-operator/clockSkewSecondsMax': {
    value: 7,
    async observe(t, contract) {
      const { services, clock } = await serve(t, contract)
      const { clockSkewSecondsMax } = services.contract.operator
      const skewed = (seconds: number) =>
        createClockSkew(clock, clockSkewSecondsMax, () => clock.instant + seconds * 1_000).degraded() !== null
      return [1, 2, 3, 4, 5, 6, 7, 8].findLast((seconds) => !skewed(seconds)) ?? 0
    },
  },
  ...modelTrustCases,
  'x-operator/diskFreeBytesMin': {
    value: Number.MAX_SAFE_INTEGER,
    async observe(t, contract) {
      // Uses the embedded database, because with a database server a process stores nothing on a disk.
      const embedded = { DATABASE_URL: '', AMQP_URL: '', REDIS_URL: '', DATA_DIR: privateFolder(t) }
      const { harness } = await serve(t, contract, embedded)
      const client = await harness.client()
      return 'disk' in (await client.get('/readyz')).body.degraded ? Number.MAX_SAFE_INTEGER : 0
    },
  },
}

const freshness: Cases = {
  'x-freshness/keysSeconds': {
    value: 10,
    async observe(t, contract) {
      const { harness, services, clock } = await serve(t, contract)
      const client = await harness.client()
      const isRefused = async () => (await client.get('/v1/usage')).status === 401
      t.false(await isRefused())
      const { database } = services
      // Revokes the key as another server would, without notifying this server.
      await database.execute('UPDATE api_keys SET revokedAt = $1 WHERE id = $2', [clock.instant, client.keyId])
      const seconds = await secondsUntil(clock, isRefused)
      return seconds > 5 && seconds <= 10 ? 10 : seconds // earlier than promised is allowed
    },
  },
  'x-freshness/usageSeconds': {
    value: 7,
    async observe(t, contract) {
      const { harness, services, clock } = await serve(t, contract)
      const client = await harness.client({ environment: 'SANDBOX' })
      const used = async () => (await client.get('/v1/usage')).body.used as number
      t.is(await used(), 0)
      await runScoringJob(services, 'worker_a', (await submit(client, fixture('strong'))).id)
      return secondsUntil(clock, async () => (await used()) === 1)
    },
  },
}

/** Returns how many seconds after `since` a job is due. */
async function waitOf({ database }: Services, id: string, since: number): Promise<number> {
  const [row] = await database.select<{ dueAt: number }>('SELECT dueAt FROM scoring_jobs WHERE id = $1', [id])
  return (Number(row?.dueAt) - since) / 1_000
}

const work: Cases = {
  'x-sandbox/slowSeconds': {
    value: 7,
    async observe(t, contract) {
      const { harness, services, clock } = await serve(t, contract)
      const { id } = await submit(await harness.client(), fixture('slow'))
      await runScoringJob(services, 'worker_a', id)
      return waitOf(services, id, clock.instant)
    },
  },
  'x-retries/provider/mostSeconds': {
    value: 7,
    async observe(t, contract) {
      const groq = await startFakeGroq()
      t.teardown(() => groq.close())
      const settings = { GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url }
      const { services, clock, id, run } = await waitingJob(t, contract, file(resumeLines.join('\n')), settings)
      groq.otherwise(throttled('3600'))
      await run()
      return waitOf(services, id, clock.instant)
    },
  },
  'x-retries/deletion/failuresMax': {
    value: 2,
    async observe(t, contract) {
      const { harness, services, clock } = await serve(t, contract)
      const client = await harness.client()
      await client.generate('job-1')
      services.failpoint = () => Promise.reject(new Error('the step fails'))
      const { headers } = await client.send('DELETE', '/v1/tenants/acme', undefined, { 'X-Tenant-Id': '' })
      return timesUntil(async () => {
        await workDeletions(services)
        clock.instant += 100_000
        return (await client.get(headers.location as string)).body.deletionRequest.status === 'FAILED'
      })
    },
  },
  'x-sizes/model/generationTokens': {
    value: 7_000,
    async observe(t, contract) {
      const { harness, services } = await serve(t, contract)
      const { pool } = services
      let told = NaN
      services.pool = {
        ...pool,
        generateCriteria(task, ...rest) {
          told = task.tokenBudget
          return pool.generateCriteria(task, ...rest)
        },
      }
      await (await harness.client()).generate('job-1')
      return told
    },
  },
}

/** Returns how many busy connections a server accepts. */
async function connectionsOf(t: ExecutionContext, contract: Contract, behindProxy: boolean): Promise<number> {
  const server = await listen(contract, '127.0.0.1', 0, 'PORT', { behindProxy })
  t.teardown(() => server.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
  let arrive = () => {}
  server.open(() => arrive()) // never responds, so that no connection is idle
  const isLast = async () => {
    const arrived = new Promise<boolean>((resolve) => (arrive = () => resolve(false)))
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
    t.teardown(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return Promise.race([arrived, once(socket, 'close').then(() => true)])
  }
  return (await timesUntil(isLast)) - 1
}

const processes: Cases = {
  'x-timeouts/readinessSeconds': {
    value: 4,
    async observe(t, contract) {
      const { harness, services } = await serve(t, contract)
      services.database.readRow = () => new Promise(() => {})
      const startedAt = performance.now()
      t.is((await (await harness.client()).get('/readyz')).status, 503)
      return performance.now() - startedAt >= 3_990 ? 4 : 2
    },
  },
  'x-rate-limits/connections/limit': {
    value: 2,
    observe: (t, contract) => connectionsOf(t, contract, true),
  },
  'x-rate-limits/connections/addressShare': {
    value: 0.1,
    beside: { 'x-rate-limits/connections/limit': 20 },
    observe: async (t, contract) => (await connectionsOf(t, contract, false)) / 20,
  },
}

export const operationCases: Cases = { ...operator, ...freshness, ...work, ...processes }
