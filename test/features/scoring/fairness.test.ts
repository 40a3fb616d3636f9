/**
 * A partner with many jobs, or with a slow resume host, gets a fair share of the capacity, and the rest stays
 * available.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { createDispatcher } from '../../../src/features/scoring/dispatch/dispatcher.ts'
import { dispatchDue } from '../../../src/features/scoring/rescue.ts'
import { prefetchOf, partnerShareOf } from '../../../src/features/scoring/dispatch/fair-share.ts'
import { partners } from '../../../src/tables/partners.ts'
import { insertScoringJobs, type ScoringJobRow } from '../../../src/tables/scoring-jobs/scoring-jobs.ts'
import { listWaitingPartners } from '../../../src/tables/scoring-jobs/dispatch.ts'
import { HOUR } from '../../../src/kit/time.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import type { Services } from '../../../src/platform/services.ts'
import { timings } from '../../../src/platform/timings.ts'
import { holdAt } from '../../support/failpoints.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { file, startResumeHost } from '../../tools/fakes/resume-host.ts'
import { resumeLines } from '../../tools/samples/resumes.ts'
import { fixture } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'
import { until } from '../../tools/until.ts'

/**
 * Starts a server on which each claimed job waits, up to the number set with `hold`. Its partners have criteria for
 * job-1.
 */
async function startServer(t: ExecutionContext) {
  const jobs = holdAt('claimed', 0)
  // A message may take a long time on a busy machine, but must not be published again.
  const timings = { ...still, republishAfterMs: 1e9 }
  const harness = await startHarness(t, { overrides: { timings, failpoint: jobs.failpoint } })
  t.teardown(jobs.letGo)
  const join = async () => {
    const client = await harness.client()
    await client.generate('job-1')
    return client
  }
  return { ...jobs, services: harness.server.services, join }
}

const shareOf = ({ pool }: Services) => partnerShareOf(prefetchOf('singles', pool.concurrency))

/** Submits `count` single jobs, and returns their paths. */
async function submitMany(client: Client, count: number, resumeUrl = fixture('strong')): Promise<string[]> {
  const answers = Array.from({ length: count }, (_, index) =>
    client.post(`/v1/jobs/job-1/applications/many-${index}/scoring-jobs`, { resumeUrl }),
  )
  return (await Promise.all(answers)).map(({ status, headers, body }) => {
    if (status !== 202) throw new Error(`a submission got ${status}: ${JSON.stringify(body)}`)
    return headers.location as string
  })
}

type Counts = { working: number; published: number; waiting: number }

async function countsOf({ database, clock }: Services, partnerId: string): Promise<Counts> {
  const count = (condition: string, name: keyof Counts) => `COUNT(CASE WHEN ${condition} THEN 1 END) AS ${name}`
  const counts = [
    count("status = 'PROCESSING'", 'working'),
    count("status = 'PENDING' AND (publishAt IS NULL OR publishAt > $1)", 'published'),
    count("status = 'PENDING' AND publishAt <= $1", 'waiting'),
  ]
  const [row] = await database.select<Counts>(`SELECT ${counts.join(', ')} FROM scoring_jobs WHERE partnerId = $2`, [
    clock.now(),
    partnerId,
  ])
  return row as Counts
}

function untilIdle(services: Services, { partnerId }: Client): Promise<unknown> {
  return until('no job of the partner is in work', async () => (await countsOf(services, partnerId)).working === 0)
}

async function allEnd(client: Client, locations: string[]): Promise<string[]> {
  return Promise.all(locations.map(async (location) => (await client.ended(location)).body.status))
}

test("a partner with many jobs has at most its fair share published, so that another partner's job can run", async (t) => {
  const { services, join, hold, held, arrived, letGo } = await startServer(t)
  const [crowd, other] = [await join(), await join()]
  const most = shareOf(services)
  hold(most)
  const count = 3 * most + 20
  const locations = await submitMany(crowd, count)
  await arrived(most)
  t.deepEqual(await countsOf(services, crowd.partnerId), { working: most, published: 0, waiting: count - most })
  await dispatchDue(services)
  t.is((await other.score('job-1', 'app-1', { resumeUrl: fixture('strong') })).body.status, 'completed')
  t.is(held.length, most)
  t.deepEqual(await countsOf(services, crowd.partnerId), { working: most, published: 0, waiting: count - most })
  letGo()
  t.deepEqual(new Set(await allEnd(crowd, locations)), new Set(['completed']))
})

test('a sweep publishes the jobs of each partner that were not published when other jobs ended', async (t) => {
  const { services, join, hold, arrived, letGo } = await startServer(t)
  const [crowd, other] = [await join(), await join()]
  const most = shareOf(services)
  hold(most)
  const crowded = await submitMany(crowd, 3 * most)
  await arrived(most)
  const { dispatch } = services
  services.dispatch = () => {}
  const location = await submitMany(other, 1)
  // Wait for a pass that an earlier dispatch may have started. It publishes nothing while the jobs are held.
  await delay(2 * services.timings.backlogRestMs)
  letGo()
  await untilIdle(services, crowd)
  t.like(await countsOf(services, crowd.partnerId), { published: 0, waiting: 2 * most })
  services.dispatch = dispatch
  await dispatchDue(services)
  t.deepEqual(new Set(await allEnd(crowd, crowded)), new Set(['completed']))
  t.deepEqual(await allEnd(other, location), ['completed'])
})

test("if a dispatch after a job's end fails, no job is lost", async (t) => {
  const { services, join, hold, arrived, letGo } = await startServer(t)
  const client = await join()
  const most = shareOf(services)
  hold(most)
  const locations = await submitMany(client, 2 * most)
  await arrived(most)
  const { execute } = services.database
  services.database.execute = (sql, bind) =>
    sql.includes('SET publishAt = $1')
      ? Promise.reject(new Error('the connection is lost'))
      : execute.call(services.database, sql, bind)
  letGo()
  await untilIdle(services, client)
  t.is((await countsOf(services, client.partnerId)).waiting, most)
  services.database.execute = execute
  await dispatchDue(services)
  t.deepEqual(new Set(await allEnd(client, locations)), new Set(['completed']))
})

test('a resume host that hangs occupies only its share of the workers, and waiting for that host uses up no attempt of a job', async (t) => {
  const resume = resumeLines.join('\n')
  const hanging: ServerResponse[] = []
  const bad = await startResumeHost({ '/cv.txt': (response) => void hanging.push(response) })
  const good = await startResumeHost({ '/cv.txt': file(resume) })
  t.teardown(() => Promise.all([bad.stop(), good.stop()]))
  const harness = await startHarness(t, {
    settings: { OUTBOUND_ALLOW: `${bad.pair},${good.pair}` },
    // Fetches never time out, because the host responds only when the test does. The load is never sampled, because on
    // a busy machine a sample would shrink the partners' shares, and too few jobs would reach the host.
    overrides: { timings: { ...timings, hostWaitMs: 20, fetchTimeoutMs: 1e9, concurrencySampleMs: 1e9 } },
  })
  const { database, pool } = harness.server.services
  const [one, two, other] = [await harness.client(), await harness.client(), await harness.client()]
  for (const client of [one, two, other]) await client.generate('job-1')
  const share = Math.max(1, Math.floor(pool.concurrency / 2))
  const newcomers = 1 // the host has one extra place for a partner that has none there
  const submitted = await Promise.all(
    [one, two].map((client) => submitMany(client, pool.concurrency, `${bad.origin}/cv.txt`)),
  )
  const snoozed = async () =>
    (await database.select(`SELECT id FROM scoring_jobs WHERE status = 'PENDING' AND dueAt > queuedAt`)).length
  await until('the host has its share, and its other jobs are snoozed', async () => {
    return hanging.length >= share && (await snoozed()) > 0
  })
  t.is((await other.score('job-1', 'app-1', { resumeUrl: `${good.origin}/cv.txt` })).body.status, 'completed')
  t.true(bad.requests.length <= share + newcomers, `${bad.requests.length}`)
  bad.routes.set('/cv.txt', file(resume))
  for (const response of hanging) response.end(resume)
  const ends = await Promise.all([one, two].map((client, index) => allEnd(client, submitted[index] as string[])))
  t.deepEqual(new Set(ends.flat()), new Set(['completed']))
  const costly = await database.select('SELECT id FROM scoring_jobs WHERE transientFailures > 0 OR lostWorkers > 0')
  t.deepEqual(costly, [])
})

test('a sweep finds every partner with waiting jobs, however many partners there are', async (t) => {
  const { services, join } = await startServer(t)
  const client = await join()
  await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  const { database, clock } = services
  const [done] = await database.select<ScoringJobRow>('SELECT * FROM scoring_jobs')
  // These jobs are due in an hour, so this server's own sweeps ignore them.
  const dueAt = clock.now() + 3_600_000
  const ids = Array.from({ length: 1_203 }, (_, index) => `p_${String(index).padStart(5, '0')}`)
  const crowd = ids.map((id) => ({
    id,
    name: id,
    blind: 1 as const,
    createdAt: dueAt,
    limits: null,
    quotas: null,
    plan: null,
    suspendedAt: null,
    ...{ cell: null, heldAt: null, movedAt: null },
  }))
  await database.insert(partners, crowd)
  const waiting = ids.map((partnerId, index): ScoringJobRow => ({
    ...(done as ScoringJobRow),
    ...{ id: `sj_crowd_${index}`, partnerId, status: 'PENDING', dueAt, publishAt: dueAt, completedAt: null },
  }))
  await database.transaction(() => insertScoringJobs(database, waiting))
  t.deepEqual((await listWaitingPartners(database, 'singles', dueAt)).toSorted(), ids)
  t.deepEqual(await listWaitingPartners(database, 'singles', dueAt - 1), [])
  await database.execute("DELETE FROM scoring_jobs WHERE id LIKE 'sj_crowd_%'")
})

test('more jobs of a backlog are published only after a quarter of the share has ended', async (t) => {
  const { services, arrived, hold, join, letGo } = await startServer(t)
  hold(Infinity)
  const client = await join()
  const share = shareOf(services)
  await submitMany(client, share + 1)
  await arrived(share)
  const { database } = services
  // How many waiting jobs each pass reads, including one that shows whether there are more.
  const reads: number[] = []
  const counting = {
    by: (index: string) => database.by(index),
    model: (table: Parameters<Database['model']>[0]) => database.model(table),
    select: (...asked: Parameters<Database['select']>) => {
      if (asked[0].includes('inFlight')) reads.push(Number([...asked[0].matchAll(/LIMIT (\d+)/g)].at(-1)?.[1]))
      return database.select(...asked)
    },
    execute: (...asked: Parameters<Database['execute']>) => database.execute(...asked),
  } as Database
  const patient = { ...services, database: counting, timings: { ...services.timings, backlogRestMs: HOUR } }
  const dispatcher = createDispatcher(patient)
  const dispatch = (times: number, ended: number) => {
    for (let asked = 0; asked < times; asked += 1) dispatcher.dispatch('singles', client.partnerId, ended)
  }
  const quarter = Math.ceil(share / 4)
  dispatch(1, 1)
  await until('the first pass', () => reads.length === 1)
  dispatch(quarter - 1, 1)
  dispatch(share, 0) // new jobs do not cause a pass
  for (let trip = 0; trip < 50; trip += 1) await database.select('SELECT 1')
  t.is(reads.length, 1)
  dispatch(1, 1)
  await until('the second pass', () => reads.length === 2)
  dispatch(quarter, 1)
  await until('a pass that only ended jobs have caused', () => reads.length === 3)
  letGo()
  await untilIdle(services, client)
  dispatch(quarter, 1)
  await dispatcher.flush()
  t.deepEqual(
    reads.map((read) => read - 1),
    [share, share, quarter, quarter],
  )
})
