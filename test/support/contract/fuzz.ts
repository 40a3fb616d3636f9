/**
 * Shared parts of the contract's fuzz tests: one server, one of every resource that a path can contain, and requests
 * generated from the contract's own schemas. Each run sends the same requests and a few from a new seed.
 * `FUZZ_SEED=<seed>` repeats a failed run.
 */
import test from 'ava'
import fc, { type Arbitrary } from 'fast-check'
import pLimit from 'p-limit'
import { permissions } from '../../../src/features/access/api-keys.ts'
import { startResumeHost, status } from '../../tools/fakes/resume-host.ts'
import { startHarness, type Harness } from '../harness.ts'
import { partsOf, type Special } from './arbitraries.ts'
import type { Asker } from './flaws.ts'
import { operations, type TestedOperation } from './operations.ts'
import { fileContext } from './server.ts'
import { openWire, told, toWire, type Wire, type WireAnswer, type WireRequest } from './wire.ts'
import { canary, makeWorld } from './world.ts'

const givenSeed = process.env.FUZZ_SEED === undefined ? undefined : Number(process.env.FUZZ_SEED)
export const fixedSeed = givenSeed ?? 20_260_301
export const freshSeed = givenSeed ?? Date.now() % 2 ** 31

const shared = fileContext()
export let harness: Harness
export let asker: Asker
let wire: Wire

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

/** Returns URLs that cause no requests to other machines: they are fixtures, blocked addresses, or not URLs. */
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

/**
 * Returns the world's ids by path parameter. `criterionId` occurs in the paths of two kinds of resources; the id of
 * either is good enough.
 */
function byParameter(ids: Record<string, string>): Record<string, string> {
  const named = operations.flatMap(({ path }) => [...path.matchAll(/\/([\w-]+)\/\{(\w+)\}/g)])
  // The tenant is left out, because a valid request would delete it and everything in it.
  const kept = named.filter(([, noun]) => noun !== 'tenants')
  return Object.fromEntries(kept.map(([, noun = '', parameter]) => [parameter, ids[noun] as string]))
}

/**
 * Sends a request.
 *
 * @throws Error with the server's log for the request, if the response is a server error
 */
async function send(request: WireRequest): Promise<WireAnswer> {
  const answer = await wire.send(request)
  if (answer.status < 500) return answer
  throw new Error(`answered ${answer.status} ${answer.code}; ${harness.log.findLast(isFailure)?.slice(0, 1_000)}`)
}

export const isFailure = (line: string) => (JSON.parse(line) as { msg: string }).msg === 'request failed'

/** One request per connection at a time, because more would only wait for each other. */
const turns = pLimit(8)

/**
 * Checks a promise with generated requests.
 *
 * @throws Error that shows the smallest request that breaks the promise, and the seed that found it
 */
export async function hold<Made extends { request: WireRequest }>(
  requests: Arbitrary<Made>,
  runs: { seed: number; numRuns: number },
  judge: (made: Made, answer: WireAnswer) => void,
): Promise<void> {
  const property = fc.asyncProperty(requests, async (made) => judge(made, await send(made.request)))
  await turns(() => fc.assert(property, { ...runs, includeErrorInReport: true }))
}

/**
 * Generates requests that match the contract. Deletions use ids that do not exist, so that the resources stay available
 * for other operations.
 */
export function validFor(operation: TestedOperation) {
  const ids = operation.method === 'delete' ? {} : asker.ids
  return partsOf(operation, asker.special, ids).map((parts) =>
    told({ request: toWire(operation, parts, asker.credentials) }, 'valid'),
  )
}
