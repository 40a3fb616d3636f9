/**
 * Jobs of a batch that end concurrently are counted exactly once, in whatever order they end. The tests run one after
 * the other.
 */
import test, { type ExecutionContext } from 'ava'
import pLimit from 'p-limit'
import { end, fail } from '../../../src/features/scoring/completion.ts'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import { prefetchOf, partnerShareOf } from '../../../src/features/scoring/dispatch/fair-share.ts'
import type { Services } from '../../../src/platform/services.ts'
import { claimScoringJob } from '../../support/scoring.ts'
import type { NamedScoringJobRow } from '../../../src/tables/scoring-jobs/scoring-jobs.ts'
import { holdAt } from '../../support/failpoints.ts'
import { startHarness, type Answer } from '../../support/harness.ts'
import { batchWhen, eventCounts, fixture, isClosed, submitBatch } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'

/** Fewer than the ten connections that a process has, so that no call waits for a connection on a slow machine. */
const atOnce = pLimit(8)

const result = {
  scoreTenths: 70,
  assessment: JSON.stringify({ verdict: 'MODERATE_MATCH', strengths: [], concerns: [], interviewFocus: [] }),
  flags: '[]',
  findings: null,
  audit: JSON.stringify({
    ...{ engine: 'embedded', model: 'none', promptVersion: '0', formulaVersion: '1' },
    ...{ fileSha256: '0'.repeat(64), textSha256: '0'.repeat(64) },
    ...{ tokens: { input: 0, output: 0 }, quotesRefused: 0, reused: 0 },
  }),
  inputHash: null,
  contentHash: null,
  revision: null,
}

async function start(t: ExecutionContext, overrides: object = {}) {
  const harness = await startHarness(t, { overrides: { timings: still, ...overrides } })
  const client = await harness.client()
  await client.generate('job-1')
  return { harness, client, services: harness.server.services }
}

async function claimAll(services: Services, ids: string[]): Promise<NamedScoringJobRow[]> {
  const { database, clock } = services
  return Promise.all(
    ids.map((id) =>
      atOnce(async () => (await claimScoringJob(database, id, 'worker_a', clock.now())) as NamedScoringJobRow),
    ),
  )
}

const complete = async (services: Services, scoringJob: NamedScoringJobRow) =>
  (await end(services, [{ scoringJob, completion: result }])).has(scoringJob.id)

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `app-${index}`)

test.serial(
  'a hundred jobs of a batch that end concurrently, three times each, are counted exactly once',
  async (t) => {
    const { services, client } = await start(t)
    services.dispatch = () => {}
    const { headers, body } = await submitBatch(client, Array(100).fill('strong'), numbered(100))
    const jobs = await claimAll(services, body.scoringJobIds)
    const ends = jobs.flatMap((job, index) => {
      const once = () => (index % 4 === 0 ? fail(services, job, 'TIMEOUT') : complete(services, job))
      return [once, once, once]
    })
    // The stride is coprime to the number of ends, so a job's three ends are far apart.
    const shuffled = ends.map((_, index) => ends[(index * 101) % ends.length] as () => Promise<boolean>)
    const won = await Promise.all(shuffled.map((once) => atOnce(() => services.database.transaction(once))))
    t.is(won.filter(Boolean).length, 100)
    const { batch } = (await client.get(headers.location as string)).body
    t.deepEqual([batch.status, batch.completedJobs, batch.failedJobs], ['PARTIAL_FAILURE', 75, 25])
    t.truthy(batch.completedAt)
    const events = await eventCounts(services.database)
    t.deepEqual([events['score.completed'], events['score.failed'], events['batch.completed']], [75, 25, 1])
    t.is((await services.database.select('SELECT scoringJobId FROM usage_units')).length, 75)
  },
)

test.serial(
  'if two attempts of a job end in one transaction, the job is counted once, with the outcome of the current attempt',
  async (t) => {
    const { services, client } = await start(t)
    services.dispatch = () => {}
    const { headers, body } = await submitBatch(client, ['strong', 'strong'], numbered(2))
    const jobs = await claimAll(services, body.scoringJobIds)
    const lost = jobs.map((job) => ({ ...job, attempt: job.attempt - 1 }))
    const [first, second] = [jobs[0]!, jobs[1]!]
    const ends = [lost[0]!, first, second, lost[1]!].map((scoringJob) => ({ scoringJob, completion: result }))
    const ended = await services.database.transaction(() => end(services, ends))
    t.deepEqual(ended, new Set([first.id, second.id]))
    const { batch } = (await client.get(headers.location as string)).body
    t.deepEqual([batch.status, batch.completedJobs], ['COMPLETED', 2])
    const events = await eventCounts(services.database)
    t.deepEqual([events['score.completed'], events['batch.completed']], [2, 1])
  },
)

test.serial('a job that ends while batches that contain it are being accepted is counted once in each', async (t) => {
  const { services, client } = await start(t)
  services.dispatch = () => {}
  const names = numbered(20)
  const { body } = await submitBatch(client, Array(20).fill('strong'), names)
  const jobs = await claimAll(services, body.scoringJobIds)
  const submitted: Promise<Answer>[] = []
  const ended: Promise<boolean>[] = []
  for (const [index, job] of jobs.entries()) {
    // Each batch contains four consecutive applications, and every second one lists them in reverse order. So several
    // batches contain each job, some of them before it ends and some after.
    const window = [0, 1, 2, 3].map((step) => names[(index + step) % names.length] as string)
    const ordered = index % 2 === 0 ? window : window.toReversed()
    submitted.push(atOnce(() => submitBatch(client, Array(4).fill('weak'), ordered)))
    ended.push(atOnce(() => services.database.transaction(() => complete(services, job))))
  }
  t.deepEqual(await Promise.all(ended), Array(20).fill(true))
  for (const { status, headers } of await Promise.all(submitted)) {
    t.is(status, 202)
    const { batch } = (await client.get(headers.location as string)).body
    t.deepEqual([batch.status, batch.totalJobs, batch.completedJobs], ['COMPLETED', 4, 4])
  }
  const events = await eventCounts(services.database)
  t.deepEqual([events['score.completed'], events['batch.completed']], [20, 21])
  t.is((await services.database.select('SELECT id FROM scoring_jobs')).length, 20)
})

test.serial(
  'two concurrent batches with the same applications in opposite order create one job for each application',
  async (t) => {
    const { services, client } = await start(t)
    services.dispatch = () => {}
    const names = numbered(100)
    const fixtures = Array(100).fill('strong') as string[]
    const [one, other] = await Promise.all([
      submitBatch(client, fixtures, names),
      submitBatch(client, fixtures, names.toReversed()),
    ])
    t.deepEqual([one.status, other.status], [202, 202])
    t.deepEqual(one.body.scoringJobIds.toReversed(), other.body.scoringJobIds)
    t.is((await services.database.select('SELECT id FROM scoring_jobs')).length, 100)
    t.is((await services.database.select('SELECT DISTINCT latestScoringJobId FROM applications')).length, 100)
  },
)

test.serial('ten concurrent copies of a message complete a batch once, with one event', async (t) => {
  const { services, client } = await start(t)
  services.dispatch = () => {}
  const { headers, body } = await submitBatch(client, ['strong', 'resume-corrupted'])
  const messages = Array.from({ length: 10 }, () => body.scoringJobIds as string[]).flat()
  await Promise.all(messages.map((id) => runScoringJob(services, 'worker_a', id)))
  const { batch } = (await client.get(headers.location as string)).body
  t.deepEqual([batch.status, batch.completedJobs, batch.failedJobs], ['PARTIAL_FAILURE', 1, 1])
  const events = await eventCounts(services.database)
  t.deepEqual([events['score.completed'], events['score.failed'], events['batch.completed']], [1, 1, 1])
})

test.serial('single submissions have their own queue, so a backlog of batches does not delay them', async (t) => {
  const { failpoint, hold, arrived, letGo } = holdAt('claimed')
  const { services, client } = await start(t, { failpoint })
  const places = partnerShareOf(prefetchOf('batches', services.pool.concurrency))
  hold(places)
  const { headers, body } = await submitBatch(client, Array(100).fill('strong'), numbered(100))
  await arrived(places)
  const single = await client.score('job-1', 'single', { resumeUrl: fixture('strong') })
  t.is(single.body.status, 'completed')
  const { batch } = (await client.get(headers.location as string)).body
  t.deepEqual([batch.status, batch.completedJobs], ['IN_PROGRESS', 0])
  letGo()
  t.is((await batchWhen(client, headers.location as string, isClosed)).batch.status, 'COMPLETED')
  const lanes = await services.database.select(
    'SELECT lane, COUNT(*) AS n FROM scoring_jobs GROUP BY lane ORDER BY lane',
  )
  t.deepEqual(lanes, [
    { lane: 'batches', n: body.scoringJobIds.length },
    { lane: 'singles', n: 1 },
  ])
})
