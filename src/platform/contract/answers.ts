/**
 * Whether an answer, as it goes over the wire, keeps the contract: status, code, headers, members, values.
 *
 * Stricter than a client may be: what the contract does not name is a fault here, though every client must pass over
 * it. The tests read every answer with this; a server in development reads its own. Must never be loaded elsewhere.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** `body` is what JSON holds, another type's text, or undefined where it is not to be looked at. */
export type Answered = {
  method: string
  path: string
  status: number
  headers: Record<string, unknown>
  body: unknown
}

/** The faults of an answer; none when it keeps the contract. A request that fits no operation has the usual error. */
export type AnswerCheck = (answered: Answered) => string[]

type Header = { $ref?: string; schema: { $ref?: string; type?: string }; required?: boolean }
type Answer = { $ref?: string; content?: Record<string, { schema: object }>; headers?: Record<string, Header> }
type Operation = { responses: Record<string, Answer>; 'x-error-codes'?: string[] }
type CatalogueEntry = { statuses: number[]; retryable: boolean }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, Answer>
    headers: Record<string, Header>
    schemas: Record<string, object> & { ErrorCode: { 'x-catalogue': Record<string, CatalogueEntry> } }
  }
}

/** Headers of HTTP itself, which no operation documents. */
const ofHttp = [
  ...['connection', 'date', 'keep-alive', 'transfer-encoding', 'vary'],
  ...['content-encoding', 'content-length', 'content-type'],
]
/** What answers a request that no operation takes, or that comes before the server is open. */
const codesOfNone = ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE']
/** Codes whose answer always says when to come again. */
const comesAgain = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'IDEMPOTENCY_REQUEST_IN_PROGRESS']

/** Reads answers by this bundle; schemas are compiled when first used. */
export function createAnswerCheck(bundle: object): AnswerCheck {
  const document = closed(bundle) as Document
  const { responses, headers, schemas } = document.components
  const catalogue = schemas.ErrorCode['x-catalogue']
  const find = operationFinder(document)
  const validate = validator(document.components)
  const answerOf = (answer: Answer | undefined) =>
    answer?.$ref ? responses[answer.$ref.replace('#/components/responses/', '')] : answer

  const headerFaults = (answer: Answer, sent: Answered['headers']): string[] => {
    const known = new Map(
      Object.entries(answer.headers ?? {}).map(([name, header]) => {
        const resolved = header.$ref ? headers[header.$ref.replace('#/components/headers/', '')] : header
        return [name.toLowerCase(), resolved as Header]
      }),
    )
    const missing = [...known].filter(([name, { required }]) => required && sent[name] === undefined)
    const strays = Object.keys(sent).filter(
      (name) => !known.has(name.toLowerCase()) && !ofHttp.includes(name.toLowerCase()),
    )
    const wrong = [...known].flatMap(([name, { schema }]) => {
      if (sent[name] === undefined) return []
      const fault = validate(schema, schema.type === 'integer' ? Number(sent[name]) : sent[name])
      return fault === null ? [] : [`the header ${name}: ${fault}`]
    })
    return [
      ...missing.map(([name]) => `the header ${name} is missing`),
      ...strays.map((name) => `the header ${name} is not documented`),
      ...wrong,
    ]
  }

  const failureFaults = (operation: Operation | undefined, { status, headers: sent, body }: Answered): string[] => {
    const {
      code = '',
      status: told,
      retryable,
    } = (body ?? {}) as { code?: string; status?: number; retryable?: boolean }
    const entry = catalogue[code]
    const known = operation?.['x-error-codes'] ?? codesOfNone
    return [
      ...(known.includes(code) ? [] : [`the code ${code} is not documented`]),
      ...(entry?.statuses.includes(status) ? [] : [`${code} has no status ${status}`]),
      ...(told === status ? [] : ['the body names another status']),
      ...(entry?.retryable === retryable ? [] : [`${code} says retryable ${retryable}`]),
      ...(comesAgain.includes(code) && sent['retry-after'] === undefined ? [`${code} comes without Retry-After`] : []),
    ]
  }

  return (answered) => {
    const { method, path, status, headers: sent, body } = answered
    const operation = find(method, path)
    // `default` documents the failures of requests that are read before their operation is known.
    const answer = answerOf(operation ? operation.responses[status] : undefined)
    const failure = answerOf(operation?.responses.default ?? { $ref: '#/components/responses/Error' })
    const fitting = answer ?? (status >= 400 ? failure : undefined)
    if (!fitting) return [`the status ${status} is not documented`]
    const faults = headerFaults(fitting, sent)
    const [type, content] = Object.entries(fitting.content ?? {})[0] ?? []
    if (!content || !type || method === 'HEAD') return faults
    if (!String(sent['content-type']).startsWith(type))
      faults.push(`the content type is ${String(sent['content-type'])}, not ${type}`)
    const fault = body === undefined ? null : validate(content.schema, body)
    if (fault !== null) faults.push(fault)
    return status >= 400 ? [...faults, ...failureFaults(operation, answered)] : faults
  }
}

/** A copy without room for what is not named: no further members, and no further values of open lists. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).map(([name, member]) => [
    name === 'x-extensible-enum' ? 'enum' : name,
    closed(member),
  ])
  // An object that names its members is open to clients alone; one that names none holds what it likes.
  return { ...Object.fromEntries(members), ...('properties' in node ? { additionalProperties: false } : {}) }
}

/** Finds the operation of a request; literal segments come before parameters, as OpenAPI says. */
export function operationFinder({ paths }: Document): (method: string, path: string) => Operation | undefined {
  const parameters = (template: string) => template.split('{').length
  const templates = Object.keys(paths)
    .map((template) => ({ template, parts: template.split('/') }))
    .sort((one, other) => parameters(one.template) - parameters(other.template))
  return (method, path) => {
    const segments = path.split('?')[0]?.split('/') ?? []
    const fits = (parts: string[]) =>
      parts.length === segments.length &&
      parts.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
    const best = templates.find(({ parts }) => fits(parts))?.template
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    return best === undefined ? undefined : paths[best]?.[verb]
  }
}

/** What is wrong with a value, by a schema of the document. */
function validator(components: object): (schema: object, value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'contract', components })
  const validatorOf = compileOnce(ajv)
  return (schema, value) => {
    const validate = validatorOf(schema)
    if (validate(value)) return null
    const told = (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const { additionalProperty } = params as { additionalProperty?: string }
      const what = additionalProperty === undefined ? message : `holds ${additionalProperty}, which is not documented`
      return `${instancePath || 'the value'} ${what}`
    })
    return told.join('; ')
  }
}

/** Compiles schemas of the contract, equal ones once: operations share most errors, headers and parameters. */
export function compileOnce(ajv: Ajv2020): (schema: object) => ValidateFunction {
  const bySchema = new WeakMap<object, ValidateFunction>()
  const byText = new Map<string, ValidateFunction>()
  return (schema) => {
    const known = bySchema.get(schema)
    if (known) return known
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/')
    const validate = byText.get(text) ?? ajv.compile(JSON.parse(text) as object)
    byText.set(text, validate)
    bySchema.set(schema, validate)
    return validate
  }
}
