/** Scoring jobs that end in the same batch, each protected by its own attempt number. */
import test from 'ava'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import type { Failpoint } from '../../../src/platform/services.ts'
import { startHarness } from '../../support/harness.ts'
import { eventCounts, fixture, recordStatements, submitBatch } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'
import { gather } from './crowd.ts'

test('a job that another worker has taken over is left unchanged, and the other jobs of the batch end', async (t) => {
  const ids: string[] = []
  let isTaken = false
  const failpoint = async (point: Failpoint) => {
    if (point !== 'scored' || isTaken) return
    isTaken = true
    await database.execute('UPDATE scoring_jobs SET attempt = attempt + 2 WHERE id = $1', [ids[1] as string])
  }
  const harness = await startHarness(t, { overrides: { timings: still, failpoint } })
  const { services } = harness.server
  const { database } = services
  services.dispatch = () => {}
  const client = await harness.client()
  await client.generate('job-1')
  for (const application of ['a', 'b', 'c']) {
    const path = `/v1/jobs/job-1/applications/${application}/scoring-jobs`
    ids.push((await client.post(path, { resumeUrl: fixture('strong') })).body.scoringJobId)
  }
  gather(services)('finish', ids.length)
  const statements = recordStatements(database)
  await Promise.all(ids.map((id) => runScoringJob(services, 'worker_a', id)))
  t.is(statements.filter(({ sql }) => sql.includes("SET status = 'COMPLETED'")).length, 1, 'both jobs end in one group')
  const rows = await database.select<{ id: string; status: string; scoreTenths: number | null }>(
    'SELECT id, status, scoreTenths FROM scoring_jobs',
  )
  for (const { id, status, scoreTenths } of rows) {
    t.is(status, id === ids[1] ? 'PROCESSING' : 'COMPLETED')
    t.is(scoreTenths === null, id === ids[1])
  }
  const billed = await database.select<{ id: string }>('SELECT scoringJobId AS id FROM usage_units')
  t.deepEqual(billed.map(({ id }) => id).toSorted(), [ids[0], ids[2]].toSorted())
  t.is((await eventCounts(database))['score.completed'], 2)
})

test('jobs of several batches that end together are counted by one statement for all batches', async (t) => {
  const harness = await startHarness(t, { overrides: { timings: still } })
  const { services } = harness.server
  services.dispatch = () => {}
  const client = await harness.client()
  await client.generate('job-1')
  const batches = []
  for (const name of ['a', 'b', 'c'])
    batches.push(await submitBatch(client, ['strong', 'weak'], [`${name}-1`, `${name}-2`]))
  const [first, second, third] = batches.map(({ body }) => body.scoringJobIds as string[]) as [
    string[],
    string[],
    string[],
  ]
  const together = [first[0], second[0], second[1], third[0]] as string[]
  gather(services)('finish', together.length)
  const statements = recordStatements(services.database)
  await Promise.all(together.map((id) => runScoringJob(services, 'worker_a', id)))
  t.is(statements.filter(({ sql }) => sql.includes('UPDATE scoring_batches')).length, 1)
  const counts = []
  for (const { headers } of batches) counts.push((await client.get(headers.location as string)).body.batch)
  t.deepEqual(
    counts.map(({ status, completedJobs }) => [status, completedJobs]),
    [
      ['IN_PROGRESS', 1],
      ['COMPLETED', 2],
      ['IN_PROGRESS', 1],
    ],
  )
  t.is((await eventCounts(services.database))['batch.completed'], 1)
})
