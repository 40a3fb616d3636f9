import test from 'ava'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { handlers } from '../../../src/app/http/handlers.ts'
import { facts } from '../../../generated/facts.gen.ts'
import { permissions } from '../../../src/features/access/api-keys.ts'
import { scoreTenths } from '../../../src/features/scoring/score.ts'
import type { ErrorCode } from '../../../src/kit/errors.ts'
import { closed } from '../../../src/platform/contract/answers.ts'
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
  'exports',
]

type Policy = {
  responses: Record<string, unknown>
  'x-error-codes'?: ErrorCode[]
  'x-rate-limit-bucket'?: string
  parameters?: { $ref?: string }[]
}
const policyOf = (definition: unknown) => definition as Policy

/** The operations that need no permission. */
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

test("every code that an operation can return is documented for it with one of the code's statuses", (t) => {
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

test('the catalogue explains every code and nothing else', (t) => {
  t.deepEqual(Object.keys(contract.catalogue).toSorted(), facts.ErrorCode.values.toSorted())
  for (const [code, { meaning, action }] of Object.entries(contract.catalogue))
    t.true(meaning.endsWith('.') && action.endsWith('.'), code)
})

test('the server does not start if an operation has no handler, or if a handler has no operation', (t) => {
  t.notThrows(() => matchHandlers(contract, handlers))
  const { getLiveness: _, ...missing } = handlers
  t.throws(() => matchHandlers(contract, missing), { message: /without a handler: getLiveness/ })
  t.throws(() => matchHandlers(contract, { ...handlers, getWeather: () => {} }), {
    message: /without an operation: getWeather/,
  })
})

test('every operation has a description, and every JSON body has an example', (t) => {
  const { schemas } = contract.document.components
  const exampleOf = (schema: { $ref?: string }) =>
    (schemas[schema.$ref?.split('/').at(-1) ?? ''] as { examples?: unknown[] } | undefined)?.examples?.[0]
  for (const { id, definition } of contract.operations) {
    const { description, responses, requestBody } = definition as unknown as Documented
    t.truthy(description, id)
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    for (const body of [requestBody, ...answers.map(([, answer]) => answer)]) {
      const schema = body?.content?.['application/json']?.schema
      // The contract itself is the example of a contract.
      if (schema && id !== 'getOpenapiJson') t.truthy(exampleOf(schema), id)
    }
  }
})

test('every webhook has a description, and its payload has an example with its own kind', (t) => {
  const { webhooks, components } = contract.document as unknown as {
    webhooks: Record<string, { post: { description?: string; requestBody: Required<Body> } }>
    components: { schemas: Record<string, { examples?: { type: string }[] }> }
  }
  for (const [kind, { post }] of Object.entries(webhooks)) {
    t.truthy(post.description, kind)
    const name = post.requestBody.content['application/json']?.schema.$ref?.split('/').at(-1) ?? ''
    t.is(components.schemas[name]?.examples?.[0]?.type, kind)
  }
})

test('the contract says what is and is not a breaking change, and how long in advance the end of a version is announced', (t) => {
  const { description } = contract.document.info as { description?: string }
  const [, versioning = ''] = (description ?? '').split('## Versioning')
  const breaking = [
    'removing or renaming fields',
    'changing field types',
    'changing error codes',
    "operation's behaviour",
  ]
  const additive = ['optional fields', 'operations', 'optional parameters', 'enum values', 'tolerate new values']
  for (const words of [
    ...breaking,
    ...additive,
    'receives no breaking changes',
    'announced at least 12 months in advance',
  ])
    t.true(versioning.includes(words), words)
})

type Body = { content?: Record<string, { schema: { $ref?: string } }> }
type Documented = { description?: string; responses: Record<string, Body>; requestBody?: Body }

test('every example is valid against its schema', (t) => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  // Undocumented members and values make an example invalid.
  ajv.addSchema({ $id: 'contract', components: (closed(contract.document) as typeof contract.document).components })
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

test('the contract describes the formula in words, with the numbers that the code uses', (t) => {
  const { description } = contract.document.components.schemas.Score as { description?: string }
  t.regex(description ?? '', /MUST_HAVE 4, PREFERRED 2, NICE_TO_HAVE 1; credits v: MET 1, PARTIAL 0\.5/)
  t.regex(description ?? '', /at most 4\.9 while a MUST_HAVE.*\n.*STRONG_MATCH 8, MODERATE_MATCH 5/)
  t.is(
    scoreTenths([
      { importance: 'MUST_HAVE', verdict: 'MET' },
      { importance: 'PREFERRED', verdict: 'PARTIAL' },
      { importance: 'NICE_TO_HAVE', verdict: 'NOT_MET' },
    ]),
    Math.floor(((4 + 1) / 7) * 100 + 0.5),
  )
})
