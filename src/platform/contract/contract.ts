/**
 * The contract as data: the bundled document, its operations with their policies, its error catalogue.
 *
 * The server takes all its routes, scopes, permissions, sizes and errors from the contract. If the contract has a
 * fault, the server does not start.
 */
import { readFileSync } from 'node:fs'
import type { Operations } from '../../../generated/operations.gen.ts'
import type { Bucket } from '../../../generated/types.gen.ts'
import type { Limits } from '../../kit/caller.ts'
import type { DetailCode, ErrorCode } from '../../kit/errors.ts'
import { defaultLimitsOf, readNumbers, type Numbers } from './limits.ts'
import { sensitiveNames } from './sensitive.ts'

export type OperationId = keyof Operations
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** `public`: no key; `partner`: a key; `tenant`: a key and `X-Tenant-Id`. */
export type Scope = 'public' | 'partner' | 'tenant'

export type Operation = {
  /** Unique within the document. */
  id: string
  /** The handler's name. Two paths for the same operation share it. */
  handler: OperationId
  method: Method
  /** As in the document, with `{name}` parameters. */
  path: string
  scope: Scope
  permission: string | null
  /** The bucket from which a request takes a token; null on public operations. */
  bucket: Bucket | null
  /** Whether a request also counts towards the tenant's limit. */
  tenantWindow: boolean
  /** Whether a request occupies an in-flight slot while it runs. */
  inFlightCap: boolean
  idempotent: boolean
  takesBody: boolean
  /** The content types of a body that is a file; empty for a JSON body. */
  fileTypes: string[]
  /** If false, a request without a body gets an empty object. */
  bodyRequired: boolean
  bodyBytesMax: number
  /** Members that a stored response leaves out: secrets are shown only once. */
  replayOmits: string[]
  /** The header parameters that the handler may read. */
  headerNames: string[]
  /** The operation's object in the document. */
  definition: OperationObject
}

export type CatalogueEntry = {
  /** Empty if the code appears only on resources, never as a response. */
  statuses: number[]
  retryable: boolean
  meaning: string
  action: string
  related: ErrorCode[]
  /** The meaning of each `details` code. */
  details?: Partial<Record<DetailCode, string>>
}

export type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean
  items?: Schema
  oneOf?: Schema[]
  type?: string | string[]
  enum?: unknown[]
  required?: string[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  /** A description, in words, of the strings that match the pattern. */
  'x-pattern-message'?: string
  'x-error-code'?: ErrorCode
  'x-bytes-max'?: number
}

type Parameter = { $ref?: string; name: string; in: 'path' | 'query' | 'header'; schema?: Schema }

type OperationObject = {
  operationId?: string
  summary?: string
  parameters?: Parameter[]
  responses: Record<string, { content?: Record<string, unknown>; headers?: Record<string, unknown> }>
  requestBody?: { required?: boolean; content: { 'application/json'?: { schema: Schema }; [type: string]: unknown } }
  'x-handler'?: string
  'x-scope'?: Scope
  'x-permission'?: string
  'x-rate-limit-bucket'?: Bucket
  'x-tenant-window'?: boolean
  'x-in-flight-cap'?: boolean
  'x-idempotent'?: boolean
  'x-replay-omits'?: string[]
  'x-body-bytes-max'?: number
}

export type Document = {
  openapi: string
  info: { version: string }
  paths: Record<string, Partial<Record<Method, OperationObject>>>
  components: {
    parameters: Record<string, Parameter>
    schemas: Record<string, Schema & { 'x-catalogue'?: Record<ErrorCode, CatalogueEntry> }>
  }
}

export type Contract = Numbers & {
  document: Document
  /** The same document as YAML, in the form that is served. */
  yaml: string
  /** Literal paths come before those with a parameter in the same position. */
  operations: Operation[]
  catalogue: Record<ErrorCode, CatalogueEntry>
  /** A partner's limits, unless the operator has set others. */
  defaultLimits: Limits
  /** Returns a schema with its `$ref` resolved. */
  resolve(schema: Schema): Schema
  /** Returns an operation's path with these parameters filled in. */
  locate(id: OperationId, parameters: Record<string, string>): string
  /** Matches a whole caller-supplied identifier. */
  externalId: RegExp
  /** Members and headers whose values must not be logged. */
  sensitive: ReadonlySet<string>
}

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete']
const folder = new URL('../../../generated/', import.meta.url)

let loaded: Contract | undefined

/** Returns the bundle, which is read once per process. @throws Error if it lacks something that the server needs */
export function loadContract(): Contract {
  return (loaded ??= readContract(
    JSON.parse(readFileSync(new URL('openapi.json', folder), 'utf8')) as Document,
    readFileSync(new URL('openapi.yaml', folder), 'utf8'),
  ))
}

/** Returns a bundled document as data. @throws Error if it lacks something that the server needs */
export function readContract(document: Document, yaml: string): Contract {
  const catalogue = document.components.schemas.ErrorCode?.['x-catalogue']
  if (!catalogue) throw new Error('the contract has no error catalogue: run `make generate`')
  const numbers = readNumbers(document)
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.replace('#/components/schemas/', '')
    return name ? resolve(document.components.schemas[name] as Schema) : schema
  }
  const operations = readOperations(document, numbers)
  const locate = (id: OperationId, parameters: Record<string, string>) => {
    const { path } = operations.find((operation) => operation.id === id) as Operation
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] as string))
  }
  const defaultLimits = defaultLimitsOf(numbers.rateLimits)
  const externalId = readExternalId(document)
  const sensitive = sensitiveNames(document)
  return { ...numbers, document, yaml, catalogue, defaultLimits, resolve, operations, locate, externalId, sensitive }
}

/** Returns a pattern that also checks the length, because a tenant's id is checked before the validator runs. */
function readExternalId(document: Document): RegExp {
  const { pattern, minLength, maxLength } = document.components.schemas.ExternalId ?? {}
  if (!pattern?.startsWith('^')) throw new Error('the contract has no pattern of identifiers: run `make generate`')
  return new RegExp(`^(?=.{${minLength},${maxLength}}$)${pattern.slice(1)}`, 'u')
}

function readOperations(document: Document, numbers: Numbers): Operation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const definition = item[method]
      return definition ? [readOperation(document, numbers, path, method, definition)] : []
    }),
  )
  return operations.sort((a, b) => (literalsFirst(a.path) < literalsFirst(b.path) ? -1 : 1))
}

function readOperation(
  document: Document,
  { sizes }: Numbers,
  path: string,
  method: Method,
  definition: OperationObject,
): Operation {
  const { operationId, requestBody: body, 'x-scope': scope } = definition
  if (!operationId || !scope) throw new Error(`${method} ${path} has no operationId or no x-scope in the contract`)
  if (scope !== 'public' && !definition['x-rate-limit-bucket'])
    throw new Error(`${method} ${path} has no x-rate-limit-bucket in the contract`)
  if (method === 'get' && definition['x-idempotent'])
    throw new Error(`${method} ${path} is a GET, which must not have x-idempotent in the contract`)
  return {
    id: operationId,
    handler: (definition['x-handler'] ?? operationId) as OperationId,
    method,
    path,
    scope,
    permission: definition['x-permission'] ?? null,
    bucket: definition['x-rate-limit-bucket'] ?? null,
    tenantWindow: definition['x-tenant-window'] ?? false,
    inFlightCap: definition['x-in-flight-cap'] ?? false,
    idempotent: definition['x-idempotent'] ?? false,
    takesBody: body !== undefined,
    fileTypes: !body || 'application/json' in body.content ? [] : Object.keys(body.content),
    bodyRequired: body?.required ?? false,
    bodyBytesMax: definition['x-body-bytes-max'] ?? sizes.request.bodyBytes,
    replayOmits: definition['x-replay-omits'] ?? [],
    headerNames: parametersOf(document, definition, 'header').map(({ name }) => name),
    definition,
  }
}

/** Returns the operation's header or query parameters, with their `$ref` resolved. */
export function parametersOf(
  { components }: Document,
  { parameters = [] }: OperationObject,
  place: 'header' | 'query',
): Parameter[] {
  const resolved = parameters.map(
    (parameter) => components.parameters[parameter.$ref?.replace('#/components/parameters/', '') ?? ''] ?? parameter,
  )
  return resolved.filter((parameter) => parameter.in === place)
}

/** Returns a path's sort key, in which parameters come after all literal segments. */
function literalsFirst(path: string): string {
  return path.replaceAll('{', '~{')
}

/** Returns the catalogue entry for a stored code; a code written by a newer release becomes UNKNOWN. */
export function entryOf({ catalogue }: Pick<Contract, 'catalogue'>, code: ErrorCode): CatalogueEntry {
  return catalogue[code] ?? catalogue.UNKNOWN
}

/**
 * Checks that every operation has a handler, and every handler an operation. @throws Error if not, so that the server
 * does not start
 */
export function matchHandlers(contract: Contract, handlers: Record<string, unknown>): void {
  const needed = new Set<string>(contract.operations.map((operation) => operation.handler))
  const missing = [...needed].filter((id) => !(id in handlers))
  const idle = Object.keys(handlers).filter((id) => !needed.has(id))
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`)
  if (idle.length > 0) throw new Error(`handlers without an operation: ${idle.join(', ')}`)
}
