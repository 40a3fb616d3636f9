/** The operator's commands for jobs, queues and scores, while a server runs. */
import test, { type ExecutionContext } from 'ava'
import type { Assessment } from '../../generated/types.gen.ts'
import { timings } from '../../src/platform/timings.ts'
import { earnsCredit } from '../../src/kit/scoring/credit.ts'
import { HOUR, MINUTE } from '../../src/kit/time.ts'
import { markPublished } from '../../src/tables/scoring-jobs/dispatch.ts'
import { snoozeScoringJob } from '../../src/tables/scoring-jobs/transitions.ts'
import { onChannel } from '../support/broker-scene.ts'
import { claimScoringJob } from '../support/scoring.ts'
import { HandClock } from '../tools/fakes/hand-clock.ts'
import { backend, startHarness, type Client, type Harness } from '../support/harness.ts'
import { cli, type StuckJob } from '../tools/services/operator-cli.ts'
import { runProcess, type Finished } from '../tools/services/process.ts'
import { still } from '../support/still-timings.ts'
import { until } from '../tools/until.ts'

const resumeUrl = 'https://fixtures.sandbox.invalid/strong'

type Settings = Pick<Harness, 'settings'>

function run(t: ExecutionContext, { settings }: Settings, ...args: string[]): Promise<Finished> {
  return runProcess(t, settings, ['node', 'src/cli.ts', ...args])
}

async function refused(t: ExecutionContext, harness: Settings, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(t, harness, ...args)
  t.is(code, 1, args.join(' '))
  t.is(stdout, '')
  return stderr
}

async function submit(client: Client, application: string): Promise<string> {
  const answer = await client.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, { resumeUrl })
  return answer.body.scoringJobId
}

test("unclaimed jobs and jobs without a worker are listed as stuck, with our ids, not the partner's", async (t) => {
  const clock = new HandClock()
  clock.instant -= 10 * MINUTE
  const harness = await startHarness(t, { overrides: { timings: still, clock } })
  const { services } = harness.server
  const client = await harness.client()
  await client.generate('job-1')
  services.dispatch = () => {}
  const [untaken, abandoned, later] = [await submit(client, 'a'), await submit(client, 'b'), await submit(client, 'c')]
  await claimScoringJob(services.database, abandoned, 'worker_gone', clock.now())
  await claimScoringJob(services.database, later, 'worker_gone', clock.now())
  await snoozeScoringJob(services.database, later, 1, clock.now() + HOUR, 'transientFailure')

  const stuck = await cli(t, harness.settings, 'jobs stuck')
  t.deepEqual(
    stuck.map(({ scoringJobId, status }) => [scoringJobId, status]),
    [
      [untaken, 'PENDING'],
      [abandoned, 'PROCESSING'],
    ],
  )
  const [, { queuedAt, dueAt, ageSeconds, ...rest }] = stuck as [object, StuckJob]
  t.true(ageSeconds >= 600)
  t.deepEqual([queuedAt, dueAt], Array(2).fill(new Date(clock.instant).toISOString()))
  t.deepEqual(rest, {
    scoringJobId: abandoned,
    partnerId: client.partnerId,
    environment: 'SANDBOX',
    lane: 'singles',
    status: 'PROCESSING',
    attempts: 1,
    transientFailures: 0,
    lostWorkers: 0,
    workerId: 'worker_gone',
  })
  const patient = await cli(t, harness.settings, 'jobs stuck', '--minutes', '60')
  t.deepEqual(
    patient.map(({ scoringJobId }) => scoringJobId),
    [abandoned],
  )
})

test('`jobs retry` immediately runs a job that waits for its next attempt, and for any other job explains what to do', async (t) => {
  // Recovery never runs, so that it does not take the test's jobs.
  const harness = await startHarness(t, { overrides: { timings: { ...still, sweepMs: timings.sweepMs } } })
  const { services } = harness.server
  const client = await harness.client()
  await client.generate('job-1')
  const { dispatch } = services
  services.dispatch = () => {}
  const id = await submit(client, 'a')
  await claimScoringJob(services.database, id, 'worker_gone', services.clock.now() + MINUTE)
  t.regex(await refused(t, harness, 'jobs', 'retry', id), /is being processed/)
  await snoozeScoringJob(services.database, id, 1, services.clock.now() + HOUR, 'transientFailure')
  services.dispatch = dispatch
  t.deepEqual(await cli(t, harness.settings, 'jobs retry', id), { scoringJobId: id, due: 'now' })
  const { body } = await client.ended(`/v1/jobs/job-1/applications/a/scoring-jobs/${id}`)
  t.is(body.status, 'completed')
  t.regex(await refused(t, harness, 'jobs', 'retry', id), /is COMPLETED, which is final; .*"rescore": true/)
  t.regex(await refused(t, harness, 'jobs', 'retry', 'sj_x'), /there is no scoring job "sj_x"/)
})

test('`queues` counts jobs by the reason for which they wait, and messages if there is a broker', async (t) => {
  const clock = new HandClock()
  clock.instant -= MINUTE
  // With a broker, no worker runs, so that messages stay in their queues.
  const role = backend === 'services' ? 'api' : 'all'
  const harness = await startHarness(t, { role, overrides: { timings: still, clock } })
  const { services } = harness.server
  const client = await harness.client()
  await client.generate('job-1')
  services.dispatch = () => {}
  await submit(client, 'unpublished')
  const [held, later] = [await submit(client, 'held'), await submit(client, 'later')]
  for (const id of [held, later]) await claimScoringJob(services.database, id, 'worker_gone', clock.now())
  await snoozeScoringJob(services.database, later, 1, clock.now() + HOUR, 'nothing')
  const applications = ['x', 'y'].map((applicationId) => ({ applicationId, resumeUrl }))
  const { body } = await client.post('/v1/jobs/job-1/scoring-batches', { applications })
  await markPublished(services.database, body.scoringJobIds, clock.now() + 1)
  const known = backend === 'services'
  if (known) {
    await services.broker.publish('batches', body.scoringJobIds)
    await until('the queue of batches holds both', async () => (await services.broker.depth('batches')) === 2)
  }

  t.deepEqual(await cli(t, harness.settings, 'queues'), {
    lanes: {
      singles: { messages: known ? 0 : null, pending: { published: 0, unpublished: 1, later: 1 }, processing: 1 },
      batches: { messages: known ? 2 : null, pending: { published: 2, unpublished: 0, later: 0 }, processing: 0 },
    },
    deadLetters: known ? 0 : null,
    degraded: null,
  })
})

test('if the broker is unavailable, this is reported, and the message counts are null', async (t) => {
  const { settings } = await startHarness(t, { overrides: { timings: still } })
  const away = { settings: { ...settings, AMQP_URL: 'amqp://guest:hunter2@127.0.0.1:1' } }
  const { lanes, deadLetters, degraded } = await cli(t, away.settings, 'queues')
  t.is(lanes.singles.messages, null)
  t.is(deadLetters, null)
  t.regex(degraded ?? '', /broker/)
  const explanation = await refused(t, away, 'queues', 'purge-dead')
  t.regex(explanation, /is unreachable/)
  t.notRegex(degraded + explanation, /hunter2/)
})

if (backend === 'embedded')
  test('without a broker there are no dead letters to purge', async (t) => {
    const harness = await startHarness(t)
    t.regex(
      await refused(t, harness, 'queues', 'purge-dead'),
      /^AMQP_URL is not set, so there are no dead letters: set it to the broker that the servers use$/m,
    )
  })
else {
  test('dead letters are counted and purged', async (t) => {
    const harness = await startHarness(t)
    const { DATABASE_URL = '', AMQP_URL = '' } = harness.settings
    const dead = `screening.${new URL(DATABASE_URL).pathname.slice(1)}.dead`
    await onChannel(AMQP_URL, async (channel) => {
      for (const text of ['no id', 'nor this']) channel.sendToQueue(dead, Buffer.from(text))
      await until('both dead letters are queued', async () => (await channel.checkQueue(dead)).messageCount >= 2)
    })
    t.is((await cli(t, harness.settings, 'queues')).deadLetters, 2)
    t.deepEqual(await cli(t, harness.settings, 'queues purge-dead'), { purged: 2 })
    t.is((await cli(t, harness.settings, 'queues')).deadLetters, 0)
  })
}

test("an application's deleted verdicts are not reused, and its scores remain", async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  const first = await client.score('job-1', 'app-1', { resumeUrl })
  const reused = async () => {
    const { body } = await client.score('job-1', 'app-1', { resumeUrl, rescore: true })
    t.deepEqual(body.result, first.body.result)
    return body.scoringJob.audit.reused
  }
  const criteria = first.body.result.assessment.criteria.length
  t.is(await reused(), criteria)
  const [partner] = await cli(t, harness.settings, 'partners list')
  const owner = ['--partner', partner?.name ?? '', '--environment', 'sandbox', '--tenant', client.tenant]
  const whose = [...owner, '--job', 'job-1']
  const { database } = harness.server.services
  const ofOneInput = async () => {
    const rows = await database.select<{ inputHash: string | null }>('SELECT DISTINCT inputHash FROM scoring_jobs')
    return rows.length === 1 ? (rows[0]?.inputHash ?? null) : rows
  }
  t.regex((await ofOneInput()) as string, /^[0-9a-f]{64}$/, 'both jobs have the hash of the same input')
  const dropped = await cli(t, harness.settings, 'scores drop', ...whose, '--application', 'app-1')
  t.deepEqual(dropped, { verdictsDropped: criteria })
  t.is(await ofOneInput(), null)
  t.is(await reused(), 0)
  t.regex(await refused(t, harness, 'scores', 'drop', ...whose, '--application', 'app-2'), /no such application/)
})

test('a score is verified from stored data, and a score that was tampered with is refused', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  const { scoringJobId, result, scoringJob } = (await client.score('job-1', 'app-1', { resumeUrl })).body
  const criteria = result.assessment.criteria.length
  const verified = { scoringJobId, verified: true, score: result.score, criteria, audit: scoringJob.audit }
  t.deepEqual(await cli(t, harness.settings, 'scores verify', scoringJobId), verified)
  const { database } = harness.server.services
  const store = (column: string, value: unknown) =>
    database.transaction(() =>
      database.execute(`UPDATE scoring_jobs SET ${column} = $1 WHERE id = $2`, [value, scoringJobId]),
    )
  const stored = (change: (assessment: Assessment) => void) => {
    const assessment = structuredClone(result.assessment)
    change(assessment)
    return JSON.stringify(assessment)
  }
  const range = { low: 0, high: 0.1 }
  const tampered: [column: string, value: unknown, original: unknown, reason: RegExp][] = [
    ['scoreTenths', 99, result.score * 10, /score is 9\.9, but the verdicts give/],
    ['assessment', stored((a) => (a.scoreRange = range)), stored(() => {}), /assessment\.scoreRange differs/],
    ['assessment', stored((a) => a.strengths.push('more')), stored(() => {}), /assessment\.strengths differs/],
    ['assessment', stored(strip), stored(() => {}), /earned credit without a quote/],
    ['criteriaVersionId', 'cv_none', scoringJob.criteriaVersionId, /other criteria than the version cv_none/],
    ['audit', JSON.stringify({ ...scoringJob.audit, formulaVersion: '0' }), null, /scored with formula 0/],
  ]
  for (const [column, value, original, reason] of tampered) {
    await store(column, value)
    t.regex(await refused(t, harness, 'scores', 'verify', scoringJobId), reason)
    await store(column, original)
  }
})

function strip({ criteria = [] }: Assessment): void {
  const earns = criteria.find(({ verdict }) => earnsCredit(verdict))
  if (!earns) throw new Error('no verdict on the resume earns credit')
  earns.evidence = []
}

test('only a completed score can be verified', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  const { body } = await client.score('job-1', 'app-1', { resumeUrl: 'https://fixtures.sandbox.invalid/timeout' })
  t.regex(await refused(t, harness, 'scores', 'verify', body.scoringJobId), /is FAILED: only a COMPLETED one/)
  t.regex(await refused(t, harness, 'scores', 'verify', 'sj_none'), /there is no scoring job "sj_none"/)
})
