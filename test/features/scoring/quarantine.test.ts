/** Jobs that may have killed their workers run alone. */
import test from 'ava'
import { createRunner } from '../../../src/features/scoring/runner.ts'
import type { Failpoint } from '../../../src/platform/services.ts'
import { startHeld } from '../../support/failpoints.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { still } from '../../support/still-timings.ts'

const resumeUrl = 'https://fixtures.sandbox.invalid/strong'

const submit = (client: Pick<Client, 'post'>, application = 'app-1') =>
  client.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, { resumeUrl })

/**
 * How many times each job reads the database after it is claimed. During these reads, the other jobs would also be
 * claimed if the service allowed it.
 */
const looksAtOne = 20

test('a job that has lost its worker twice runs alone, so that no other job can be lost with it', async (t) => {
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

test('a worker that shuts down does not start a job that waited for a suspect job to end', async (t) => {
  const { client, arrived, letGo, services } = await startHeld(t, 'claimed')
  const { database } = services
  services.dispatch = () => {}
  const [suspect, other] = [await submit(client), await submit(client, 'app-2')]
  const loseWorkers = 'UPDATE scoring_jobs SET lostWorkers = 2 WHERE id = $1'
  await database.transaction(() => database.execute(loseWorkers, [suspect.body.scoringJobId]))
  const run = createRunner(services, 'worker_leaving')
  const alone = run(suspect.body.scoringJobId)
  await arrived()
  const waiting = run(other.body.scoringJobId)
  services.draining = () => true
  letGo()
  t.is((await alone)?.id, suspect.body.scoringJobId)
  t.is(await waiting, null)
  t.is((await client.get(other.headers.location as string)).body.status, 'queued')
})
