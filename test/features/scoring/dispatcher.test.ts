/** Messages that are lost, duplicated or reordered: the rows decide which jobs are published again. */
import assert from 'node:assert/strict'
import test from 'ava'
import { createConfirms } from '../../../src/features/scoring/dispatch/confirms.ts'
import { createFairShare } from '../../../src/features/scoring/dispatch/fair-share.ts'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import { dispatchDue, republishLost } from '../../../src/features/scoring/rescue.ts'
import { OffsetClock } from '../../../src/kit/time.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import type { Services } from '../../../src/platform/services.ts'
import { timings } from '../../../src/platform/timings.ts'
import { markPublished } from '../../../src/tables/scoring-jobs/dispatch.ts'
import { snoozeScoringJob } from '../../../src/tables/scoring-jobs/transitions.ts'
import { startHeld } from '../../support/failpoints.ts'
import type { Client } from '../../support/harness.ts'
import { fixture } from '../../support/scoring.ts'
import { until } from '../../tools/until.ts'

const submit = (client: Pick<Client, 'post'>) =>
  client.post('/v1/jobs/job-1/applications/app-1/scoring-jobs', { resumeUrl: fixture('strong') })

test('a job whose message was lost after the commit is published again within 5 seconds', async (t) => {
  const { client, clock, letGo, services } = await startHeld(t, 'claimed')
  letGo()
  const dispatch = services.dispatch
  services.dispatch = () => {}
  const { headers } = await submit(client)
  services.dispatch = dispatch
  clock.instant += 5_000
  await dispatchDue(services)
  t.is((await client.ended(headers.location as string)).body.status, 'completed')
})

test('one message delivered ten times gives one result and one billed unit', async (t) => {
  const { client, letGo, services } = await startHeld(t, 'claimed')
  const { headers, body } = await submit(client)
  letGo()
  await Promise.all(Array.from({ length: 10 }, () => runScoringJob(services, 'worker_x', body.scoringJobId)))
  t.is((await client.ended(headers.location as string)).body.status, 'completed')
  t.is((await services.database.select('SELECT * FROM usage_units')).length, 1)
})

test('a job whose message was confirmed and then lost is published again after two counts in a row find fewer messages than published jobs', async (t) => {
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
  t.is((await client.get(headers.location as string)).body.status, 'queued', 'one comparison may be wrong')
  await republishLost(services, 'singles', first)
  await dispatchDue(services)
  t.is((await client.ended(headers.location as string)).body.status, 'completed')
})

test('a job that is snoozed while its confirm is pending is still published when it is due', async (t) => {
  const { client, arrived, clock, letGo, services } = await startHeld(t, 'claimed')
  const { headers, body } = await submit(client)
  await arrived()
  const [held] = await services.database.select<{ attempt: number }>('SELECT attempt FROM scoring_jobs')
  const publishedAt = clock.now()
  clock.instant += 10
  await snoozeScoringJob(services.database, body.scoringJobId, held?.attempt as number, clock.now() + 2_000, 'nothing')
  await markPublished(services.database, [body.scoringJobId], publishedAt)
  letGo()
  clock.instant += 2_000
  await dispatchDue(services)
  t.is((await client.ended(headers.location as string)).body.status, 'completed')
})

/** Creates the recorder of confirms with a fake database, which only records the job ids of each statement. */
function startConfirms(confirmsMs: number) {
  const recorded: unknown[][] = []
  const execute = async (_sql: string, [, ...ids]: unknown[]) => recorded.push(ids)
  const database = { by: () => '', execute } as unknown as Database
  const log = { warn: assert.fail } as unknown as Services['log']
  const { add, flush } = createConfirms({ database, timings: { ...timings, confirmsMs }, log })
  return { recorded, flush, add: (...ids: string[]) => add(ids, 0) }
}

test('confirms are recorded in order, each after the same wait', async (t) => {
  const { recorded, add } = startConfirms(1)
  add('a', 'b')
  add('c')
  await until('all are recorded', () => recorded.flat().length === 3)
  t.deepEqual(recorded, [['a', 'b'], ['c']])
})

test('a flush records all confirms without waiting', async (t) => {
  const { recorded, add, flush } = startConfirms(1e9)
  add('a')
  add('b')
  await flush()
  t.deepEqual(recorded, [['a'], ['b']])
  add('c')
  await flush()
  t.deepEqual(recorded, [['a'], ['b'], ['c']])
})

test('the next jobs of a backlog are published when a quarter of the partner’s jobs in one worker have ended, however many workers there are', async (t) => {
  const stepOf = async (...concurrencies: number[]) => {
    const workers = { findAll: async () => concurrencies.map((concurrency) => ({ concurrency })) }
    const database = { model: () => workers } as unknown as Database
    const shareIn = createFairShare({ database, clock: new OffsetClock(), timings })
    return shareIn('singles')
  }
  t.deepEqual(await stepOf(32), { share: 28, step: 7 })
  t.deepEqual(await stepOf(32, 32), { share: 56, step: 7 })
})
