/** A partner stores exactly as much as its quotas allow, whatever it sends, and other partners are not affected. */
import test from 'ava'
import { startHarness } from '../../support/harness.ts'
import { deleteNow } from '../../support/deletions.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { runProcess } from '../../tools/services/process.ts'
import { still } from '../../support/still-timings.ts'
import { atOnce, item, keptBytesOf, madeOf, put, start } from './scene.ts'

const keys = '/v1/api-keys'

test.serial('500 requests create keys up to the quota of 50, and revoking one allows another', async (t) => {
  const { harness, client, other, production, quotasOf } = await start(t)
  const answers = await atOnce(500, () => client.post(keys, {}))
  t.is(madeOf(t, answers, 'apiKeys'), 49, '49 new keys and the key of the caller')
  t.deepEqual((await quotasOf()).apiKeys, { used: 50, allowed: 50 })
  t.is((await quotasOf(production)).apiKeys.used, 1)
  t.is((await other.post(keys, {})).status, 201)
  const live = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION', permissions: ['keys'] })
  t.is((await live.post(keys, {})).status, 201)
  const made = answers.find(({ status }) => status === 201)
  t.is((await client.send('DELETE', made?.headers.location as string)).status, 204)
  t.is((await client.post(keys, {})).status, 201)
  t.is(madeOf(t, [await client.post(keys, {})], 'apiKeys'), 0)
})

test.serial('only the newest revoked keys stay listed: as many as the quota allows active keys', async (t) => {
  const { client } = await start(t, { apiKeys: 3 })
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) {
    const { id } = (await client.post(keys, {})).body.apiKey
    ids.push(id)
    await client.send('DELETE', `${keys}/${id}`)
  }
  await client.post(keys, {})
  const listed: { id: string; revokedAt: string | null }[] = (await client.get(keys)).body.data
  const revoked = listed.filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id)
  t.deepEqual(revoked, ids.slice(-3).reverse())
  t.is((await client.get(`${keys}/${ids[0]}`)).status, 404)
})

test.serial(
  '64 concurrent new tenants are accepted only up to the quota, existing tenants keep working, and a deletion allows another',
  async (t) => {
    const { services, client, other, production, quotasOf } = await start(t, { tenants: 5 })
    const answers = await atOnce(64, (index) => put(client, 'job-1', 'Go', `tenant-${index}`))
    t.is(madeOf(t, answers, 'tenants'), 5)
    t.deepEqual((await quotasOf()).tenants, { used: 5, allowed: 5 })
    const known = `tenant-${answers.findIndex(({ status }) => status === 200)}`
    const refused = `tenant-${answers.findIndex(({ status }) => status === 400)}`
    t.is((await put(client, 'job-2', 'Go', known)).status, 200)
    t.is((await client.get('/v1/jobs/job-1/criteria', { 'X-Tenant-Id': refused })).body.code, 'JOB_NOT_FOUND')
    for (const beside of [other, production]) t.is((await put(beside, 'job-1', 'Go', refused)).status, 200)
    const { body } = await deleteNow(client, services, `/v1/tenants/${known}`)
    t.is(body.deletionRequest.status, 'COMPLETED')
    const { tenants, jobs } = await quotasOf()
    t.deepEqual([tenants.used, jobs.used], [4, 4])
    t.is((await put(client, 'job-1', 'Go', refused)).status, 200)
    t.is(madeOf(t, [await put(client, 'job-1', 'Go', known)], 'tenants'), 0)
  },
)

test.serial('64 concurrent new jobs of two tenants are accepted only up to the quota', async (t) => {
  const { client, other, production, quotasOf } = await start(t, { jobs: 5 })
  const answers = await atOnce(64, (index) => put(client, `job-${index}`, 'Go', `tenant-${index % 2}`))
  t.is(madeOf(t, answers, 'jobs'), 5)
  t.deepEqual((await quotasOf()).jobs, { used: 5, allowed: 5 })
  const made = answers.findIndex(({ status }) => status === 200)
  t.is(
    (await put(client, `job-${made}`, 'Rust', `tenant-${made % 2}`)).status,
    200,
    'an existing job can still be edited',
  )
  const jobContext = { jobDescription: 'Requirements:\n- 5 years of TypeScript' }
  for (const way of ['criteria-generations', 'question-sets'])
    t.is(madeOf(t, [await client.post(`/v1/jobs/new/${way}`, { jobContext })], 'jobs'), 0)
  for (const beside of [other, production]) t.is((await put(beside, 'job-1', 'Go')).status, 200)
})

test.serial("each tenant's library accepts 64 concurrent criteria only up to the quota", async (t) => {
  const { client, other, production } = await start(t, { libraryCriteriaPerTenant: 5 })
  const criterion = { text: 'Go', importance: 'PREFERRED' }
  const add = (by = client, tenant = 'acme') => by.post('/v1/criteria-library', criterion, { 'X-Tenant-Id': tenant })
  t.is(madeOf(t, await atOnce(64, () => add()), 'libraryCriteriaPerTenant'), 5)
  t.is((await add(client, 'globex')).status, 201)
  for (const beside of [other, production]) t.is((await add(beside)).status, 201)
})

test.serial("the usage shows the stored amounts and the quotas of the key's environment", async (t) => {
  const { client, production, quotasOf, services } = await start(t, { jobs: 7, webhookEndpoints: 1 })
  await put(client, 'job-1', 'Go')
  await client.post('/v1/webhook-endpoints', { url: 'https://example.com/hook' })
  const again = await client.post('/v1/webhook-endpoints', { url: 'https://example.com/hook' })
  t.is(madeOf(t, [again], 'webhookEndpoints'), 0)
  const { tenants, criteriaVersionsPerJob, libraryCriteriaPerTenant, criteriaBytes } = services.contract.quotas.standard
  const [row] = await services.database.select<{ criteria: string }>('SELECT criteria FROM criteria_versions')
  t.deepEqual(await quotasOf(), {
    tenants: { used: 1, allowed: tenants },
    jobs: { used: 1, allowed: 7 },
    criteriaVersionsPerJob: { used: null, allowed: criteriaVersionsPerJob },
    criteriaBytes: { used: Buffer.byteLength(row?.criteria as string), allowed: criteriaBytes },
    apiKeys: { used: 1, allowed: 50 },
    libraryCriteriaPerTenant: { used: null, allowed: libraryCriteriaPerTenant },
    webhookEndpoints: { used: 1, allowed: 1 },
    openScoringJobs: { used: 0, allowed: 100_000 },
    keptBytes: { used: await keptBytesOf(services, client), allowed: 50_000_000_000 },
  })
  const live = await quotasOf(production)
  t.deepEqual([live.tenants.used, live.jobs, live.criteriaBytes.used], [0, { used: 0, allowed: 7 }, 0])
})

test.serial("an operator's change to a quota or a plan takes effect within 5 seconds", async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock, timings: still } })
  const client = await harness.client()
  const cli = async (...words: string[]) => {
    const { code, stdout, stderr } = await runProcess(t, harness.settings, ['node', 'src/cli.ts', 'partners', ...words])
    t.is(code, 0, stderr)
    clock.instant += 5_000
    return JSON.parse(stdout)
  }
  t.is((await put(client, 'job-1', 'Go')).status, 200)
  const { quotas } = await cli('set-quotas', 'partner 1', 'jobs=1')
  t.is(quotas.jobs, 1)
  const { used } = (await client.get('/v1/usage')).body.quotas.keptBytes
  const [{ kept }] = await cli('list')
  t.true(used > 0)
  t.deepEqual(kept, {
    SANDBOX: { openScoringJobs: 0, keptBytes: used },
    PRODUCTION: { openScoringJobs: 0, keptBytes: 0 },
  })
  t.is(madeOf(t, [await put(client, 'job-2', 'Go')], 'jobs'), 0)
  await cli('set-quotas', 'partner 1', 'jobs=default')
  t.is((await put(client, 'job-2', 'Go')).status, 200)
  await cli('set-plan', 'partner 1', 'trial')
  const { jobs } = (await client.get('/v1/usage')).body.quotas
  t.deepEqual(jobs, { used: 2, allowed: harness.server.services.contract.quotas.trial.jobs })
})

test.serial('a submission updates no row of quota counts, and an edit of an existing job updates one', async (t) => {
  const { services, client } = await start(t)
  await put(client, 'job-1', 'Go')
  const { database } = services
  const run = database.execute.bind(database)
  const counted: string[] = []
  database.execute = (sql, bind) => {
    if (sql.includes('quota_counts')) counted.push(String(bind?.[3]))
    return run(sql, bind)
  }
  const resumeUrl = 'https://fixtures.sandbox.invalid/strong'
  const submit = (index: number) => client.post(`/v1/jobs/job-1/applications/a-${index}/scoring-jobs`, { resumeUrl })
  t.true((await atOnce(20, submit)).every(({ status }) => status === 202))
  const applications = [{ applicationId: 'b', resumeUrl }]
  t.is((await client.post('/v1/jobs/job-1/scoring-batches', { applications })).status, 202)
  t.deepEqual(counted, [])
  t.is((await client.post('/v1/jobs/job-1/criteria/items', item('Rust').criteria[0])).status, 201)
  t.deepEqual(counted, ['criteriaBytes'])
})
