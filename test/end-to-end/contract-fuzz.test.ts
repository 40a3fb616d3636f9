/**
 * The contract as an adversary: thousands of requests that it forbids, and many that it allows, made from its own schemas.
 *
 * The same requests at each run, and a few of a seed of the moment; `FUZZ_SEED=<seed>` repeats a run that failed.
 */
import test from 'ava'
import fc, { type Arbitrary } from 'fast-check'
import pLimit from 'p-limit'
import { permissions } from '../../src/features/access/api-keys.ts'
import { partsOf, type Special } from '../support/contract/arbitraries.ts'
import { oddBodyOf } from '../support/contract/body-flaws.ts'
import { malformed, type Asker, type Malformed } from '../support/contract/flaws.ts'
import { operations, type TestedOperation } from '../support/contract/operations.ts'
import { rawCorpus } from '../support/contract/raw-corpus.ts'
import { fileContext } from '../support/contract/server.ts'
import { openWire, told, toWire, type Wire, type WireAnswer, type WireRequest } from '../support/contract/wire.ts'
import { canary, makeWorld } from '../support/contract/world.ts'
import { startHarness, type Harness } from '../support/harness.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startResumeHost, status } from '../support/fakes/resume-host.ts'

/** What a service of this kind is held against. */
const malformedMin = 10_000
/** Of each operation; so are the following. */
const malformedRuns = Math.ceil(malformedMin / operations.length)
/** Each writes, so there are as many as run in a few seconds. */
const validRuns = 15
/** Each costs a run of the engine. */
const engineRuns = 4
/** Little at each run, and something new at every one. */
const freshRuns = 10
const givenSeed = process.env.FUZZ_SEED === undefined ? undefined : Number(process.env.FUZZ_SEED)
const fixedSeed = givenSeed ?? 20_260_301
const freshSeed = givenSeed ?? Date.now() % 2 ** 31

const shared = fileContext()
let harness: Harness
let wire: Wire
let asker: Asker
let sent = 0

test.before(async () => {
  const host = await startResumeHost({ [`/${canary}`]: status(204) })
  shared.teardown(() => host.stop())
  harness = await startHarness(shared, { settings: { OUTBOUND_ALLOW: host.pair } })
  const client = await harness.client({ permissions: [...permissions] })
  const { ids } = await makeWorld(client, host.origin)
  wire = openWire(client.url)
  shared.teardown(() => wire.close())
  asker = {
    special: specialOf(`${host.origin}/${canary}`),
    ids: byParameter(ids),
    credentials: { Authorization: `Bearer ${client.key}`, 'X-Tenant-Id': client.tenant },
  }
})

/** URLs never lead out: fixtures, what is blocked, and what is no URL. */
function specialOf(receiver: string): Special {
  const fixture = (name: string) => `https://fixtures.sandbox.invalid/${name}`
  const blocked = ['https://10.0.0.1/cv.pdf', 'https://localhost/', 'https://[::1]/', 'https://name.internal/x']
  const wrong = 'http://example.com/ ftp://a/b https://a:b@example.com/ https:// x // \u202e https://%00/'.split(' ')
  return {
    resumeUrl: fc.constantFrom(...['strong', 'weak', 'resume-empty', 'nothing'].map(fixture), ...blocked, ...wrong),
    url: fc.constantFrom(receiver, ...blocked, ...wrong),
    jobId: fc.constantFrom('job-1', 'job-2'),
  }
}

/** What paths may name of the world, by parameter; `criterionId` is one of two nouns, and either will do. */
function byParameter(ids: Record<string, string>): Record<string, string> {
  const named = operations.flatMap(({ path }) => [...path.matchAll(/\/([\w-]+)\/\{(\w+)\}/g)])
  // Never the tenant itself: a valid request that deletes it would end the world.
  const kept = named.filter(([, noun]) => noun !== 'tenants')
  return Object.fromEntries(kept.map(([, noun = '', parameter]) => [parameter, ids[noun] as string]))
}

/** @throws Error with what the server logged, when the fault is the server's */
async function send(request: WireRequest): Promise<WireAnswer> {
  const answer = await wire.send(request)
  if (answer.status < 500) return answer
  throw new Error(`answered ${answer.status} ${answer.code}; ${harness.log.findLast(isFailure)?.slice(0, 1_000)}`)
}

const isFailure = (line: string) => (JSON.parse(line) as { msg: string }).msg === 'request failed'

/** As many as there are connections: more would wait for each other, and all end at once. */
const turns = pLimit(8)

/** @throws Error that shows the smallest request which breaks the promise, and the seed that found it */
async function hold<Made extends { request: WireRequest }>(
  requests: Arbitrary<Made>,
  runs: { seed: number; numRuns: number },
  judge: (made: Made, answer: WireAnswer) => void,
): Promise<void> {
  const property = fc.asyncProperty(requests, async (made) => judge(made, await send(made.request)))
  await turns(() => fc.assert(property, { ...runs, includeErrorInReport: true }))
}

for (const operation of operations) {
  const numRuns = operation.inFlightCap ? engineRuns : validRuns

  test(`${operation.id} refuses what breaks the contract, and says so by the contract`, async (t) => {
    const judge = ({ statuses }: Malformed, { status: answered, code }: WireAnswer) => {
      sent += 1
      if (!statuses.includes(answered)) throw new Error(`answered ${answered} ${code}, not ${statuses}`)
      if (!codesOf(answered).test(code ?? '')) throw new Error(`answered ${answered} with the code ${code}`)
    }
    await hold(malformed(operation, asker), { seed: fixedSeed, numRuns: malformedRuns }, judge)
    await hold(malformed(operation, asker), { seed: freshSeed, numRuns: freshRuns }, judge)
    t.pass()
  })

  test(`${operation.id} takes what keeps the contract`, async (t) => {
    await hold(validFor(operation), { seed: fixedSeed, numRuns }, (_made, answer) => {
      const unexplained = unexplainedFaults(answer)
      if (unexplained.length > 0) throw new Error(`refused: ${JSON.stringify(unexplained)}`)
    })
    t.pass()
  })

  const { bodySchema } = operation
  if (bodySchema === null) continue

  test(`${operation.id} stands whatever JSON leaves open`, async (t) => {
    const odd = fc
      .tuple(validFor(operation), oddBodyOf(bodySchema, asker.special))
      .map(([{ request }, body]) => told({ request: { ...request, body } }, 'odd'))
    await hold(odd, { seed: fixedSeed, numRuns }, () => {})
    t.pass()
  })
}

test('what is not HTTP as it should be is answered by the contract', async (t) => {
  const headers = Object.entries(asker.credentials).map(([name, value]) => `${name}: ${value}`)
  const wrong: string[] = []
  for (const { name, bytes, statuses } of rawCorpus(headers)) {
    const outcome = await sendRaw(harness.server.url as string, bytes).then(
      (answer) => (statuses.includes(answer.status) ? null : `${answer.status}, not ${statuses}`),
      (error: Error) => error.message,
    )
    if (outcome !== null) wrong.push(`${name}: ${outcome}`)
  }
  t.deepEqual(wrong, [])
})

test.after('at least 10,000 malformed requests were sent, and left the server well', async (t) => {
  t.true(sent >= malformedMin, `${sent}`)
  const client = await harness.client()
  t.is((await client.get('/readyz')).status, 200)
  t.deepEqual(harness.log.filter(isFailure), [])
})

function codesOf(answered: number): RegExp {
  if (answered === 401) return /^UNAUTHORIZED$/
  return answered === 404 ? /NOT_FOUND$/ : /^(VALIDATION_ERROR|MISSING_JOB_DESCRIPTION)$/
}

/** Requests that keep the contract. Deletions name nothing that exists, so that the others have something to name. */
function validFor(operation: TestedOperation) {
  const ids = operation.method === 'delete' ? {} : asker.ids
  return partsOf(operation, asker.special, ids).map((parts) =>
    told({ request: toWire(operation, parts, asker.credentials) }, 'valid'),
  )
}

/** What the contract promises and its schemas cannot say; all else that a valid request is refused for is a defect. */
const rules: { field: RegExp; code: RegExp; why: string }[] = [
  {
    field: /(^|\.)resumeUrl$/,
    code: /^invalid_url$/,
    why: 'https and no credentials, but for what an operator exempts',
  },
  { field: /^jobContext\.jobId$/, code: /^mismatch$/, why: "the path's, where sent" },
  { field: /^url$/, code: /^(url_not_public|invalid_url)$/, why: 'a public https address' },
  { field: /^applications\[\d+\]\.applicationId$/, code: /^repeated$/, why: 'an application once in a batch' },
  { field: /^cursor$/, code: /./, why: 'what a page before has given' },
  { field: /^since$/, code: /./, why: 'at most 30 days ago' },
  { field: /^If-Match$/, code: /./, why: 'entity tags as RFC 9110 writes them' },
  { field: /^webhookEndpointId$/, code: /^endpoint_disabled$/, why: 'nothing is sent to a disabled endpoint' },
  { field: /^$/, code: /^limit_reached$/, why: 'so many endpoints and library criteria and no more' },
]

function unexplainedFaults({ code, details }: WireAnswer): unknown[] {
  if (code === 'MISSING_JOB_DESCRIPTION') return [code]
  if (code !== 'VALIDATION_ERROR') return []
  if (details.length === 0) return ['a refusal without details']
  return details.filter(
    (detail) => !rules.some(({ field, code: own }) => field.test(detail.field) && own.test(detail.code)),
  )
}
