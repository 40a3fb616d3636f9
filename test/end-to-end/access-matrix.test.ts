/**
 * Every operation in the contract is requested with every kind of missing access, on one server. The tests run in
 * order: other callers try first, and then the owner's data is compared. The owner's own requests come last, because
 * some of them delete.
 */
import test from 'ava'
import { sealAuditRecords } from '../../src/features/audit/chain.ts'
import { permissions } from '../../src/features/access/api-keys.ts'
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
import { startHarness, type Client, type Harness } from '../support/harness.ts'
import { startResumeHost, status } from '../tools/fakes/resume-host.ts'

const shared = fileContext()
const keyed = operations.filter(({ scope }) => scope !== 'public')

/** Shortens the waits of the tests. */
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
  // The list of audit records shows only sealed ones.
  await sealAuditRecords(harness.server.services)
  before = await snapshot()
})

/**
 * Returns the responses to the owner's reads. Leaves out data that all tenants share, and counts and last uses of keys,
 * which change without a write.
 */
async function snapshot(): Promise<Record<string, string>> {
  const counting = [
    'getUsage',
    'getRateLimitStatus',
    'getErrorAnalytics',
    'getWebhookHealth',
    'listEvents',
    'listDeletionRequests',
  ]
  const read: Record<string, string> = {}
  for (const operation of keyed.filter(({ method, id }) => method === 'get' && !counting.includes(id))) {
    const { status: answered, body } = await owner.get(targetOf(operation, world.ids))
    read[operation.id] = `${answered} ${JSON.stringify(body)}`.replaceAll(/"lastUsedAt":[^,]*/g, '')
  }
  return read
}

// ── other callers ───────────────────────────────────────────────────────────────────────────────

/** Returns the NOT_FOUND code of the resource in an operation's path, or null if the path contains none. */
function unknownCode({ codes, handler }: TestedOperation): string | null {
  if (codes.includes('JOB_NOT_FOUND')) return '404 JOB_NOT_FOUND'
  // This operation refers to an existing resource only in its body: the question set.
  if (handler === 'createCriteriaGeneration') return null
  const code = codes.find((candidate) => candidate.endsWith('NOT_FOUND') && candidate !== 'TENANT_NOT_FOUND')
  return code ? `404 ${code}` : null
}

const isMade = ({ path }: TestedOperation) => !nounsOf(path).some((noun) => noun in world.missing)
const strangers = ({ scope }: TestedOperation) => others.filter(({ name }) => scope === 'tenant' || name !== 'tenant')

/**
 * For each id in the path that the service creates, returns an id that does not exist. The other ids are the caller's
 * own.
 */
function absentLeaves({ path }: TestedOperation): Ids {
  const ours = nounsOf(path).filter(isOurs)
  const nouns = ours.length > 0 ? ours : nounsOf(path)
  return Object.fromEntries(nouns.map((noun) => [noun, absentIds[noun] as string]))
}

test.serial("another caller's resource looks exactly like one that never existed", async (t) => {
  const rows = keyed.filter((operation) => unknownCode(operation) !== null && isMade(operation))
  await checkForeign(t, world, rows, strangers, {
    expected: (operation) => unknownCode(operation) as string,
    absent: absentLeaves,
  })
})

test.serial("operations without a resource in the path do not return other callers' data", async (t) => {
  const secrets = new Set(
    Object.values(before)
      .join()
      .match(/\b(?!key_|p_)[a-z]+_[0-9a-f]{8}-[0-9a-f-]{27}\b/g),
  )
  t.true(secrets.size > 5)
  const rows = keyed.filter((operation) => unknownCode(operation) === null)
  // Deletions come last, because a tenant refuses requests while it is deleted.
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
      if (answer.body?.deletionRequest) await untilDeleted(client, answer.headers.location)
    }
  }
})

test.serial("another caller's child resource is not found under the caller's own parent resource", async (t) => {
  for (const { client } of others) await client.generate('job-1')
  const rows = keyed.filter((operation) => isMade(operation) && isOurs(nounsOf(operation.path).at(-1) ?? ''))
  const parents = ['TENANT_NOT_FOUND', 'JOB_NOT_FOUND', 'CRITERIA_NOT_FOUND']
  await checkForeign(t, world, rows, strangers, {
    expected: ({ codes }) => `404 ${codes.find((code) => code.endsWith('NOT_FOUND') && !parents.includes(code))}`,
    absent: absentLeaves,
  })
})

test.serial("another caller's id in a request body is not found either", async (t) => {
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

test.serial("other callers' requests have not changed the owner's data", async (t) => {
  for (const [operation, answer] of Object.entries(await snapshot()))
    t.is(answer, before[operation] as string, operation)
})

// ── the owner ───────────────────────────────────────────────────────────────────────────────────

test.serial('every operation succeeds for the owner', async (t) => {
  const through: Send = async (operation) => {
    const { ids, body } = await fitting(owner, operation, world)
    return owner.send(operation.method, targetOf(operation, ids), body)
  }
  await check(t, world, operations.toSorted(byDanger), { owner: through }, (_operation, answer) =>
    answer.status < 300 ? outcome(answer) : 'a success',
  )
})

test.serial('the test creates every resource that a path can contain', (t) => {
  t.deepEqual(world.missing, {})
})
