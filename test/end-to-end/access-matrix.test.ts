/**
 * Who gets where: every operation of the contract against every way of not being allowed, on one server.
 *
 * The tests run in their order: others try first, what they tried is then looked for, and the owner comes last, because
 * what the owner does also deletes.
 */
import test from 'ava'
import { issueKey, permissions, revokeKey } from '../../src/features/access/api-keys.ts'
import {
  asking,
  check,
  checkForeign,
  comparable,
  outcome,
  type Send,
  type Stranger,
} from '../support/contract/matrix.ts'
import { timings } from '../../src/platform/timings.ts'
import { operations, type TestedOperation } from '../support/contract/operations.ts'
import { fileContext } from '../support/contract/server.ts'
import {
  absentIds,
  byDanger,
  canary,
  fitting,
  isOurs,
  makeWorld,
  nounsOf,
  targetOf,
  untilDeleted,
  type Ids,
  type World,
} from '../support/contract/world.ts'
import { startHarness, type Answer, type Client, type Harness } from '../support/harness.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startResumeHost, status } from '../support/fakes/resume-host.ts'

const shared = fileContext()
const keyed = operations.filter(({ scope }) => scope !== 'public')
const tenantScoped = operations.filter(({ scope }) => scope === 'tenant')
/** A body that breaks everything: what is checked before it must be answered in its place. */
const garbage = '{ no json'

/** What the tests wait for comes at once. */
const soon = { ...timings, deletionSweepMs: 25, deliverySweepMs: 25, eventFeedDelayMs: 0 }

let harness: Harness
let owner: Client
let others: Stranger[]
let world: World
let before: Record<string, string>

test.before(async () => {
  const host = await startResumeHost({ [`/${canary}`]: status(204) })
  shared.teardown(() => host.stop())
  harness = await startHarness(shared, { settings: { OUTBOUND_ALLOW: host.pair }, overrides: { timings: soon } })
  owner = await harness.client({ permissions: [...permissions] })
  const { partnerId } = owner
  const all = { permissions: [...permissions] }
  others = [
    { name: 'partner', client: await harness.client(all) },
    { name: 'environment', client: await harness.client({ ...all, partnerId, environment: 'PRODUCTION' }) },
    { name: 'tenant', client: await harness.client({ ...all, partnerId, tenant: 'other' }) },
  ]
  world = await makeWorld(owner, host.origin)
  before = await snapshot()
})

/** What the owner reads. Counts over time, and what is told of keys in use, change by themselves. */
async function snapshot(): Promise<Record<string, string>> {
  const counting = ['getUsage', 'getRateLimitStatus', 'getErrorAnalytics', 'getWebhookHealth', 'listEvents']
  const read: Record<string, string> = {}
  for (const operation of keyed.filter(({ method, id }) => method === 'get' && !counting.includes(id))) {
    const { status: answered, body } = await owner.get(targetOf(operation, world.ids))
    read[operation.id] = `${answered} ${JSON.stringify(body)}`.replaceAll(/"lastUsedAt":[^,]*/g, '')
  }
  return read
}

test.serial('without a good key every operation is 401, whatever else is wrong', async (t) => {
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
})

/** In its right form and never stored. */
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

test.serial('a key without the permission is 403 and told which, before tenant and body are looked at', async (t) => {
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
})

test.serial(
  'a missing or malformed tenant is 400 on what belongs to tenants, before the body is looked at',
  async (t) => {
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
  },
)

test.serial('what belongs to the partner takes no notice of a tenant header', async (t) => {
  const rows = keyed.filter(({ scope, method }) => scope === 'partner' && method === 'get')
  const columns = { without: asking(owner, { 'X-Tenant-Id': '' }), malformed: asking(owner, { 'X-Tenant-Id': 'a b' }) }
  await check(t, world, rows, columns, () => '200')
})

test.serial('a header that decides who or what, sent twice, is 400 on every operation before the key', async (t) => {
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
      return sendRaw(owner.url, `${[start, ...lines].join('\r\n')}\r\n\r\n`) as Promise<Answer>
    }
    return [name, send] as const
  })
  await check(t, world, operations, Object.fromEntries(twice), (_operation, { body }) => {
    t.is(body.details?.[0].code, 'repeated')
    return '400 VALIDATION_ERROR'
  })
})

// ── others ──────────────────────────────────────────────────────────────────────────────────────

/** The code of what an operation's path names and the caller does not have; null where none is needed. */
function unknownCode({ codes, handler }: TestedOperation): string | null {
  if (codes.includes('JOB_NOT_FOUND')) return '404 JOB_NOT_FOUND'
  // Its only unknown is a question set that the body names.
  if (handler === 'createCriteriaGeneration') return null
  const code = codes.find((candidate) => candidate.endsWith('NOT_FOUND') && candidate !== 'TENANT_NOT_FOUND')
  return code ? `404 ${code}` : null
}

const isMade = ({ path }: TestedOperation) => !nounsOf(path).some((noun) => noun in world.missing)
const strangers = ({ scope }: TestedOperation) => others.filter(({ name }) => scope === 'tenant' || name !== 'tenant')

/** Absent is what the path names last of our own ids; else the caller's own. */
function absentLeaves({ path }: TestedOperation): Ids {
  const ours = nounsOf(path).filter(isOurs)
  const nouns = ours.length > 0 ? ours : nounsOf(path)
  return Object.fromEntries(nouns.map((noun) => [noun, absentIds[noun] as string]))
}

test.serial("another's resource is unknown, and answered as one that never existed", async (t) => {
  const rows = keyed.filter((operation) => unknownCode(operation) !== null && isMade(operation))
  await checkForeign(t, world, rows, strangers, {
    expected: (operation) => unknownCode(operation) as string,
    absent: absentLeaves,
  })
})

test.serial('what anybody may ask for holds nothing of others', async (t) => {
  const secrets = new Set(
    Object.values(before)
      .join()
      .match(/\b(?!key_|p_)[a-z]+_[0-9a-f]{8}-[0-9a-f-]{27}\b/g),
  )
  t.true(secrets.size > 5)
  const rows = keyed.filter((operation) => unknownCode(operation) === null)
  // What deletes comes last: the others' own tenant answers nothing while it goes.
  for (const operation of rows.toSorted(byDanger)) {
    for (const { name, client } of strangers(operation)) {
      const answer = await asking(client)(operation, world)
      const label = `${operation.id}, other ${name}: ${outcome(answer)}`
      t.true(answer.status < 300, label)
      const text = JSON.stringify([answer.headers, answer.body])
      t.false(text.includes(canary), label)
      t.deepEqual(
        [...secrets].filter((secret) => text.includes(secret)),
        [],
        label,
      )
      if (answer.body?.deletionRequest) await untilDeleted(client, answer.headers.location as string)
    }
  }
})

test.serial("another's leaf is unknown under a parent of one's own", async (t) => {
  for (const { client } of others) await client.generate('job-1')
  const rows = keyed.filter((operation) => isMade(operation) && isOurs(nounsOf(operation.path).at(-1) ?? ''))
  const parents = ['TENANT_NOT_FOUND', 'JOB_NOT_FOUND', 'CRITERIA_NOT_FOUND']
  await checkForeign(t, world, rows, strangers, {
    expected: ({ codes }) => `404 ${codes.find((code) => code.endsWith('NOT_FOUND') && !parents.includes(code))}`,
    absent: absentLeaves,
  })
})

test.serial("another's id in a body is unknown, too", async (t) => {
  const named = (ids: Ids): [string, string, object, string][] => [
    [
      'POST',
      '/v1/jobs/job-1/criteria-generations',
      { jobContext: { jobDescription: 'Requirements: patience' }, questionSetId: ids['question-sets'] },
      'QUESTION_SET_NOT_FOUND',
    ],
    [
      'POST',
      '/v1/jobs/job-1/applications/app-1/scoring-jobs',
      { resumeUrl: 'https://example.com/cv.pdf', rescore: true, criteriaVersionId: ids.versions },
      'CRITERIA_VERSION_NOT_FOUND',
    ],
    [
      'POST',
      '/v1/jobs/job-1/criteria/items',
      { libraryCriterionId: ids['criteria-library'] },
      'LIBRARY_CRITERION_NOT_FOUND',
    ],
    ['PUT', '/v1/jobs/job-1/criteria/items/order', { criterionIds: [ids.items] }, 'CRITERION_NOT_FOUND'],
  ]
  for (const { name, client } of others) {
    for (const [index, [method, path, body, code]] of named(world.ids).entries()) {
      const foreign = await client.send(method, path, body)
      const absent = await client.send(method, path, named(absentIds)[index]?.[2])
      t.is(outcome(foreign), `404 ${code}`, `other ${name}`)
      t.deepEqual(comparable(foreign), comparable(absent), `${code}, other ${name}`)
    }
  }
})

test.serial('what others tried has changed nothing of the owner', async (t) => {
  for (const [operation, answer] of Object.entries(await snapshot()))
    t.is(answer, before[operation] as string, operation)
})

// ── the owner ───────────────────────────────────────────────────────────────────────────────────

test.serial('the owner gets through every operation', async (t) => {
  const through: Send = async (operation) => {
    const { ids, body } = await fitting(owner, operation, world)
    return owner.send(operation.method, targetOf(operation, ids), body)
  }
  await check(t, world, operations.toSorted(byDanger), { owner: through }, (_operation, answer) =>
    answer.status < 300 ? outcome(answer) : 'a success',
  )
})

test.serial('one of everything that a path names can be made', (t) => {
  t.deepEqual(world.missing, {})
})
