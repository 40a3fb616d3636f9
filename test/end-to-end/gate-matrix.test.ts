/** Every operation's access checks, in the promised order: key, permission, tenant and headers. */
import test from 'ava'
import { issueKey, permissions, revokeKey } from '../../src/features/access/api-keys.ts'
import { asking, check, type Send } from '../support/contract/matrix.ts'
import { timings } from '../../src/platform/timings.ts'
import { operations } from '../support/contract/operations.ts'
import { fileContext } from '../support/contract/server.ts'
import { canary, makeWorld, targetOf, type World } from '../support/contract/world.ts'
import { startHarness, type Client, type Harness } from '../support/harness.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startResumeHost, status } from '../tools/fakes/resume-host.ts'

const shared = fileContext()
const keyed = operations.filter(({ scope }) => scope !== 'public')
const tenantScoped = operations.filter(({ scope }) => scope === 'tenant')
/** A body that is always invalid, so that a response shows whether an earlier check came first. */
const garbage = '{ no json'

/** Shortens the waits of the tests. */
const soon = { ...timings, deletionSweepMs: 25, deliverySweepMs: 25, eventFeedDelayMs: 0, strangerMs: 0 }

let harness: Harness
let owner: Client
let world: World

test.before(async () => {
  const host = await startResumeHost({ [`/${canary}`]: status(204) })
  shared.teardown(() => host.stop())
  harness = await startHarness(shared, { settings: { OUTBOUND_ALLOW: host.pair }, overrides: { timings: soon } })
  owner = await harness.client({ permissions: [...permissions] })
  world = await makeWorld(owner, host.origin)
})

test.serial(
  'without a valid key every operation returns 401, even if other parts of the request are wrong too',
  async (t) => {
    const { services } = harness.server
    const revoked = await harness.client({ permissions: [...permissions] })
    await revokeKey(services, revoked.keyId)
    const wrongSum = owner.key.slice(0, -1) + (owner.key.endsWith('0') ? '1' : '0')
    const keys = {
      none: '',
      malformed: wrongSum,
      unknown: await unknownKey(),
      revoked: revoked.key,
      nonsense: 'nonsense',
    }
    const columns = Object.entries(keys).map(([name, key]) => {
      const headers = { Authorization: key && `Bearer ${key}`, 'X-Tenant-Id': '' }
      return [name, asking(owner, headers, garbage)] as const
    })
    await check(t, world, keyed, Object.fromEntries(columns), () => '401 UNAUTHORIZED')
  },
)

/** Creates a well-formed key that is never stored. */
async function unknownKey(): Promise<string> {
  const undone = new Error('undone')
  let made = ''
  const { services } = harness.server
  const work = services.database.transaction(async () => {
    made = (await issueKey(services, { partnerId: owner.partnerId, environment: 'SANDBOX' })).key
    throw undone
  })
  await work.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return made
}

test.serial(
  "a key without the permission gets 403 with the permission's name, before tenant and body are checked",
  async (t) => {
    for (const permission of permissions) {
      const rest = permissions.filter((other) => other !== permission)
      const client = await harness.client({ permissions: rest })
      const rows = keyed.filter((operation) => operation.permission === permission)
      const missing = asking(client, { 'X-Tenant-Id': '' }, garbage)
      await check(t, world, rows, { missing }, (_operation, { body }) => {
        t.is(body.details?.[0].code, 'missing_permission')
        t.true(body.details?.[0].message.includes(permission))
        return '403 FORBIDDEN'
      })
    }
  },
)

test.serial('tenant operations return 400 for a missing or malformed tenant, before the body is checked', async (t) => {
  const tenants = {
    missing: '',
    spaced: 'a b',
    dots: '..',
    long: 'x'.repeat(129),
    slashed: 'a/b',
    'not ascii': 'caf\u00e9',
  }
  const columns = Object.entries(tenants).map(
    ([name, tenant]) => [name, asking(owner, { 'X-Tenant-Id': tenant }, garbage)] as const,
  )
  await check(t, world, tenantScoped, Object.fromEntries(columns), (_operation, { body }) => {
    t.is(body.details?.[0].field, 'X-Tenant-Id')
    return '400 VALIDATION_ERROR'
  })
})

test.serial('partner operations ignore the tenant header', async (t) => {
  const rows = keyed.filter(({ scope, method }) => scope === 'partner' && method === 'get')
  const columns = { without: asking(owner, { 'X-Tenant-Id': '' }), malformed: asking(owner, { 'X-Tenant-Id': 'a b' }) }
  await check(t, world, rows, columns, () => '200')
})

test.serial(
  'every operation returns 400 for a repeated header that decides identity or meaning, before the key is checked',
  async (t) => {
    const headers = {
      Host: 'a',
      Authorization: 'Bearer nonsense',
      'X-Tenant-Id': owner.tenant,
      'Idempotency-Key': 'k',
      'If-Match': '*',
      'Content-Type': 'application/json',
    }
    const twice = Object.keys(headers).map((name) => {
      const lines = [...Object.entries(headers), [name, 'other']].map(([key, value]) => `${key}: ${value}`)
      const send: Send = (operation, { ids }) => {
        const start = `${operation.method.toUpperCase()} ${targetOf(operation, ids)} HTTP/1.1`
        return sendRaw(harness.server.url as string, `${[start, ...lines].join('\r\n')}\r\n\r\n`)
      }
      return [name, send] as const
    })
    await check(t, world, operations, Object.fromEntries(twice), (_operation, { body }) => {
      t.is(body.details?.[0].code, 'repeated')
      return '400 VALIDATION_ERROR'
    })
  },
)
