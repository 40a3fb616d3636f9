/** Data is deleted while it is in use. Work in progress is discarded, and writes none of the data again. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import pLimit from 'p-limit'
import { workDeletions } from '../../../src/features/deletions/eraser.ts'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import type { Failpoint } from '../../../src/platform/services.ts'
import { criteriaVersions } from '../../../src/tables/criteria-versions.ts'
import { still, tablesOf } from '../../support/deletions.ts'
import { holdAt } from '../../support/failpoints.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { eventCounts, fixture, submitBatch } from '../../support/scoring.ts'

const application = '/v1/jobs/job-1/applications/app-1'
const tenant = '/v1/tenants/acme'
const resumeUrl = fixture('strong')

/** Starts a server that runs jobs only when a test runs them. */
async function start(t: ExecutionContext, failpoint: (point: Failpoint) => void | Promise<void> = () => {}) {
  const harness = await startHarness(t, { overrides: { timings: still, failpoint } })
  const client = await harness.client()
  const { services } = harness.server
  services.dispatch = () => {}
  await client.generate('job-1')
  return { harness, client, services }
}

function submit(client: Client) {
  return client.post(`${application}/scoring-jobs`, { resumeUrl })
}

/** Twice the number of a process's database connections, so that some calls wait for a connection. */
const atOnce = pLimit(20)

/** Tables in which work on a scoring job could leave rows behind. */
const effects = ['scoring_jobs', 'verdicts', 'usage_units', 'scoring_batch_jobs'] as const

const points: Record<string, Failpoint[]> = {
  [application]: ['claimed', 'fetched', 'parsed', 'scored'],
  // The deletion of a tenant leaves the same rows at every point, so the first and the last point are enough.
  [tenant]: ['claimed', 'scored'],
}

for (const [path, held] of Object.entries(points)) {
  test(`a job that was still waiting when ${path} was deleted never runs`, async (t) => {
    const { client, services } = await start(t)
    const { body } = await submit(client)
    await client.send('DELETE', path)
    await runScoringJob(services, 'worker_late', body.scoringJobId)
    await workDeletions(services)
    const tables = await tablesOf(services)
    for (const table of effects) t.deepEqual(tables[table], [], table)
  })

  for (const point of held) {
    test(`a worker whose job is at the point ‘${point}’ when ${path} is deleted writes no data back`, async (t) => {
      const { failpoint, arrived, letGo } = holdAt(point)
      const { client, services } = await start(t, failpoint)
      const { headers } = await submitBatch(client, ['strong'], ['app-1'])
      const { scoringJobs } = (await client.get(headers.location as string)).body
      const late = runScoringJob(services, 'worker_late', scoringJobs[0].id)
      await arrived()
      await client.send('DELETE', path)
      const anew = path === application ? await submit(client) : null
      letGo()
      await late
      await workDeletions(services)
      const { events = [], ...tables } = await tablesOf(services)
      t.deepEqual(
        tables['scoring_jobs']?.map(({ id, status }) => ({ id, status })),
        anew ? [{ id: anew.body.scoringJobId, status: 'PENDING' }] : [],
        'the new application is not affected',
      )
      for (const table of effects) if (table !== 'scoring_jobs') t.deepEqual(tables[table], [], table)
      t.false(events.some(({ type }) => String(type).startsWith('score.')))
      if (!anew) return
      await runScoringJob(services, 'worker_next', anew.body.scoringJobId)
      t.is((await client.get(anew.headers.location as string)).body.status, 'completed')
    })
  }
}

test('a job that ended before it was deleted is still billed, and its event is deleted with it', async (t) => {
  const { client, services } = await start(t)
  const { body } = await submit(client)
  await runScoringJob(services, 'worker_a', body.scoringJobId)
  t.is((await eventCounts(services.database))['score.completed'], 1)
  await client.send('DELETE', application)
  await workDeletions(services)
  t.is((await eventCounts(services.database))['score.completed'], undefined)
  t.is((await client.get('/v1/usage')).body.used, 1)
  t.is((await client.get('/v1/usage')).body.reserved, 0)
})

test('a deleted application is removed from an open batch, whose progress stays correct', async (t) => {
  const { client, services } = await start(t)
  const { headers, body } = await submitBatch(client, ['strong', 'strong', 'weak'], ['app-1', 'app-2', 'app-3'])
  const read = async () => (await client.get(headers.location as string)).body
  await runScoringJob(services, 'worker_a', body.scoringJobIds[0])
  await client.send('DELETE', application)
  const { batch, scoringJobs } = await read()
  t.like(batch, { status: 'IN_PROGRESS', totalJobs: 2, completedJobs: 0, failedJobs: 0, completedAt: null })
  t.deepEqual(
    scoringJobs.map(({ applicationId }: { applicationId: string }) => applicationId),
    ['app-2', 'app-3'],
  )
  await runScoringJob(services, 'worker_a', body.scoringJobIds[1])
  await client.send('DELETE', '/v1/jobs/job-1/applications/app-3')
  t.like((await read()).batch, { status: 'COMPLETED', totalJobs: 1, completedJobs: 1, failedJobs: 0 })
  t.is(
    (await eventCounts(services.database))['batch.completed'],
    1,
    'the deletion of the last open job completes the batch',
  )
  await client.send('DELETE', '/v1/jobs/job-1/applications/app-2')
  t.like(
    (await read()).batch,
    { status: 'COMPLETED', totalJobs: 1, completedJobs: 1 },
    'a closed batch keeps its totals',
  )
  t.deepEqual((await read()).scoringJobs, [])
})

test('a batch whose applications are all deleted is COMPLETED with 0 of 0, and has one event', async (t) => {
  const { client, services } = await start(t)
  const { headers } = await submitBatch(client, ['strong', 'weak'], ['app-1', 'app-2'])
  await Promise.all(['app-1', 'app-2'].map((id) => client.send('DELETE', `/v1/jobs/job-1/applications/${id}`)))
  const { batch, scoringJobs } = (await client.get(headers.location as string)).body
  t.like(batch, { status: 'COMPLETED', totalJobs: 0, completedJobs: 0, failedJobs: 0 })
  t.truthy(batch.completedAt)
  t.deepEqual(scoringJobs, [])
  t.is((await eventCounts(services.database))['batch.completed'], 1)
})

test('a write that is in progress when its tenant is deleted is erased with the tenant', async (t) => {
  const { client, services } = await start(t)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  const versionModel = services.database.model(criteriaVersions)
  const create = versionModel.create.bind(versionModel)
  versionModel.create = async (row, options) => {
    arrive()
    await held
    return create(row, options)
  }
  const criteria = [{ text: 'Welding', importance: 'PREFERRED' }]
  const writing = client.send('PUT', '/v1/jobs/job-2/criteria', { criteria }, { 'Idempotency-Key': 'k' })
  await arrival
  const deleting = client.send('DELETE', tenant).then(() => workDeletions(services))
  // Long enough for the deletion to overtake the write if nothing prevented it.
  const rounds = async () => {
    for (let round = 0; round < 50; round += 1) await client.get('/livez')
  }
  await Promise.race([deleting, rounds()])
  letGo()
  t.is((await writing).status, 200)
  await deleting
  const { jobs, criteria_versions: versions, idempotent_answers: answers } = await tablesOf(services)
  t.deepEqual([jobs, versions, answers], [[], [], []])
})

test('criteria that an engine is still generating when their tenant is deleted are not stored', async (t) => {
  const { client, services } = await start(t)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  const { generateCriteria } = services.pool
  services.pool.generateCriteria = async (...asked) => {
    arrive()
    await held
    return generateCriteria(...asked)
  }
  const jobContext = { jobDescription: 'Requirements: 3 years of welding' }
  const late = client.post('/v1/jobs/job-2/criteria-generations', { jobContext }, { 'Idempotency-Key': 'k' })
  await arrival
  await client.send('DELETE', tenant)
  await workDeletions(services)
  letGo()
  t.is((await late).body.code, 'TENANT_NOT_FOUND')
  const { tenants, jobs } = await tablesOf(services)
  t.deepEqual([tenants, jobs], [[], []])
})

test.serial('64 concurrent deletions and submissions of one application leave consistent data', async (t) => {
  const { client, services } = await start(t)
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      atOnce(() => (index % 2 ? client.send('DELETE', application) : submit(client))),
    ),
  )
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  await workDeletions(services)
  const tables = await tablesOf(services)
  const { applications = [], scoring_jobs: jobs = [], deletion_requests: requests = [] } = tables
  t.deepEqual([...new Set(requests.map(({ status }) => status))], ['COMPLETED'])
  t.true(applications.length <= 1)
  t.deepEqual(
    jobs.map(({ id }) => id),
    applications.map(({ latestScoringJobId }) => latestScoringJobId),
    'at most one application, with one job',
  )
})

test.serial('64 concurrent deletions and writes of one tenant leave no row without an owner', async (t) => {
  const { client, services } = await start(t)
  const criteria = [{ text: 'Welding', importance: 'PREFERRED' }]
  const kinds = [
    () => client.send('DELETE', tenant),
    () => client.send('PUT', '/v1/jobs/job-1/criteria', { criteria }, { 'Idempotency-Key': randomUUID() }),
    () => client.post('/v1/criteria-library', criteria[0]),
    () => submit(client),
  ]
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => atOnce(kinds[index % kinds.length] as (typeof kinds)[0])),
  )
  for (const { status, body } of answers) t.true(status < 300 || status === 404, JSON.stringify(body))
  await workDeletions(services)
  const tables = await tablesOf(services)
  const known = new Set(tables['tenants']?.map(({ id }) => id))
  t.true(known.size <= 1)
  for (const [name, rows] of Object.entries(tables))
    for (const { tenantId } of rows)
      if (name !== 'deletion_requests') t.true(!tenantId || known.has(tenantId), `${name}: ${String(tenantId)}`)
})
