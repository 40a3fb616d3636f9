/** Messages that are lost, doubled or overtaken: the rows say what is published again. */
import test from 'ava'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import { dispatchDue, republishLost } from '../../../src/features/scoring/rescue.ts'
import { markPublished } from '../../../src/tables/scoring-job-dispatch.ts'
import { snoozeScoringJob } from '../../../src/tables/scoring-job-transitions.ts'
import { startHeld } from '../../support/failpoints.ts'
import { fixture } from '../../support/scoring.ts'

const submit = (client: { post: Function }) =>
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

test('a message that was confirmed and then lost is published again, once two comparisons agree', async (t) => {
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
  t.is((await client.get(headers.location)).body.status, 'queued', 'one comparison may be wrong')
  await republishLost(services, 'singles', first)
  await dispatchDue(services)
  t.is((await client.ended(headers.location)).body.status, 'completed')
})

test('a job snoozed while its confirm was under way is still published when it is due', async (t) => {
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
  t.is((await client.ended(headers.location)).body.status, 'completed')
})
