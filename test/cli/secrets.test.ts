import test from 'ava'
import { randomBytes } from 'node:crypto'
import { secretCommands } from '../../src/cli/secrets.ts'
import { checkTenantIsOpen, renewClosedTenants } from '../../src/features/deletions/closed-tenants.ts'
import { signedHeaders } from '../../src/features/webhooks/signatures.ts'
import type { SecretKeys } from '../../src/kit/encryption.ts'
import { listEveryEndpoint } from '../../src/tables/webhook-endpoints.ts'
import { startHarness } from '../support/harness.ts'
import { operate } from './operate.ts'
import { timings } from '../../src/platform/timings.ts'

test('`secrets rotate` encrypts everything again with the new key, so that the old key can be removed', async (t) => {
  const harness = await startHarness(t)
  const { services } = harness.server
  const client = await harness.client()
  const once = { 'Idempotency-Key': 'once' }
  const create = () => client.post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/a' }, once)
  const created = await create()
  t.is(created.status, 201)
  const { id } = created.body.endpoint
  t.is((await client.post(`/v1/webhook-endpoints/${id}/rotate-secret`, {})).status, 200)
  const [old] = services.secretKeys
  const both: SecretKeys = [randomBytes(32), old]
  services.secretKeys = both
  t.is((await create()).headers['idempotent-replayed'], 'true')
  const rotate = () => operate(services, secretCommands['secrets rotate'])
  t.deepEqual(await rotate(), { answers: 1, resumes: 0, webhookEndpoints: 1, deletionsOpen: 0 })
  t.deepEqual(await rotate(), { answers: 0, resumes: 0, webhookEndpoints: 0, deletionsOpen: 0 })
  services.secretKeys = [both[0]]
  t.is((await create()).headers['idempotent-replayed'], 'true')
  const [endpoint] = await listEveryEndpoint(services.database)
  t.notThrows(() => signedHeaders(services, endpoint!, { id: 'evt_1', body: '{}', now: services.clock.now() }))
})

test('a deletion that was in progress when the key changed can still be read', async (t) => {
  const overrides = { timings: { ...timings, deletionSweepMs: 1e9 } }
  const harness = await startHarness(t, { overrides })
  const { services } = harness.server
  const client = await harness.client()
  await client.generate('job-1')
  const remove = async () => (await client.send('DELETE', '/v1/tenants/acme', undefined, { 'X-Tenant-Id': '' })).body
  const first = await remove()
  const [old] = services.secretKeys
  services.secretKeys = [randomBytes(32), old]
  await renewClosedTenants(services)
  const owner = { partnerId: client.partnerId, environment: 'SANDBOX' as const, tenant: 'acme' }
  await t.throwsAsync(checkTenantIsOpen(services, owner), { message: 'TENANT_NOT_FOUND' })
  t.deepEqual(await remove(), first, 'a repeat returns the same deletion request')
})
