import test, { type ExecutionContext } from 'ava'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import {
  failOverdue,
  releaseWorker,
  renewLease,
  rescueOrphans,
  dispatchDue,
  republishLost,
  releaseStranded,
} from '../../../src/features/scoring/rescue.ts'
import { createRunner } from '../../../src/features/scoring/quarantine.ts'
import { type Failpoint } from '../../../src/platform/services.ts'
import { timings } from '../../../src/platform/timings.ts'
import { MINUTE } from '../../../src/kit/time.ts'
import { markPublished, snoozeScoringJob } from '../../../src/tables/scoring-job-transitions.ts'
import { heartbeat } from '../../../src/tables/workers.ts'
import { HandClock } from '../../support/fakes/hand-clock.ts'
import { backend, startHarness } from '../../support/harness.ts'
import { still } from '../../support/still-timings.ts'

const resumeUrl = 'https://fixtures.sandbox.invalid/strong'

/** A server whose jobs stop at `point` until they are let go. */
async function startHeld(t: ExecutionContext, point: Failpoint) {
  const clock = new HandClock()
  const held: (() => void)[] = []
  const arrivals = new EventTarget()
  let holding = true
  const failpoint = (reached: Failpoint) => {
    if (reached !== point || !holding) return
    return new Promise<void>((resolve) => {
      held.push(resolve)
      arrivals.dispatchEvent(new Event('arrival'))
    })
  }
  const harness = await startHarness(t, { overrides: { timings: still, failpoint, clock } })
  const client = await harness.client()
  await client.generate('job-1')
  const arrival = () =>
    new Promise<void>((resolve) =>
      held.length > 0 ? resolve() : arrivals.addEventListener('arrival', () => resolve(), { once: true }),
    )
  const letGo = () => {
    holding = false
    for (const resolve of held.splice(0)) resolve()
  }
  t.teardown(letGo)
  return { harness, client, clock, arrival, letGo, services: harness.server.services }
}

const submit = (client: { post: Function }, application = 'app-1') =>
  client.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, { resumeUrl })

for (const point of ['claimed', 'fetched', 'parsed', 'scored'] as const) {
  test(`a worker that vanishes when its job is ${point} loses it to another, and changes nothing when it wakes up`, async (t) => {
    const { client, clock, arrival, letGo, services } = await startHeld(t, point)
    const { headers, body } = await submit(client)
    await arrival()
    clock.instant += still.leaseMs + 1
    await renewLease(services, 'worker_other', 1)
    await rescueOrphans(services)
    const rescued = await client.get(headers.location)
    t.is(rescued.body.scoringJob.status, 'PENDING')
    letGo()
    await runScoringJob(services, 'worker_other', body.scoringJobId)
    const { body: ended } = await client.ended(headers.location)
    t.is(ended.status, 'completed')
    const units = await services.database.select('SELECT * FROM usage_units')
    t.is(units.length, 1, 'billed once')
    const [row] = await services.database.select<{ attempt: number; lostWorkers: number }>(
      'SELECT attempt, lostWorkers FROM scoring_jobs',
    )
    t.is(row?.lostWorkers, 1)
  })
}

test('a job whose worker vanished three times is stuck', async (t) => {
  const { client, clock, letGo, services } = await startHeld(t, 'claimed')
  const { headers, body } = await submit(client)
  const runs: Promise<unknown>[] = []
  for (let round = 0; round < 3; round += 1) {
    runs.push(runScoringJob(services, `worker_${round}`, body.scoringJobId))
    const claimed = async () => (await client.get(headers.location)).body.status === 'processing'
    while (!(await claimed())) await new Promise((resolve) => setImmediate(resolve))
    clock.instant += still.leaseMs + 1
    await rescueOrphans(services)
  }
  const { body: ended } = await client.get(headers.location)
  t.is(ended.status, 'failed')
  t.is(ended.error.code, 'TASK_STUCK')
  letGo()
  await Promise.all(runs)
})

test('a worker that leaves hands its jobs back at no cost', async (t) => {
  const { client, arrival, services } = await startHeld(t, 'parsed')
  const { headers } = await submit(client)
  await arrival()
  const [held] = await services.database.select<{ workerId: string }>('SELECT workerId FROM scoring_jobs')
  await releaseWorker(services, held?.workerId as string)
  t.is((await client.get(headers.location)).body.scoringJob.status, 'PENDING')
  const [row] = await services.database.select('SELECT transientFailures, lostWorkers, startedAt FROM scoring_jobs')
  t.deepEqual(row, { transientFailures: 0, lostWorkers: 0, startedAt: null })
})

test('a job that runs past 15 minutes, or waits past 24 hours, ends as TIMEOUT', async (t) => {
  const { client, clock, arrival, services } = await startHeld(t, 'scored')
  const { headers } = await submit(client)
  await arrival()
  clock.instant += 15 * MINUTE - 1
  await failOverdue(services)
  t.is((await client.get(headers.location)).body.status, 'processing')
  clock.instant += 2
  await failOverdue(services)
  const { body } = await client.get(headers.location)
  t.is(body.error.code, 'TIMEOUT')

  services.dispatch = () => {}
  const waiting = await client.post('/v1/jobs/job-1/applications/app-2/scoring-jobs', { resumeUrl })
  clock.instant += 24 * 60 * MINUTE + 1
  await failOverdue(services)
  t.is((await client.get(waiting.headers.location as string)).body.error.code, 'TIMEOUT')
})

test('a job whose ring was lost after the commit is rung again within 5 seconds', async (t) => {
  const { client, clock, letGo, services } = await startHeld(t, 'claimed')
  letGo()
  const dispatch = services.dispatch
  services.dispatch = () => {}
  const { headers } = await submit(client)
  services.dispatch = dispatch
  clock.instant += 5_000
  await dispatchDue(services)
  t.is((await client.ended(headers.location)).body.status, 'completed')
})

test('one message delivered ten times makes one result and one billed unit', async (t) => {
  const { client, letGo, services } = await startHeld(t, 'claimed')
  const { headers, body } = await submit(client)
  letGo()
  await Promise.all(Array.from({ length: 10 }, () => runScoringJob(services, 'worker_x', body.scoringJobId)))
  t.is((await client.ended(headers.location)).body.status, 'completed')
  t.is((await services.database.select('SELECT * FROM usage_units')).length, 1)
})

test('a message that was confirmed and then lost is rung again, once two looks agree', async (t) => {
  const { client, letGo, services } = await startHeld(t, 'claimed')
  letGo()
  const dispatch = services.dispatch
  services.dispatch = () => {}
  const { headers } = await submit(client)
  services.dispatch = dispatch
  await services.database.transaction(() => services.database.execute('UPDATE scoring_jobs SET publishAt = NULL'))
  const first = await republishLost(services, 'singles', 0)
  t.is(first, 1)
  await dispatchDue(services)
  t.is((await client.get(headers.location)).body.status, 'queued', 'one look may be wrong')
  await republishLost(services, 'singles', first)
  await dispatchDue(services)
  t.is((await client.ended(headers.location)).body.status, 'completed')
})

test('a job put off while its confirm was on the way is still rung when it is due', async (t) => {
  const { client, arrival, clock, letGo, services } = await startHeld(t, 'claimed')
  const { headers, body } = await submit(client)
  await arrival()
  const [held] = await services.database.select<{ attempt: number }>('SELECT attempt FROM scoring_jobs')
  const publishedAt = clock.now()
  clock.instant += 10
  await snoozeScoringJob(services.database, body.scoringJobId, held?.attempt as number, clock.now() + 2_000, 'nothing')
  await markPublished(services.database, [body.scoringJobId], publishedAt)
  letGo()
  clock.instant += 2_000
  await dispatchDue(services)
  t.is((await client.ended(headers.location)).body.status, 'completed')
})

test('a job that the rows alone say a worker holds is given back at no cost', async (t) => {
  const { client, arrival, letGo, services } = await startHeld(t, 'claimed')
  const { headers, body } = await submit(client)
  await arrival()
  const [held] = await services.database.select<{ workerId: string }>('SELECT workerId FROM scoring_jobs')
  await releaseStranded(services, held?.workerId as string, () => true)
  t.is((await client.get(headers.location)).body.status, 'processing', 'what is in work stays')
  await releaseStranded(services, held?.workerId as string, () => false)
  t.is((await client.get(headers.location)).body.status, 'queued')
  letGo()
  await runScoringJob(services, 'worker_other', body.scoringJobId)
  t.is((await client.ended(headers.location)).body.status, 'completed')
})

/** Long enough for whoever was rung with it to be claimed too. */
const looksAtOne = 20

test('a job whose worker vanished twice runs alone, so that it can neither kill another nor be killed by one', async (t) => {
  const inWork: number[][] = []
  const failpoint = async (point: Failpoint) => {
    if (point !== 'claimed') return
    const sql = `SELECT lostWorkers FROM scoring_jobs WHERE status = 'PROCESSING'`
    for (let look = 0; look < looksAtOne; look += 1)
      inWork.push((await services.database.select<{ lostWorkers: number }>(sql)).map(({ lostWorkers }) => lostWorkers))
  }
  const { server, client: make } = await startHarness(t, { overrides: { timings: still, failpoint } })
  const { services } = server
  const client = await make()
  await client.generate('job-1')
  const dispatch = services.dispatch
  services.dispatch = () => {}
  const submitted = []
  for (let number = 1; number <= 12; number += 1)
    submitted.push(await client.post(`/v1/jobs/job-1/applications/app-${number}/scoring-jobs`, { resumeUrl }))
  const suspects = [submitted[1], submitted[6], submitted[7]].map((answer) => answer?.body.scoringJobId)
  for (const id of suspects)
    await services.database.transaction(() =>
      services.database.execute('UPDATE scoring_jobs SET lostWorkers = 2 WHERE id = $1', [id]),
    )
  services.dispatch = dispatch
  dispatch('singles', client.partnerId)
  for (const { headers } of submitted) t.is((await client.ended(headers.location as string)).body.status, 'completed')
  const withSuspects = inWork.filter((lostWorkers) => lostWorkers.includes(2))
  t.true(withSuspects.length >= suspects.length * looksAtOne)
  t.deepEqual(
    withSuspects.filter((lostWorkers) => lostWorkers.length > 1),
    [],
  )
})

test('a job that waits while a suspect is alone is not begun by a worker that leaves', async (t) => {
  const { client, arrival, letGo, services } = await startHeld(t, 'claimed')
  const { database } = services
  services.dispatch = () => {}
  const [suspect, other] = [await submit(client), await submit(client, 'app-2')]
  const vanish = 'UPDATE scoring_jobs SET lostWorkers = 2 WHERE id = $1'
  await database.transaction(() => database.execute(vanish, [suspect.body.scoringJobId]))
  const run = createRunner(services, 'worker_leaving')
  const alone = run(suspect.body.scoringJobId)
  await arrival()
  const waiting = run(other.body.scoringJobId)
  services.draining = () => true
  letGo()
  t.is((await alone)?.id, suspect.body.scoringJobId)
  t.is(await waiting, null)
  t.is((await client.get(other.headers.location)).body.status, 'queued')
})

test('a worker that stood still from its claim on leaves the job to whoever has it by now', async (t) => {
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
    await runScoringJob(services, 'worker_other', body.scoringJobId)
    return changed
  }
  t.is(await runScoringJob(services, 'worker_still', body.scoringJobId), null)
  t.is((await client.get(headers.location)).body.status, 'completed')
})

if (backend === 'services') {
  test('a worker that stands still in its heartbeat keeps nobody from rescuing what it holds', async (t) => {
    const { client, clock, arrival, letGo, services } = await startHeld(t, 'claimed')
    const { headers } = await submit(client)
    await arrival()
    const { database } = services
    const [held] = await database.select<{ workerId: string }>('SELECT workerId FROM scoring_jobs')
    const [stands, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const beating = database.transaction(async () => {
      await heartbeat(database, held?.workerId as string, clock.now(), 1)
      stands.resolve()
      await goesOn.promise
    })
    await stands.promise
    clock.instant += still.leaseMs + 1
    const rescued = rescueOrphans(services)
    while ((await client.get(headers.location)).body.status !== 'queued');
    goesOn.resolve()
    await Promise.all([beating, rescued])
    letGo()
    t.pass()
  })

  test('a process that stands still loses its locks before its lease', async (t) => {
    const { services } = await startHeld(t, 'claimed')
    const [session] = await services.database.select<{ seconds: number }>('SELECT @@wait_timeout AS seconds')
    t.true((session?.seconds ?? Infinity) * 1000 < timings.leaseMs)
  })
}
