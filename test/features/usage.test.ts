import test, { type ExecutionContext } from 'ava'
import { runScoringJob } from '../../src/features/scoring/pipeline.ts'
import type { Plan } from '../../src/kit/caller.ts'
import { monthBounds, monthOf, toIso } from '../../src/kit/time.ts'
import { scoringJobs } from '../../src/tables/scoring-jobs/scoring-jobs.ts'
import { usage } from '../../src/tables/usage.ts'
import { HandClock } from '../tools/fakes/hand-clock.ts'
import { startHarness, type Client } from '../support/harness.ts'
import { runProcess } from '../tools/services/process.ts'
import { still } from '../support/still-timings.ts'

const fixture = (name: string) => ({ resumeUrl: `https://fixtures.sandbox.invalid/${name}` })

/** Returns a clock at the start of a month, so that no test runs into the next month by accident. */
function atMonthStart(): HandClock {
  const clock = new HandClock()
  clock.instant = monthBounds(clock.instant).start
  return clock
}

/**
 * Creates a partner on `plan` with criteria for `job-1` and `used` scores this month. Jobs are not dispatched; the test
 * runs them.
 */
async function start(t: ExecutionContext, { plan = 'trial' as Plan, used = 0, clock = atMonthStart() } = {}) {
  const harness = await startHarness(t, { overrides: { clock, timings: still } })
  const { services } = harness.server
  services.dispatch = () => {}
  const client = await harness.client({ plan })
  await client.generate('job-1')
  const { partnerId } = client
  const unit = { partnerId, environment: 'SANDBOX' as const, month: monthOf(clock.instant), createdAt: clock.instant }
  const bill = (scoringJobIds: string[]) =>
    services.database.insert(
      usage,
      scoringJobIds.map((scoringJobId) => ({ ...unit, scoringJobId })),
    )
  await bill(Array.from({ length: used }, (_, index) => `sj_used_${index}`))
  const submit = (application: string, body: object = fixture('strong')) =>
    client.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, body)
  const run = (id: string, worker = 'worker_a') => runScoringJob(services, worker, id)
  const show = async (asking: Client = client) => (await asking.get('/v1/usage')).body
  return { harness, services, client, clock, bill, submit, run, show }
}

test('a trial partner gets exactly 100 scores a month, and can read the count', async (t) => {
  const { harness, client, clock, submit, show } = await start(t, { used: 98 })
  t.is((await submit('a')).status, 202)
  t.is((await submit('b')).status, 202)
  const { status, headers, body } = await submit('c')
  t.is(status, 429)
  t.is(body.code, 'MONTHLY_TRIAL_QUOTA_EXCEEDED')
  t.false(body.retryable)
  t.is(headers['retry-after'], undefined)
  const period = monthOf(clock.instant)
  const resetAt = toIso(monthBounds(clock.instant).end)
  const shown = { plan: 'trial', period, used: 98, reserved: 2, limit: 100, resetAt }
  const { quotas, ...scores } = await show()
  t.deepEqual(scores, shown)
  t.truthy(quotas)
  const any = await harness.client({ partnerId: client.partnerId, permissions: ['analytics.read'] })
  t.like(await show(any), shown, 'a key with any permission can read the count')
})

test('refused requests leave no data behind', async (t) => {
  const { client, services, submit } = await start(t, { used: 100 })
  t.is((await submit('a')).status, 429)
  t.deepEqual(await services.database.select(`SELECT id FROM ${scoringJobs.name}`), [])
  t.is((await client.get('/v1/jobs/job-1/applications/a/score')).body.code, 'APPLICATION_NOT_FOUND')
})

test('a repeat is answered even if no quota is left, but a rescore needs quota', async (t) => {
  const { submit } = await start(t, { used: 99 })
  const first = await submit('a')
  const again = await submit('a')
  t.is(again.status, 202)
  t.is(again.body.scoringJobId, first.body.scoringJobId)
  const rescore = await submit('a', { ...fixture('strong'), rescore: true })
  t.is(rescore.body.code, 'MONTHLY_TRIAL_QUOTA_EXCEEDED')
})

test('a failed score returns its unit to the quota, and a completed one does not', async (t) => {
  const { submit, run, show } = await start(t, { used: 98 })
  const failing = await submit('a', fixture('resume-encrypted'))
  const completing = await submit('b')
  t.is((await submit('c')).status, 429)
  await run(failing.body.scoringJobId)
  await run(completing.body.scoringJobId)
  const { used, reserved } = await show()
  t.deepEqual([used, reserved], [99, 0])
  t.is((await submit('c')).status, 202)
  t.is((await submit('d')).status, 429)
})

test('of concurrent first submissions from many tenants, one gets the last unit of the quota', async (t) => {
  const { harness, client, show } = await start(t, { used: 99 })
  const tenants = Array.from({ length: 8 }, (_, index) => `tenant-${index}`)
  const clients = await Promise.all(tenants.map((tenant) => harness.client({ partnerId: client.partnerId, tenant })))
  for (const other of clients) await other.generate('job-1')
  const place = '/v1/jobs/job-1/applications/a/scoring-jobs'
  const answers = await Promise.all(clients.map((other) => other.post(place, fixture('strong'))))
  const statuses = answers.map(({ status }) => status).sort()
  t.deepEqual(statuses, [202, 429, 429, 429, 429, 429, 429, 429])
  const { used, reserved } = await show()
  t.deepEqual([used, reserved], [99, 1])
})

test('a batch needs a unit for each new job, and is refused as a whole if there are too few', async (t) => {
  const { client, submit, show } = await start(t, { used: 97 })
  await submit('known')
  const batch = (...names: string[]) =>
    client.post('/v1/jobs/job-1/scoring-batches', {
      applications: names.map((applicationId) => ({ applicationId, ...fixture('strong') })),
    })
  const refused = await batch('known', 'a', 'b', 'c')
  t.is(refused.status, 429)
  t.is(refused.body.code, 'MONTHLY_TRIAL_QUOTA_EXCEEDED')
  t.is((await show()).reserved, 1)
  t.is((await client.get('/v1/jobs/job-1/applications/a/score')).status, 404)
  t.is((await batch('known', 'a', 'b')).status, 202)
  t.is((await show()).reserved, 3)
  t.is((await batch('known', 'a', 'b')).status, 202, 'no new job is created')
})

test('an entry that is blocked at acceptance uses no quota', async (t) => {
  const { client, show } = await start(t, { used: 99 })
  const applications = [
    { applicationId: 'a', ...fixture('strong') },
    { applicationId: 'b', resumeUrl: 'https://localhost/cv.pdf' },
  ]
  t.is((await client.post('/v1/jobs/job-1/scoring-batches', { applications })).status, 202)
  t.is((await show()).reserved, 1)
})

test('both environments of a partner share one quota, and partners have separate quotas', async (t) => {
  const { harness, client, show } = await start(t, { used: 99 })
  const live = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  const stranger = await harness.client({ plan: 'trial' })
  for (const other of [live, stranger]) await other.generate('job-1')
  const submit = (by: Client, application: string) =>
    by.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, { resumeUrl: 'https://example.com/cv.pdf' })
  t.is((await submit(live, 'a')).status, 202)
  t.is((await submit(live, 'b')).status, 429)
  t.is((await submit(client, 'a')).status, 429)
  t.is((await submit(stranger, 'a')).status, 202)
  const scoresOf = async (by: Client) => ({ ...(await show(by)), quotas: null })
  t.deepEqual(await scoresOf(live), await scoresOf(client))
  t.is((await show()).reserved, 1)
})

test('each month has a new quota, and a score counts for the month it was accepted in', async (t) => {
  const clock = atMonthStart()
  const { end } = monthBounds(clock.instant)
  clock.instant = end - 1
  const { submit, run, show, services } = await start(t, { used: 99, clock })
  const late = await submit('a')
  t.is((await submit('b')).status, 429)
  const old = await show()
  t.deepEqual([old.reserved, old.resetAt], [1, toIso(end)])
  clock.instant = end
  const fresh = await show()
  t.deepEqual(fresh, { ...old, period: monthOf(end), used: 0, reserved: 0, resetAt: toIso(monthBounds(end).end) })
  t.is((await submit('b')).status, 202)
  await run(late.body.scoringJobId)
  const { used, reserved } = await show()
  t.deepEqual([used, reserved], [0, 1])
  const where = 'WHERE scoringJobId = $1'
  const units = await services.database.select(`SELECT month FROM ${usage.name} ${where}`, [late.body.scoringJobId])
  t.deepEqual(units, [{ month: monthOf(end - 1) }])
})

test('a plan other than trial has no quota, and a submission does not query the usage', async (t) => {
  const { submit, show, services } = await start(t, { plan: 'standard', used: 100 })
  const statements: string[] = []
  const select = services.database.select.bind(services.database)
  services.database.select = (sql, bind) => {
    statements.push(sql)
    return select(sql, bind)
  }
  t.is((await submit('a')).status, 202)
  t.deepEqual(
    statements.filter((sql) => sql.includes(usage.name) || /FROM partners/.test(sql)),
    [],
  )
  const { plan, used, reserved, limit } = await show()
  t.deepEqual({ plan, used, reserved, limit }, { plan: 'standard', used: 100, reserved: 1, limit: null })
})

test('on the standard plan the count may be seconds old, but never belongs to another month', async (t) => {
  const clock = atMonthStart()
  const { end } = monthBounds(clock.instant)
  clock.instant = end - still.usageCacheMs - 1
  const { bill, show } = await start(t, { plan: 'standard', clock })
  t.is((await show()).used, 0)
  await bill(['sj_1'])
  clock.instant += still.usageCacheMs - 1
  t.is((await show()).used, 0)
  clock.instant += 1
  t.is((await show()).used, 1)
  clock.instant = end
  t.is((await show()).used, 0)
})

test("an operator's change to a plan takes effect within 5 seconds", async (t) => {
  const { harness, clock, submit, show } = await start(t, { plan: 'standard', used: 100 })
  const setPlan = async (plan: string) => {
    const { code, stderr } = await runProcess(t, harness.settings, [
      'node',
      'src/cli.ts',
      'partners',
      'set-plan',
      'partner 1',
      plan,
    ])
    t.is(code, 0, stderr)
    clock.instant += 5_000
  }
  t.is((await submit('a')).status, 202)
  await setPlan('trial')
  t.is((await submit('b')).body.code, 'MONTHLY_TRIAL_QUOTA_EXCEEDED')
  t.is((await show()).limit, 100)
  await setPlan('standard')
  t.is((await submit('b')).status, 202)
})

test('a completed job is billed once, however often its message arrives and however many workers run it', async (t) => {
  const { submit, run, show, client } = await start(t)
  const { body, headers } = await submit('a')
  await Promise.all(Array.from({ length: 40 }, (_, index) => run(body.scoringJobId, `worker_${index % 4}`)))
  await run(body.scoringJobId)
  t.is((await client.get(headers.location as string)).body.status, 'completed')
  const { used, reserved } = await show()
  t.deepEqual([used, reserved], [1, 0])
})
