import test from 'ava'
import { timings } from '../../src/platform/timings.ts'
import { backend, startHarness } from '../support/harness.ts'
import { releasedMigrations } from '../support/migrations.ts'
import { until } from '../tools/until.ts'

const resumeUrl = 'https://fixtures.sandbox.invalid/strong'

if (backend === 'embedded') {
  test('on the embedded database, separate roles are refused', async (t) => {
    for (const role of ['api', 'worker'] as const)
      await t.throwsAsync(startHarness(t, { role }), { message: /needs DATABASE_URL and AMQP_URL/ })
  })
} else {
  test('an API process accepts jobs and a worker process scores them, and both report their health', async (t) => {
    const harness = await startHarness(t, { role: 'api' })
    const client = await harness.client()
    await client.generate('job-1')
    const submitted = await client.post('/v1/jobs/job-1/applications/app-1/scoring-jobs', { resumeUrl })
    t.is(submitted.body.status, 'queued')
    const worker = await harness.startAnother({ role: 'worker' })
    t.is(worker.url, null)
    for (const path of ['/livez', '/readyz']) t.is((await client.at(worker.adminUrl).get(path)).status, 200)
    t.is((await client.ended(submitted.headers.location as string)).body.status, 'completed')
  })

  test('a key that one process has revoked is refused by other processes', async (t) => {
    const harness = await startHarness(t, { role: 'api' })
    const other = await harness.startAnother({ role: 'api', overrides: { timings: { ...timings, keyCacheMs: 50 } } })
    const client = await harness.client()
    const there = client.at(other.url as string)
    t.is((await there.get('/v1/jobs/a/criteria')).status, 404)
    const { revokeKey } = await import('../../src/features/access/api-keys.ts')
    await revokeKey(harness.server.services, client.keyId)
    await until(
      'the other process refuses the key',
      async () => (await there.get('/v1/jobs/a/criteria')).status === 401,
    )
  })

  test('if two servers start at the same time, only one of them migrates', async (t) => {
    const harness = await startHarness(t, { role: 'api' })
    const started = await Promise.all([harness.startAnother({ role: 'worker' }), harness.startAnother({ role: 'api' })])
    t.is(started.length, 2)
    const names = await harness.server.services.database.select<{ name: string }>(
      'SELECT name FROM schema_migrations ORDER BY name',
    )
    t.deepEqual(
      names.map(({ name }) => name),
      releasedMigrations().toSorted(),
    )
  })
}
