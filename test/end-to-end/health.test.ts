import test from 'ava'
import { startHarness } from '../support/harness.ts'

test('livez and readyz answer on both ports', async (t) => {
  const { server } = await startHarness(t)
  for (const url of [server.url, server.adminUrl]) {
    const live = await fetch(`${url}/livez`)
    t.is(live.status, 200)
    t.deepEqual(await live.json(), { status: 'ok' })
    const ready = await fetch(`${url}/readyz`)
    t.is(ready.status, 200)
    t.deepEqual(await ready.json(), { status: 'ready', degraded: {} })
  }
})

test('the admin port has no operation of the API', async (t) => {
  const { server } = await startHarness(t)
  t.is((await fetch(`${server.adminUrl}/v1/jobs/a/criteria`)).status, 404)
  t.is((await fetch(`${server.adminUrl}/openapi.json`)).status, 404)
})

test('the contract is served in both notations, as it was bundled', async (t) => {
  const client = await (await startHarness(t)).client()
  const json = await client.get('/openapi.json', { Authorization: '' })
  t.is(json.body.openapi, '3.1.0')
  const yaml = await client.get('/openapi.yaml', { Authorization: '' })
  t.regex(yaml.body as string, /^openapi: 3\.1\.0/)
})

test('a server that drains is not ready, but alive until it has ended', async (t) => {
  const harness = await startHarness(t, {})
  const { services } = harness.server
  services.draining = () => true
  const ready = await fetch(`${harness.server.adminUrl}/readyz`)
  t.is(ready.status, 503)
  t.is(((await ready.json()) as { code: string }).code, 'SERVICE_UNAVAILABLE')
  t.true(Number(ready.headers.get('retry-after')) >= 1)
  t.is((await fetch(`${harness.server.adminUrl}/livez`)).status, 200)
})
