/**
 * Checks a response, as sent over the wire, against the contract: status, code, headers, members, values.
 *
 * The check is stricter than a client should be: anything that the contract does not define is a fault, although
 * clients must ignore it. The tests check every response, and a server in development checks its own. Must not be
 * loaded in production.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** A response to check. `body`: parsed JSON, a string for any other type, or undefined if it should not be checked. */
export type Answered = {
  method: string
  path: string
  status: number
  headers: Record<string, unknown>
  body: unknown
}

/**
 * Returns the faults in a response; an empty list if it matches the contract. The response to a request that matches no
 * operation must be the standard error.
 */
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

/** General HTTP headers, which no operation documents. */
const ofHttp = [
  ...['connection', 'date', 'keep-alive', 'transfer-encoding', 'vary'],
  ...['content-encoding', 'content-length', 'content-type'],
]
/** Codes for requests that match no operation, or arrive before the server is open. */
const codesOfNone = ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE']
/** Codes whose response always has a Retry-After header. */
const comesAgain = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'IDEMPOTENCY_REQUEST_IN_PROGRESS']

/** Creates a check from a bundled document. Schemas are compiled when they are first used. */
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
      ...(told === status ? [] : ['the status in the body differs from that of the response']),
      ...(entry?.retryable === retryable ? [] : [`${code} says retryable ${retryable}`]),
      ...(comesAgain.includes(code) && sent['retry-after'] === undefined ? [`${code} has no Retry-After`] : []),
    ]
  }

  return (answered) => {
    const { method, path, status, headers: sent, body } = answered
    const operation = find(method, path)
    // A failure whose status the operation does not document must match the operation's `default` response.
    const answer = answerOf(operation ? operation.responses[status] : undefined)
    const failure = answerOf(operation?.responses.default ?? { $ref: '#/components/responses/Error' })
    const fitting = answer ?? (status >= 400 ? failure : undefined)
    if (!fitting) return [`the status ${status} is not documented`]
    const faults = headerFaults(fitting, sent)
    const contents = Object.entries(fitting.content ?? {})
    const sentType = String(sent['content-type'])
    const [, content] = contents.find(([type]) => sentType.startsWith(type)) ?? contents[0] ?? []
    if (!content || method === 'HEAD') return faults
    const types = contents.map(([type]) => type)
    if (!types.some((type) => sentType.startsWith(type)))
      faults.push(`the content type is ${sentType}, not ${types.join(' or ')}`)
    const fault = body === undefined ? null : validate(content.schema, body)
    if (fault !== null) faults.push(fault)
    return status >= 400 ? [...faults, ...failureFaults(operation, answered)] : faults
  }
}

/** Returns a copy that allows nothing undocumented: no additional members, and no additional values in open lists. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).map(([name, member]) => [
    name === 'x-extensible-enum' ? 'enum' : name,
    closed(member),
  ])
  // Clients must accept members that a schema does not list, but this check refuses them. If a schema lists no members,
  // the object may have any.
  return { ...Object.fromEntries(members), ...('properties' in node ? { additionalProperties: false } : {}) }
}

/** Finds the operation of a request; literal segments take precedence over parameters, as OpenAPI requires. */
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

/**
 * Returns a function that checks a value against one of the document's schemas, and describes the faults; null if there
 * are none.
 */
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
      const what =
        additionalProperty === undefined ? message : `contains ${additionalProperty}, which is not documented`
      return `${instancePath || 'the value'} ${what}`
    })
    return told.join('; ')
  }
}

/**
 * Returns a function that compiles schemas of the contract. Compiles identical schemas only once, because operations
 * share most errors, headers and parameters.
 */
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
