import test from 'ava'
import { tmpdir } from 'node:os'
import { createDisk } from '../../src/platform/disk.ts'
import { timings } from '../../src/platform/timings.ts'
import { backend, startHarness } from '../support/harness.ts'
import { until } from '../tools/until.ts'

test('livez and readyz respond on both ports without a key', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  for (const url of [harness.server.url as string, harness.server.adminUrl]) {
    const live = await client.at(url).get('/livez', { Authorization: '' })
    t.is(live.status, 200)
    t.deepEqual(live.body, { status: 'ok' })
    const ready = await client.at(url).get('/readyz', { Authorization: '' })
    t.is(ready.status, 200)
    t.deepEqual(ready.body, { status: 'ready', degraded: {} })
  }
})

test("the admin port does not serve the API's operations", async (t) => {
  const harness = await startHarness(t)
  for (const path of ['/v1/jobs/a/criteria', '/openapi.json']) {
    const answer = await fetch(harness.server.adminUrl + path) // no client: the contract does not cover this port
    t.is(((await answer.json()) as { code: string }).code, 'NOT_FOUND')
  }
})

test('the contract is served as JSON and YAML, exactly as bundled', async (t) => {
  const client = await (await startHarness(t)).client()
  const json = await client.get('/openapi.json', { Authorization: '' })
  t.is(json.body.openapi, '3.1.0')
  const yaml = await client.get('/openapi.yaml', { Authorization: '' })
  t.regex(yaml.body as string, /^openapi: 3\.1\.0/)
})

test('a full disk is reported as degraded, and the server stays ready because reads still work', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  harness.server.services.disk = createDisk(tmpdir(), Infinity)
  const { status, body } = await client.get('/readyz')
  t.is(status, 200)
  t.deepEqual(Object.keys(body.degraded), ['disk'])
  t.regex(body.degraded.disk, /full/)
  harness.server.services.disk = createDisk(null, Infinity)
  t.deepEqual((await client.get('/readyz')).body.degraded, {})
})

test('a draining server is not ready, but alive', async (t) => {
  const harness = await startHarness(t)
  const admin = (await harness.client()).at(harness.server.adminUrl)
  harness.server.services.draining = () => true
  const ready = await admin.get('/readyz')
  t.is(ready.status, 503)
  t.is(ready.body.code, 'SERVICE_UNAVAILABLE')
  t.true(Number(ready.headers['retry-after']) >= 1)
  t.is((await admin.get('/livez')).status, 200)
})

/** A time longer than any test runs. */
const everMs = 1e9

if (backend === 'embedded') {
  test('a server that runs alone closes its port when it starts to shut down', async (t) => {
    const overrides = { timings: { ...timings, drainMs: everMs } }
    const { server } = await startHarness(t, { overrides, lameDuckMs: everMs })
    await server.stop()
    await t.throwsAsync(fetch(`${server.url}/livez`))
  })
} else {
  test('a server that starts to shut down reports that it is not ready, and accepts requests until load balancers have noticed', async (t) => {
    const { server, client: make } = await startHarness(t, { lameDuckMs: 3_000 })
    const client = await make()
    await client.generate('job-1')
    const stopped = server.stop()
    const [ready, adminReady, ...answers] = await Promise.all([
      client.at(server.url as string).get('/readyz'),
      client.at(server.adminUrl).get('/readyz'),
      client.get('/v1/jobs/job-1/criteria'),
      client.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'Go', importance: 'MUST_HAVE' }] }),
    ])
    for (const { body } of [ready, adminReady]) t.is(body.code, 'SERVICE_UNAVAILABLE')
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    t.false(server.services.closing())
    await until('the server closes its port', () => server.services.closing())
    await t.throwsAsync(fetch(`${server.url}/livez`))
    await stopped
  })
}

test('until the database is available again, the server is not ready and requests get 503', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  const { database } = harness.server.services
  const { DatabaseUnavailable } = await import('../../src/platform/database/database.ts')
  const [readRow, select] = [database.readRow, database.select]
  const away = async () => {
    throw new DatabaseUnavailable('connection refused')
  }
  Object.assign(database, { readRow: away, select: away })
  for (const path of ['/readyz', '/v1/jobs/job-1/criteria']) {
    const { status, headers, body } = await client.get(path)
    t.is(status, 503)
    t.is(body.code, 'SERVICE_UNAVAILABLE')
    t.true(body.retryable)
    t.true(Number(headers['retry-after']) >= 1)
  }
  t.is((await client.get('/livez')).status, 200)
  Object.assign(database, { readRow, select })
  t.is((await client.get('/readyz')).status, 200)
  t.is((await client.get('/v1/jobs/job-1/criteria')).status, 200)
})
