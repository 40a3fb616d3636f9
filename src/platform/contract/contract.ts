/**
 * The contract as data: the bundled document, its operations with their policy, its error catalogue.
 *
 * The server takes all its routes, scopes, permissions, sizes and errors from here. A fault in the document fails the
 * start, not a request.
 */
import { readFileSync } from 'node:fs'
import type { Operations } from '../../../generated/operations.gen.ts'
import type { Bucket } from '../../../generated/types.gen.ts'
import type { Allowed, Plan } from '../../kit/caller.ts'
import type { ErrorCode } from '../../kit/errors.ts'

export type OperationId = keyof Operations
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** `public`: no key; `partner`: a key; `tenant`: a key and `X-Tenant-Id`. */
export type Scope = 'public' | 'partner' | 'tenant'

export type Operation = {
  /** Unique in the document. */
  id: string
  /** The handler's name; two paths of one operation share one. */
  handler: OperationId
  method: Method
  /** As in the document, with `{name}` parameters. */
  path: string
  scope: Scope
  permission: string | null
  /** The bucket that a request takes a token from; null on public operations. */
  bucket: Bucket | null
  /** Also counts towards the tenant's window. */
  tenantWindow: boolean
  /** Holds an in-flight slot while it runs. */
  inFlightCap: boolean
  idempotent: boolean
  takesBody: boolean
  bodyBytesMax: number
  /** Members that a stored answer leaves out: secrets are shown only once. */
  replayOmits: string[]
  /** The header parameters that its handler may read. */
  headerNames: string[]
  /** The operation's object in the document. */
  definition: OperationObject
}

export type CatalogueEntry = { statuses: number[]; retryable: boolean; meaning: string; action: string }

export type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean
  items?: Schema
  pattern?: string
  minLength?: number
  maxLength?: number
  'x-error-code'?: ErrorCode
  'x-bytes-max'?: number
}

type Parameter = { $ref?: string; name: string; in: 'path' | 'query' | 'header' }

type OperationObject = {
  operationId?: string
  parameters?: Parameter[]
  responses: Record<string, { content?: Record<string, unknown> }>
  requestBody?: { content: { 'application/json': { schema: Schema } } }
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
  paths: Record<string, Partial<Record<Method, OperationObject>>>
  components: {
    parameters: Record<string, Parameter>
    schemas: Record<string, Schema & { 'x-catalogue'?: Record<ErrorCode, CatalogueEntry> }>
  }
  'x-quotas'?: Record<Plan, Allowed>
}

export type Contract = {
  document: Document
  /** The same document as YAML, as served. */
  yaml: string
  /** Literal paths come before those with a parameter in the same place. */
  operations: Operation[]
  catalogue: Record<ErrorCode, CatalogueEntry>
  /** What a partner may keep in each environment, by its plan. */
  quotas: Record<Plan, Allowed>
  /** A schema with its `$ref` followed. */
  resolve(schema: Schema): Schema
  /** An operation's path with these parameters filled in. */
  locate(id: OperationId, parameters: Record<string, string>): string
  /** Matches a caller's own identifier, as a whole. */
  externalId: RegExp
}

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete']
const folder = new URL('../../../generated/', import.meta.url)
/** decisions: a body is at most 1 MiB unless its operation says otherwise. */
const bodyBytesMaxDefault = 1_048_576

let loaded: Contract | undefined

/** The bundle, read once a process. Throws if it cannot be served, which is a defect of the build. */
export function loadContract(): Contract {
  return (loaded ??= readContract())
}

function readContract(): Contract {
  const yaml = readFileSync(new URL('openapi.yaml', folder), 'utf8')
  const document = JSON.parse(readFileSync(new URL('openapi.json', folder), 'utf8')) as Document
  const catalogue = document.components.schemas.ErrorCode?.['x-catalogue']
  if (!catalogue) throw new Error('the contract has no error catalogue: run `make generate`')
  const quotas = document['x-quotas']
  if (!quotas) throw new Error('the contract has no quotas: run `make generate`')
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.replace('#/components/schemas/', '')
    return name ? resolve(document.components.schemas[name] as Schema) : schema
  }
  const operations = readOperations(document)
  const locate = (id: OperationId, parameters: Record<string, string>) => {
    const { path } = operations.find((operation) => operation.id === id) as Operation
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] as string))
  }
  return { document, yaml, catalogue, quotas, resolve, operations, locate, externalId: readExternalId(document) }
}

/** Puts the length limits into a lookahead before the pattern: a tenant is checked before the validator runs. */
function readExternalId(document: Document): RegExp {
  const { pattern, minLength, maxLength } = document.components.schemas.ExternalId ?? {}
  if (!pattern?.startsWith('^')) throw new Error('the contract has no pattern of identifiers: run `make generate`')
  return new RegExp(`^(?=.{${minLength},${maxLength}}$)${pattern.slice(1)}`, 'u')
}

function readOperations(document: Document): Operation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const definition = item[method]
      return definition ? [readOperation(document, path, method, definition)] : []
    }),
  )
  return operations.sort((a, b) => (literalsFirst(a.path) < literalsFirst(b.path) ? -1 : 1))
}

function readOperation(document: Document, path: string, method: Method, definition: OperationObject): Operation {
  const { operationId, 'x-scope': scope } = definition
  if (!operationId || !scope) throw new Error(`${method} ${path} has no operationId or no x-scope in the contract`)
  if (scope !== 'public' && !definition['x-rate-limit-bucket'])
    throw new Error(`${method} ${path} has no x-rate-limit-bucket in the contract`)
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
    takesBody: definition.requestBody !== undefined,
    bodyBytesMax: definition['x-body-bytes-max'] ?? bodyBytesMaxDefault,
    replayOmits: definition['x-replay-omits'] ?? [],
    headerNames: headerNamesOf(document, definition),
    definition,
  }
}

function headerNamesOf({ components }: Document, { parameters = [] }: OperationObject): string[] {
  const resolved = parameters.map(
    (parameter) => components.parameters[parameter.$ref?.replace('#/components/parameters/', '') ?? ''] ?? parameter,
  )
  return resolved.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
}

/** `{` sorts after every letter that a literal segment starts with. */
function literalsFirst(path: string): string {
  return path.replaceAll('{', '~{')
}

/** The catalogue's entry for a stored code; a code that a newer release wrote reads as UNKNOWN. */
export function entryOf({ catalogue }: Pick<Contract, 'catalogue'>, code: ErrorCode): CatalogueEntry {
  return catalogue[code] ?? catalogue.UNKNOWN
}

/** Checks that operations and handlers match one to one; the server does not start otherwise. */
export function matchHandlers(contract: Contract, handlers: Record<string, unknown>): void {
  const needed = new Set<string>(contract.operations.map((operation) => operation.handler))
  const missing = [...needed].filter((id) => !(id in handlers))
  const idle = Object.keys(handlers).filter((id) => !needed.has(id))
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`)
  if (idle.length > 0) throw new Error(`handlers without an operation: ${idle.join(', ')}`)
}
