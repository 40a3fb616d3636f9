/**
 * Many callers' submissions in one transaction: an error affects only its own caller and leaves nothing behind, and
 * partners take turns.
 */
import test, { type ExecutionContext } from 'ava'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import { submitScoringJob } from '../../../src/features/scoring/submissions.ts'
import { callerOf, type Call } from '../../../src/platform/contract/call.ts'
import type { Table } from '../../../src/platform/database/database.ts'
import type { ScoringJobRow } from '../../../src/tables/scoring-jobs/scoring-jobs.ts'
import { usage } from '../../../src/tables/usage.ts'
import { monthOf } from '../../../src/kit/time.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'
import { eventCounts, fixture } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'
import { gather, recordGroups } from './crowd.ts'

type Entry = { client: Client; application: string; job?: string; body?: object; key?: string }
const groupOf = 32

/**
 * Creates two partners on the standard plan and one on trial. Each has a `job-1` with a current version, and the first
 * partner's `job-1` also has an archived version.
 */
async function start(t: ExecutionContext) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { timings: still, clock } })
  const { services } = harness.server
  services.dispatch = () => {}
  const [one, two, trial] = [await harness.client(), await harness.client(), await harness.client({ plan: 'trial' })]
  const archived = (await one.generate('job-1')).body.criteria.id as string
  for (const client of [one, two, trial]) await client.generate('job-1')
  await one.send('POST', `/v1/jobs/job-1/criteria/versions/${archived}/archive`)
  /** Bills `count` scores to the trial partner. */
  const bill = (count: number) => {
    const unit = { partnerId: trial.partnerId, environment: 'SANDBOX' as const, createdAt: clock.instant }
    const ids = Array.from({ length: count }, (_, index) => `sj_used_${index}`)
    return services.database.insert(
      usage,
      ids.map((scoringJobId) => ({ ...unit, month: monthOf(clock.instant), scoringJobId })),
    )
  }
  return {
    harness,
    services,
    clock,
    one,
    two,
    trial,
    archived,
    bill,
    meet: gather(services),
    groups: recordGroups(services),
  }
}
type Scene = Awaited<ReturnType<typeof start>>

const submit = ({ client, application, job = 'job-1', body, key = application }: Entry): Promise<Answer> =>
  client.post(
    `/v1/jobs/${job}/applications/${application}/scoring-jobs`,
    { resumeUrl: fixture('strong'), ...body },
    { 'Idempotency-Key': key },
  )

/** Submits all entries in one batch. */
function submitTogether({ meet }: Scene, entries: Entry[]): Promise<Answer[]> {
  meet('submit', entries.length)
  return Promise.all(entries.map(submit))
}

/** Returns `count` valid submissions, from both partners on the standard plan in turn. */
function innocents({ one, two }: Scene, count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => ({ client: index % 2 ? one : two, application: `app-${index}` }))
}

/**
 * Checks that exactly these submissions were accepted: each has one job, which ends as one billed unit and one event.
 */
async function acceptedOnce(t: ExecutionContext, { services }: Scene, answers: Answer[], billed = 0): Promise<void> {
  const { database } = services
  for (const { status, body } of answers) t.is(status, 202, JSON.stringify(body))
  const ids = answers.map(({ body }) => body.scoringJobId as string).toSorted()
  const listed = async (sql: string) => (await database.select<{ id: string }>(sql)).map(({ id }) => id).toSorted()
  t.is(new Set(ids).size, answers.length)
  t.deepEqual(await listed('SELECT id FROM scoring_jobs'), ids)
  t.deepEqual(await listed('SELECT latestScoringJobId AS id FROM applications'), ids)
  t.is((await listed('SELECT id FROM idempotent_answers')).length, ids.length, 'refused submissions free their keys')
  for (const id of [...ids, ...ids]) await runScoringJob(services, 'worker_a', id)
  t.is((await listed('SELECT scoringJobId AS id FROM usage_units')).length, ids.length + billed)
  t.is((await eventCounts(database))['score.completed'], ids.length)
}

/** Invalid submissions in a batch, and their responses. */
const poisons: [title: string, code: string, entry: (scene: Scene) => Entry | Promise<Entry>, billed?: number][] = [
  [
    'an archived version',
    'CRITERIA_INVALID',
    ({ one, archived }) => ({
      client: one,
      application: 'poison',
      body: { rescore: true, criteriaVersionId: archived },
    }),
  ],
  [
    'a blocked URL',
    'RESUME_URL_BLOCKED',
    ({ two }) => ({ client: two, application: 'poison', body: { resumeUrl: 'https://localhost/cv' } }),
  ],
  [
    'an exhausted quota',
    'MONTHLY_TRIAL_QUOTA_EXCEEDED',
    async ({ trial, bill }) => {
      await bill(100)
      return { client: trial, application: 'poison' }
    },
    100,
  ],
  ['an unknown job', 'JOB_NOT_FOUND', ({ one }) => ({ client: one, application: 'poison', job: 'job-2' })],
]

for (const [title, code, poison, billed] of poisons) {
  test(`${title} in a batch of 32 submissions affects only its own caller`, async (t) => {
    const scene = await start(t)
    const entries = innocents(scene, groupOf).with(7, await poison(scene))
    const answers = await submitTogether(scene, entries)
    t.deepEqual(
      scene.groups.map(({ length }) => length),
      [groupOf],
    )
    t.is(answers[7]?.body.code, code)
    const again = await Promise.all(entries.map(submit))
    t.deepEqual(
      scene.groups.map(({ length }) => length),
      [groupOf, 1],
      'accepted submissions are replayed, and only the refused one runs again',
    )
    t.is(again[7]?.body.code, code)
    for (const [index, answer] of again.entries())
      t.is(answer.headers['idempotent-replayed'], index === 7 ? undefined : 'true')
    t.deepEqual(again.toSpliced(7, 1).map(bodyOf), answers.toSpliced(7, 1).map(bodyOf))
    await acceptedOnce(t, scene, answers.toSpliced(7, 1), billed)
  })
}
const bodyOf = ({ body }: Answer): unknown => body

test('a submission whose own statement fails does not affect the rest of its batch', async (t) => {
  const scene = await start(t)
  const { database } = scene.services
  const { insert } = database
  const poisonUrl = fixture('weak')
  database.insert = ((table: Table<object>, rows: ScoringJobRow[], ...rest: []) => {
    if (table.name === 'scoring_jobs' && rows.some(({ resumeUrl }) => resumeUrl === poisonUrl))
      throw new Error('the statement fails')
    return insert.call(database, table, rows, ...rest)
  }) as typeof insert
  const entries = innocents(scene, groupOf)
  const answers = await submitTogether(
    scene,
    entries.with(7, { ...(entries[7] as Entry), body: { resumeUrl: poisonUrl } }),
  )
  t.is(answers[7]?.status, 500)
  t.deepEqual(
    scene.groups.map(({ length }) => length),
    [groupOf, ...entries.map(() => 1)],
    'first in one batch, then each alone',
  )
  await acceptedOnce(t, scene, answers.toSpliced(7, 1))
})

test("of three submissions for a trial's last score, one is accepted, and one unit is reserved", async (t) => {
  const scene = await start(t)
  await scene.bill(99)
  const rivals = ['a', 'b', 'c'].map((application) => ({ client: scene.trial, application }))
  const answers = await submitTogether(scene, [...rivals, ...innocents(scene, groupOf - rivals.length)])
  const refused = answers.filter(({ body }) => body.code === 'MONTHLY_TRIAL_QUOTA_EXCEEDED')
  t.is(refused.length, 2)
  t.like((await scene.trial.get('/v1/usage')).body, { used: 99, reserved: 1 })
  await acceptedOnce(
    t,
    scene,
    answers.filter((answer) => !refused.includes(answer)),
    99,
  )
  t.like((await scene.trial.get('/v1/usage')).body, { used: 100, reserved: 0 })
})

test('when a submission is refused, another one for the same application in the batch still gets its job', async (t) => {
  const scene = await start(t)
  const { one, archived } = scene
  const fine = Array.from({ length: groupOf / 2 }, (_, index) => ({ client: one, application: `app-${index}` }))
  const body = { rescore: true, criteriaVersionId: archived }
  const poisoned = fine.map((entry) => ({ ...entry, body, key: `poison ${entry.application}` }))
  const answers = await submitTogether(scene, [...poisoned, ...fine])
  for (const answer of answers.slice(0, fine.length)) t.is(answer.body.code, 'CRITERIA_INVALID')
  await acceptedOnce(t, scene, answers.slice(fine.length))
})

test("a thousand submissions of one partner delay another partner's submission by at most one batch", async (t) => {
  const { services, one, two, groups } = await start(t)
  const calls = new Map<string, Call<'submitScoringJob'>>()
  const { batchers } = services
  services.batchers = (kind) => (owner, item) => {
    const call = item as Call<'submitScoringJob'>
    if (kind.name === 'submit') calls.set(callerOf(call).partnerId, call)
    return batchers(kind)(owner, item)
  }
  for (const client of [one, two]) await submit({ client, application: 'first' })
  /**
   * Submits another application for the partner. Calls the handler directly, with a copy of a request that has passed
   * the access checks.
   */
  const ask = ({ partnerId }: Client, applicationId: string) => {
    const call = calls.get(partnerId) as Call<'submitScoringJob'>
    return submitScoringJob({ ...call, idempotencyKey: null, path: { ...call.path, applicationId } }, services)
  }
  groups.length = 0
  const { keysOf } = services
  const [running, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  services.keysOf = (calls) => {
    const keys = keysOf(calls)
    const lookUp = async () => {
      running.resolve()
      await held.promise
      return keys.lookUp()
    }
    return { ...keys, lookUp }
  }
  const crowd = Array.from({ length: 1_000 }, (_, index) => ask(one, `crowd-${index}`))
  await running.promise
  const single = ask(two, 'single')
  held.resolve()
  t.is((await single).status, 202)
  t.is((await Promise.all(crowd)).length, 1_000)
  t.is(
    groups.findIndex((partners) => partners.includes(two.partnerId)),
    1,
    'it is in the batch after the one that was running when it arrived',
  )
  t.deepEqual(
    groups.map(({ length }) => length),
    [...Array.from({ length: 15 }, () => 64), 41],
  )
})
