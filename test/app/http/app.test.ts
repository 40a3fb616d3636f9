/** The Express application without our server: its middleware and the order of its checks. */
import test, { type ExecutionContext } from 'ava'
import request from 'supertest'
import { createUnsentBytes } from '../../../src/app/http/answers/unsent-bytes.ts'
import { createApp } from '../../../src/app/http/app.ts'
import { handlers } from '../../../src/app/http/handlers.ts'
import { createAuthenticator } from '../../../src/features/access/authentication.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { startHarness } from '../../support/harness.ts'

const contract = loadContract()

async function start(t: ExecutionContext) {
  const harness = await startHarness(t)
  const unsent = createUnsentBytes(contract, () => {})
  const { operations } = contract
  const { services } = harness.server
  const { authenticate } = createAuthenticator(services)
  const { app } = createApp(services, handlers, { operations, trustProxy: false, authenticate, unsent })
  return { app, harness }
}

test('checks come in the promised order: key, bucket, permission, tenant, body', async (t) => {
  const { app, harness } = await start(t)
  const { key } = await harness.client({ permissions: ['score:read'], limits: { scoring_intake_single: 1 } })
  const submit = () => request(app).post('/v1/jobs/job-1/applications/a/scoring-jobs').send('{')
  const withKey = (of = key) => submit().set('Authorization', `Bearer ${of}`).set('Content-Type', 'application/json')
  t.is((await submit()).body.code, 'UNAUTHORIZED')
  t.is((await withKey()).body.code, 'FORBIDDEN')
  const writer = await harness.client()
  const tenantless = await withKey(writer.key)
  t.is(tenantless.body.details[0].field, 'X-Tenant-Id')
  t.truthy(tenantless.headers['x-ratelimit-limit'], 'the request was counted before it was refused')
  const malformed = await withKey(writer.key).set('X-Tenant-Id', 'acme')
  t.is(malformed.body.details[0].code, 'json')
})

test('every response has a trace id and nosniff', async (t) => {
  const { app } = await start(t)
  for (const path of ['/livez', '/none', '/v1/usage', `/${'x'.repeat(9_000)}`]) {
    const { headers } = await request(app).get(path)
    t.regex(headers['x-trace-id'] ?? '', /^[0-9a-f]{32}$/, path)
    t.is(headers['x-content-type-options'], 'nosniff', path)
    t.is(headers['x-powered-by'], undefined, path)
  }
})

test('a known path with an unsupported method gets 405 with the supported methods', async (t) => {
  const { app } = await start(t)
  const { status, headers, body } = await request(app).delete('/livez')
  t.is(status, 405)
  t.is(headers.allow, 'GET, HEAD')
  t.is(body.details[0].code, 'not_allowed')
})

test('paths are case-sensitive, and a trailing slash makes a different path', async (t) => {
  const { app } = await start(t)
  for (const path of ['/LIVEZ', '/livez/', '/none']) t.is((await request(app).get(path)).body.code, 'NOT_FOUND', path)
  t.is((await request(app).head('/livez')).status, 200)
})
