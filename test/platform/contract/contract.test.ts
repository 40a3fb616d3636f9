import test from 'ava'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { handlers } from '../../../src/app/http/handlers.ts'
import { permissions } from '../../../src/features/access/api-keys.ts'
import { scoreTenths } from '../../../src/features/scoring/score.ts'
import type { ErrorCode } from '../../../src/kit/errors.ts'
import { loadContract, matchHandlers } from '../../../src/platform/contract/contract.ts'

const contract = loadContract()
const buckets = [
  'criteria_ai',
  'criteria_current_reads',
  'scoring_intake_batch',
  'scoring_intake_single',
  'read_and_ops',
  'rate_limit_status',
  'analytics',
]

type Policy = {
  responses: Record<string, unknown>
  'x-error-codes'?: ErrorCode[]
  'x-rate-limit-bucket'?: string
  parameters?: { $ref?: string }[]
}
const policyOf = (definition: unknown) => definition as Policy

/** The operations that every valid key may use. */
const keyIsEnough = ['getRateLimitStatus', 'getUsage']

test('every operation has a policy', (t) => {
  for (const { id, scope, permission, idempotent, definition } of contract.operations) {
    const { 'x-rate-limit-bucket': bucket, parameters = [] } = policyOf(definition)
    t.true(scope === 'public' || buckets.includes(bucket ?? ''), id)
    const isOpen = scope === 'public' || keyIsEnough.includes(id)
    t.is((permissions as readonly string[]).includes(permission ?? ''), !isOpen, id)
    const takesKey = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
    t.is(takesKey, idempotent, id)
  }
})

test('every code that an operation can answer is documented there with one of its statuses', (t) => {
  for (const { id, scope, definition } of contract.operations) {
    const { responses, 'x-error-codes': codes = [] } = policyOf(definition)
    t.true(scope === 'public' || codes.length > 0, id)
    for (const code of codes) {
      const { statuses } = contract.catalogue[code]
      t.true(
        statuses.some((status) => String(status) in responses || 'default' in responses),
        `${id} ${code}`,
      )
    }
  }
})

test('the catalogue explains every code, and only those', (t) => {
  const { enum: codes } = contract.document.components.schemas.ErrorCode as { enum?: string[] }
  t.deepEqual(Object.keys(contract.catalogue).toSorted(), codes?.toSorted())
  for (const [code, { meaning, action }] of Object.entries(contract.catalogue))
    t.true(meaning.endsWith('.') && action.endsWith('.'), code)
})

test('an operation without a handler, or a handler without an operation, does not start', (t) => {
  t.notThrows(() => matchHandlers(contract, handlers))
  const { getLiveness: _, ...missing } = handlers
  t.throws(() => matchHandlers(contract, missing), { message: /without a handler: getLiveness/ })
  t.throws(() => matchHandlers(contract, { ...handlers, getWeather: () => {} }), {
    message: /without an operation: getWeather/,
  })
})

test('every example is valid against its schema', (t) => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'contract', components: contract.document.components })
  let examples = 0
  for (const [name, schema] of Object.entries(contract.document.components.schemas)) {
    const validate = ajv.compile({ $ref: `contract#/components/schemas/${name}` })
    for (const example of (schema as { examples?: unknown[] }).examples ?? []) {
      examples += 1
      t.true(validate(example), `${name}: ${ajv.errorsText(validate.errors)}`)
    }
  }
  t.true(examples > 5)
})

test('the code follows the formula in the contract', (t) => {
  const { description } = contract.document.components.schemas.Score as { description?: string }
  t.regex(description ?? '', /MUST_HAVE 4, PREFERRED 2, NICE_TO_HAVE 1; MET 1, PARTIAL 0\.5/)
  t.is(
    scoreTenths([
      { importance: 'MUST_HAVE', verdict: 'MET' },
      { importance: 'PREFERRED', verdict: 'PARTIAL' },
      { importance: 'NICE_TO_HAVE', verdict: 'NOT_MET' },
    ]),
    Math.floor(((4 + 1) / 7) * 100 + 0.5),
  )
})
