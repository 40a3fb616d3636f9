/**
 * Sends thousands of requests that the contract forbids: each is refused as the contract says, and the server stays
 * healthy.
 */
import test from 'ava'
import { malformed, type Malformed } from '../support/contract/flaws.ts'
import { asker, fixedSeed, freshSeed, harness, hold, isFailure } from '../support/contract/fuzz.ts'
import { operations } from '../support/contract/operations.ts'
import { rawCorpus } from '../support/contract/raw-corpus.ts'
import type { WireAnswer } from '../support/contract/wire.ts'
import { sendRaw } from '../support/raw-http.ts'

/** The minimum number of malformed requests to send. */
const malformedMin = 10_000
const malformedRuns = Math.ceil(malformedMin / operations.length)
/** How many more requests per operation are made with a seed that is different in every run. */
const freshRuns = 10
let sent = 0

for (const operation of operations)
  test(`${operation.id} refuses invalid requests, and its responses match the contract`, async (t) => {
    const judge = ({ statuses }: Malformed, { status: answered, code }: WireAnswer) => {
      sent += 1
      if (!statuses.includes(answered)) throw new Error(`answered ${answered} ${code}, not ${statuses}`)
      if (!codesOf(answered).test(code ?? '')) throw new Error(`answered ${answered} with the code ${code}`)
    }
    await hold(malformed(operation, asker), { seed: fixedSeed, numRuns: malformedRuns }, judge)
    await hold(malformed(operation, asker), { seed: freshSeed, numRuns: freshRuns }, judge)
    t.pass()
  })

test('malformed HTTP gets the responses that the contract describes', async (t) => {
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

test.after('at least 10,000 malformed requests were sent, and the server stayed healthy', async (t) => {
  t.true(sent >= malformedMin, `${sent}`)
  const client = await harness.client()
  t.is((await client.get('/readyz')).status, 200)
  t.deepEqual(harness.log.filter(isFailure), [])
})

function codesOf(answered: number): RegExp {
  if (answered === 401) return /^UNAUTHORIZED$/
  return answered === 404 ? /NOT_FOUND$/ : /^(VALIDATION_ERROR|MISSING_JOB_DESCRIPTION)$/
}
