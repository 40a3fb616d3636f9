/**
 * Each operation takes its policy from the contract and from nowhere else. The tests start servers with copies of the
 * contract that give every operation another permission, bucket, scope and so on, and check that each operation follows
 * its copy. `test/spec/policies.test.ts` tests the policies themselves.
 */
import test, { type ExecutionContext } from 'ava'
import { facts } from '../../generated/facts.gen.ts'
import { permissions } from '../../src/features/access/api-keys.ts'
import { type Operation } from '../../src/platform/contract/contract.ts'
import { withPolicies } from '../support/contract/changed.ts'
import { operations, type TestedOperation } from '../support/contract/operations.ts'
import { fileContext } from '../support/contract/server.ts'
import { absentIds, byDanger, canary, fitting, makeWorld, targetOf } from '../support/contract/world.ts'
import { startHarness, type Client, type Harness } from '../support/harness.ts'
import { startResumeHost, status, type ResumeHost } from '../tools/fakes/resume-host.ts'

type Policy = Parameters<typeof withPolicies>[0]

const shared = fileContext()
const keyed = operations.filter(({ scope }) => scope !== 'public')
/** An invalid body, so that a request that passes the access checks is refused and changes nothing. */
const garbage = '{ no json'

let host: ResumeHost
let released: Harness

test.before(async () => {
  host = await startResumeHost({ [`/${canary}`]: status(204) })
  shared.teardown(() => host.stop())
  released = await startHarness(shared, { settings: { OUTBOUND_ALLOW: host.pair } })
})

/** Starts a server with a copy of the contract in which each operation has the policy that `change` returns. */
function changed(t: ExecutionContext, change: Policy): Promise<Harness> {
  return startHarness(t, { settings: { OUTBOUND_ALLOW: host.pair }, overrides: { contract: withPolicies(change) } })
}

type Seen = { status: number; headers: Headers; details: { field: string; message: string }[] }

/**
 * Sends a request for a resource that does not exist. The harness's client is not used, because it compares responses
 * with the released contract.
 */
async function ask(client: Client, operation: TestedOperation, parts: Record<string, string> = {}, body = garbage) {
  const type: Record<string, string> = operation.takesBody ? { 'Content-Type': 'application/json' } : {}
  const all = { Authorization: `Bearer ${client.key}`, 'X-Tenant-Id': client.tenant, ...type, ...parts }
  const answer = await fetch(client.url + targetOf(operation, absentIds), {
    method: operation.method.toUpperCase(),
    headers: Object.entries(all).filter(([, value]) => value !== ''),
    ...(operation.takesBody ? { body } : {}),
  })
  const text = await answer.text()
  const { details = [] } = (answer.status >= 400 ? JSON.parse(text) : {}) as Partial<Seen>
  return { status: answer.status, headers: answer.headers, details: details ?? [] }
}

/** Checks what `see` observes for each operation under both contracts. `wanted` returns the two expected values. */
async function compare(
  t: ExecutionContext,
  rows: TestedOperation[],
  servers: { released: Client; changed: Client },
  see: (client: Client, operation: TestedOperation) => Promise<unknown>,
  wanted: (operation: TestedOperation) => [released: unknown, changed: unknown],
): Promise<void> {
  const wrong: string[] = []
  for (const operation of rows) {
    const seen = [await see(servers.released, operation), await see(servers.changed, operation)]
    const want = wanted(operation)
    if (JSON.stringify(seen) !== JSON.stringify(want))
      wrong.push(`${operation.id}: ${seen.join(', then ')}; not ${want.join(', then ')}`)
  }
  t.deepEqual(wrong, [])
  t.true(rows.length > 5)
}

const everything = { permissions: [...permissions] }

async function callers(other: Harness, options: object = everything) {
  return { released: await released.client(options), changed: await other.client(options) }
}

/** Returns the value after `value`, or the first value after the last. */
function next<Value>(values: readonly Value[], value: Value | null): Value {
  return values[(values.indexOf(value as Value) + 1) % values.length] as Value
}

test('an operation requires the permission that the contract states', async (t) => {
  const other = ({ permission }: Operation) => next<string>(permissions, permission)
  const harness = await changed(t, (operation) => ({ 'x-permission': other(operation) }))
  for (const lacking of permissions) {
    const rest = permissions.filter((permission) => permission !== lacking)
    const rows = keyed.filter((operation) => other(operation) === lacking)
    const servers = await callers(harness, { permissions: rest })
    const see = async (client: Client, operation: TestedOperation) =>
      (await ask(client, operation)).details.some(({ message }) => message.endsWith(` ${lacking}`))
    for (const operation of rows) {
      t.false(await see(servers.released, operation), operation.id)
      t.true(await see(servers.changed, operation), operation.id)
    }
  }
})

test('a request takes its token from the bucket that the contract states', async (t) => {
  const other = ({ bucket }: Operation) => next(facts.Bucket.values, bucket)
  const harness = await changed(t, (operation) =>
    operation.scope === 'public' ? {} : { 'x-rate-limit-bucket': other(operation) },
  )
  const see = async (client: Client, operation: TestedOperation) =>
    (await ask(client, operation)).headers.get('x-ratelimit-bucket')
  await compare(t, keyed, await callers(harness), see, (operation) => [operation.bucket, other(operation)])
})

test("the tenant's window counts exactly the operations that the contract lists", async (t) => {
  const harness = await changed(t, ({ tenantWindow }) => ({ 'x-tenant-window': !tenantWindow }))
  const see = async (client: Client, operation: TestedOperation) =>
    (await ask(client, operation)).headers.has('x-ratelimit-tenant-limit')
  const rows = keyed.filter(({ scope }) => scope === 'tenant')
  await compare(t, rows, await callers(harness), see, ({ tenantWindow }) => [tenantWindow, !tenantWindow])
})

test('a key is required exactly where the contract requires it', async (t) => {
  const harness = await changed(t, ({ scope }) =>
    scope === 'public' ? { 'x-scope': 'partner', 'x-rate-limit-bucket': 'read_and_ops' } : { 'x-scope': 'public' },
  )
  const see = async (client: Client, operation: TestedOperation) =>
    (await ask(client, operation, { Authorization: '' })).status === 401
  await compare(t, operations, await callers(harness), see, ({ scope }) => [scope !== 'public', scope === 'public'])
})

test('a tenant is required exactly where the contract requires it', async (t) => {
  const harness = await changed(t, ({ scope, definition: { parameters = [] } }) => {
    if (scope === 'public') return {}
    if (scope === 'partner') return { 'x-scope': 'tenant' }
    // Removes the parameter that complete.ts derives from the scope.
    return { 'x-scope': 'partner', parameters: parameters.filter(({ $ref }) => !$ref?.endsWith('/TenantId')) }
  })
  const see = async (client: Client, operation: TestedOperation) =>
    (await ask(client, operation, { 'X-Tenant-Id': '' })).details.some(({ field }) => field === 'X-Tenant-Id')
  await compare(t, keyed, await callers(harness), see, ({ scope }) => [scope === 'tenant', scope !== 'tenant'])
})

test('the maximum size of a body is the one in the contract', async (t) => {
  const body = JSON.stringify({ unknown: 'x'.repeat(50) })
  const harness = await changed(t, () => ({ 'x-body-bytes-max': body.length - 1 }))
  const see = async (client: Client, operation: TestedOperation) =>
    (await ask(client, operation, {}, body)).status === 413
  const rows = operations.filter(({ takesBody }) => takesBody)
  await compare(t, rows, await callers(harness), see, () => [false, true])
})

test('a repeat takes effect again if the contract no longer makes the operation idempotent', async (t) => {
  const harness = await changed(t, () => ({ 'x-idempotent': false }))
  const rows = operations.filter(({ idempotent }) => idempotent).toSorted(byDanger)
  t.true(rows.length > 15)
  const isReplayed = async (client: Client) => {
    const world = await makeWorld(client, host.origin)
    const replayed: Record<string, boolean> = {}
    for (const operation of rows) {
      const { ids, body } = await fitting(client, operation, world)
      const send = () =>
        client.send(operation.method, targetOf(operation, ids), body, { 'Idempotency-Key': operation.id })
      await send()
      replayed[operation.id] = (await send()).headers['idempotent-replayed'] === 'true'
    }
    return replayed
  }
  const servers = await callers(harness)
  const all = (value: boolean) => Object.fromEntries(rows.map(({ id }) => [id, value]))
  t.deepEqual(await isReplayed(servers.released), all(true))
  t.deepEqual(await isReplayed(servers.changed), all(false))
})

test('a server does not start with a contract in which a read takes an idempotency key', (t) => {
  t.throws(() => withPolicies(({ id }) => (id === 'getUsage' ? { 'x-idempotent': true } : {})), {
    message: /GET \/v1\/usage is a GET, which must not have x-idempotent/i,
  })
})
