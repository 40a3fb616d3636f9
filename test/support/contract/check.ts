/**
 * Checks from outside whether an answer, as it came over the wire, keeps the contract.
 *
 * Reads the published document with its own validator, independent of the server's.
 */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { parse } from 'yaml'

type Header = { $ref?: string; schema?: object; required?: boolean }
type Answer = { $ref?: string; content?: Record<string, { schema: object }>; headers?: Record<string, Header> }
type Operation = { operationId: string; responses: Record<string, Answer> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Answer>; headers: Record<string, Header>; schemas: object }
}

const text = readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8')
export const document = JSON.parse(text) as Document
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'contract', components: document.components })
const validatorOf = compileOnce(ajv)
const templates = Object.keys(document.paths).map((template) => ({ template, parts: template.split('/') }))

export type Seen = {
  method: string
  path: string
  status: number
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

/** The faults of an answer; empty when it keeps the contract. Unknown paths must answer the error body too. */
export function faultsOf({ method, path, status, headers, body }: Seen): string[] {
  const operation = findOperation(method, path)
  const answer = operation
    ? resolve(operation.responses[status] ?? operation.responses.default)
    : resolve({ $ref: '#/components/responses/Error' })
  if (!answer) return [`${method} ${path} does not document ${status}`]
  const faults = headerFaults(answer, headers)
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? []
  if (!content || method === 'HEAD') return faults
  if (!String(headers['content-type']).startsWith(type as string))
    faults.push(`content type is ${headers['content-type']}, not ${type}`)
  const validate = validatorOf(content.schema)
  if (!validate(type === 'application/yaml' ? parsedYaml(body as string) : body))
    faults.push(ajv.errorsText(validate.errors))
  if (status >= 400 && (body as { status?: number })?.status !== status) faults.push('the body names another status')
  return faults
}

const parsed = new Map<string, unknown>()

/** Parses each text once: the one that the server answers is long. */
function parsedYaml(text: string): unknown {
  if (!parsed.has(text)) parsed.set(text, parse(text))
  return parsed.get(text)
}

function headerFaults(answer: Answer, headers: Seen['headers']): string[] {
  const faults = headers['x-trace-id'] ? [] : ['X-Trace-Id is missing']
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('X-Content-Type-Options is not nosniff')
  for (const [name, header] of Object.entries(answer.headers ?? {})) {
    const value = headers[name.toLowerCase()]
    const schema = resolveHeader(header).schema
    if (value === undefined || !schema) continue
    const integer = (schema as { type?: string }).type === 'integer'
    const validate = validatorOf(schema)
    if (!validate(integer ? Number(value) : value)) faults.push(`${name}: ${ajv.errorsText(validate.errors)}`)
  }
  return faults
}

export function findOperation(method: string, path: string): Operation | undefined {
  const segments = path.split('?')[0]?.split('/') ?? []
  const fits = (parts: string[]) =>
    parts.length === segments.length && parts.every((part, index) => part.startsWith('{') || part === segments[index])
  const fitting = templates.filter(({ parts }) => fits(parts)).map(({ template }) => template)
  const literals = (template: string) => template.split('{').length
  const [best] = fitting.sort((a, b) => literals(a) - literals(b))
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  return best === undefined ? undefined : document.paths[best]?.[verb]
}

function resolve(answer: Answer | undefined): Answer | undefined {
  return answer?.$ref ? document.components.responses[answer.$ref.replace('#/components/responses/', '')] : answer
}

function resolveHeader(header: Header): Header {
  return header.$ref
    ? (document.components.headers[header.$ref.replace('#/components/headers/', '')] as Header)
    : header
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
