/** Jobs whose worker was lost, stalled or shut down, and jobs that take too long. */
import test from 'ava'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import {
  failOverdue,
  releaseStranded,
  releaseWorker,
  renewLease,
  rescueOrphans,
} from '../../../src/features/scoring/rescue.ts'
import { MINUTE } from '../../../src/kit/time.ts'
import { timings } from '../../../src/platform/timings.ts'
import { heartbeat } from '../../../src/tables/workers.ts'
import { startHeld } from '../../support/failpoints.ts'
import { backend, type Client } from '../../support/harness.ts'
import { claimScoringJob } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'
import { until } from '../../tools/until.ts'

const resumeUrl = 'https://fixtures.sandbox.invalid/strong'

const submit = (client: Pick<Client, 'post'>, application = 'app-1') =>
  client.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, { resumeUrl })

for (const point of ['claimed', 'fetched', 'parsed', 'scored'] as const) {
  test(`a worker that stalls while its job is at ‘${point}’ changes nothing if it resumes after another worker has taken the job`, async (t) => {
    const { client, clock, arrived, letGo, services } = await startHeld(t, point)
    const { headers, body } = await submit(client)
    await arrived()
    clock.instant += still.leaseMs + 1
    await renewLease(services, 'worker_other', 1)
    await rescueOrphans(services)
    const rescued = await client.get(headers.location as string)
    t.is(rescued.body.scoringJob.status, 'PENDING')
    letGo()
    await runScoringJob(services, 'worker_other', body.scoringJobId)
    const { body: ended } = await client.ended(headers.location as string)
    t.is(ended.status, 'completed')
    const units = await services.database.select('SELECT * FROM usage_units')
    t.is(units.length, 1, 'billed once')
    const [row] = await services.database.select<{ attempt: number; lostWorkers: number }>(
      'SELECT attempt, lostWorkers FROM scoring_jobs',
    )
    t.is(row?.lostWorkers, 1)
  })
}

test('a job that has lost its worker three times fails with TASK_STUCK', async (t) => {
  const { client, clock, letGo, services } = await startHeld(t, 'claimed')
  const { headers, body } = await submit(client)
  const runs: Promise<unknown>[] = []
  for (let round = 0; round < 3; round += 1) {
    runs.push(runScoringJob(services, `worker_${round}`, body.scoringJobId))
    const claimed = async () => (await client.get(headers.location as string)).body.status === 'processing'
    await until('the job is claimed', claimed)
    clock.instant += still.leaseMs + 1
    await rescueOrphans(services)
  }
  const { body: ended } = await client.get(headers.location as string)
  t.is(ended.status, 'failed')
  t.is(ended.error.code, 'TASK_STUCK')
  letGo()
  await Promise.all(runs)
})

test('a worker that shuts down releases its jobs, and the release does not count as an attempt', async (t) => {
  const { client, arrived, services } = await startHeld(t, 'parsed')
  const { headers } = await submit(client)
  await arrived()
  const [held] = await services.database.select<{ workerId: string }>('SELECT workerId FROM scoring_jobs')
  await releaseWorker(services, held?.workerId as string)
  t.is((await client.get(headers.location as string)).body.scoringJob.status, 'PENDING')
  const [row] = await services.database.select('SELECT transientFailures, lostWorkers, startedAt FROM scoring_jobs')
  t.deepEqual(row, { transientFailures: 0, lostWorkers: 0, startedAt: null })
})

test('a job that runs longer than 15 minutes or waits longer than 24 hours fails with TIMEOUT', async (t) => {
  const { client, clock, arrived, services } = await startHeld(t, 'scored')
  const { headers } = await submit(client)
  await arrived()
  clock.instant += 15 * MINUTE - 1
  await failOverdue(services)
  t.is((await client.get(headers.location as string)).body.status, 'processing')
  clock.instant += 2
  await failOverdue(services)
  const { body } = await client.get(headers.location as string)
  t.is(body.error.code, 'TIMEOUT')

  services.dispatch = () => {}
  const waiting = await client.post('/v1/jobs/job-1/applications/app-2/scoring-jobs', { resumeUrl })
  clock.instant += 24 * 60 * MINUTE + 1
  await failOverdue(services)
  t.is((await client.get(waiting.headers.location as string)).body.error.code, 'TIMEOUT')
})

test('a job is released if its row names a worker that is not running it', async (t) => {
  const { client, arrived, letGo, services } = await startHeld(t, 'claimed')
  const { headers, body } = await submit(client)
  await arrived()
  const [held] = await services.database.select<{ workerId: string }>('SELECT workerId FROM scoring_jobs')
  await releaseStranded(services, held?.workerId as string, () => true)
  t.is((await client.get(headers.location as string)).body.status, 'processing', 'a running job is not released')
  await releaseStranded(services, held?.workerId as string, () => false)
  t.is((await client.get(headers.location as string)).body.status, 'queued')
  letGo()
  await runScoringJob(services, 'worker_other', body.scoringJobId)
  t.is((await client.ended(headers.location as string)).body.status, 'completed')
})

test('a worker that stalls right after its claim leaves the job to the new owner', async (t) => {
  const { client, clock, letGo, services } = await startHeld(t, 'claimed')
  letGo()
  services.dispatch = () => {}
  const { headers, body } = await submit(client)
  const { database } = services
  const { execute } = database
  database.execute = async (...statement) => {
    database.execute = execute
    const changed = await execute.apply(database, statement)
    clock.instant += still.leaseMs + 1
    await rescueOrphans(services)
    await claimScoringJob(database, body.scoringJobId, 'worker_other', clock.now())
    return changed
  }
  t.is(await runScoringJob(services, 'worker_stalled', body.scoringJobId), null)
  const [row] = await database.select<{ workerId: string }>('SELECT workerId FROM scoring_jobs')
  t.is(row?.workerId, 'worker_other')
  t.is((await client.get(headers.location as string)).body.status, 'processing')
})

if (backend === 'services') {
  test('a worker that stalls during its heartbeat does not prevent others from recovering its jobs', async (t) => {
    const { client, clock, arrived, letGo, services } = await startHeld(t, 'claimed')
    const { headers } = await submit(client)
    await arrived()
    const { database } = services
    const [held] = await database.select<{ workerId: string }>('SELECT workerId FROM scoring_jobs')
    const [stalled, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const beating = database.transaction(async () => {
      await heartbeat(database, held?.workerId as string, clock.now(), 1)
      stalled.resolve()
      await goesOn.promise
    })
    await stalled.promise
    clock.instant += still.leaseMs + 1
    const rescued = rescueOrphans(services)
    await until(
      'the job is queued again',
      async () => (await client.get(headers.location as string)).body.status === 'queued',
    )
    goesOn.resolve()
    await Promise.all([beating, rescued])
    letGo()
    t.pass()
  })

  test('the database ends the session of a stalled process, and so releases its locks, before its lease expires', async (t) => {
    const { services } = await startHeld(t, 'claimed')
    const [session] = await services.database.select<{ seconds: number }>('SELECT @@wait_timeout AS seconds')
    t.true((session?.seconds ?? Infinity) * 1000 < timings.leaseMs)
  })
}
