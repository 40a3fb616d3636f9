/** Sends requests that the contract allows, and arbitrary JSON bodies. */
import test from 'ava'
import fc from 'fast-check'
import { oddBodyOf } from '../support/contract/body-flaws.ts'
import { asker, fixedSeed, harness, hold, isFailure, validFor } from '../support/contract/fuzz.ts'
import { operations } from '../support/contract/operations.ts'
import { told, type WireAnswer } from '../support/contract/wire.ts'

/** How many requests are sent per operation. Each request writes, and this many take a few seconds. */
const validRuns = 15
/** How many requests are sent per operation that runs the engine. */
const engineRuns = 4

for (const operation of operations) {
  const numRuns = operation.inFlightCap ? engineRuns : validRuns

  test(`${operation.id} accepts valid requests`, async (t) => {
    await hold(validFor(operation), { seed: fixedSeed, numRuns }, (_made, answer) => {
      const unexplained = unexplainedFaults(answer)
      if (unexplained.length > 0) throw new Error(`refused: ${JSON.stringify(unexplained)}`)
    })
    t.pass()
  })

  const { bodySchema } = operation
  if (bodySchema === null) continue

  test(`${operation.id} answers arbitrary JSON bodies without a failure`, async (t) => {
    const odd = fc
      .tuple(validFor(operation), oddBodyOf(bodySchema, asker.special))
      .map(([{ request }, body]) => told({ request: { ...request, body } }, 'odd'))
    await hold(odd, { seed: fixedSeed, numRuns }, () => {})
    t.pass()
  })
}

test.after('the server stayed healthy after the valid requests', async (t) => {
  const client = await harness.client()
  t.is((await client.get('/readyz')).status, 200)
  t.deepEqual(harness.log.filter(isFailure), [])
})

/** Rules in the contract that its schemas cannot express. Refusing a valid request for any other reason is a defect. */
const rules: { field: RegExp; code: RegExp; why: string }[] = [
  {
    field: /(^|\.)resumeUrl$/,
    code: /^(invalid_url|unknown)$/,
    why: 'https and no credentials, unless the operator exempts the host; in the sandbox a fixture that there is',
  },
  { field: /^criteriaVersionId$/, code: /^dependentRequired$/, why: 'only where the application is scored again' },
  { field: /^jobContext\.jobId$/, code: /^mismatch$/, why: "the same as the path's, where it is sent" },
  { field: /^url$/, code: /^(url_not_public|invalid_url)$/, why: 'a public https address' },
  { field: /^applications\[\d+\]\.applicationId$/, code: /^repeated$/, why: 'an application once in a batch' },
  { field: /^cursor$/, code: /^mismatch$/, why: 'pages only where no applications are named, and of one order' },
  { field: /^criterionVerdict$/, code: /^mismatch$/, why: 'only together with its criterion' },
  { field: /^since$/, code: /./, why: 'at most 30 days ago' },
  { field: /^expiresAt$/, code: /^minimum$/, why: 'in the future' },
  { field: /^webhookEndpointId$/, code: /^endpoint_disabled$/, why: 'nothing is sent to a disabled endpoint' },
  { field: /^(|\w+)$/, code: /^limit_reached$/, why: 'the values of a body, and quotas' },
]

function unexplainedFaults({ code, details }: WireAnswer): unknown[] {
  if (code === 'MISSING_JOB_DESCRIPTION') return [code]
  if (code !== 'VALIDATION_ERROR') return []
  if (details.length === 0) return ['a refusal without details']
  return details.filter(
    (detail) => !rules.some(({ field, code: own }) => field.test(detail.field) && own.test(detail.code)),
  )
}
