/**
 * Validates requests against the contract, with express-openapi-validator.
 *
 * Owns the translation of its findings into the catalogue. Must never decide who may call: the gate has done that
 * before a body is read.
 */
import { parse as parseUrl } from 'node:url'
import type { Request, RequestHandler, Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { facts } from '../../../generated/facts.gen.ts'
import { invalid, ServiceError, type ErrorDetail } from '../../kit/errors.ts'
import { parametersOf, type Contract, type Document, type Operation } from './contract.ts'
import { detailsOf, schemaAt, type Finding } from './fault-details.ts'
import { createMemory } from './remembered-lookups.ts'
import { requestDocument } from './request-document.ts'

const { maxItems: detailsMax } = facts.ErrorDetails
/** Parameter names are short; a longer one that a caller made up is not echoed in full. */
const fieldCharactersMax = 200

type Chain = { match: RequestHandler; validate: RequestHandler }
type Matched = {
  expressRoute: string
  openApiRoute: string
  pathParams: Record<string, string>
  schema: object
  serial: number
}

/**
 * All that the package sees of a request. Not Express's own object: the package redefines members of what it gets, which
 * makes an object slow for everybody after it.
 */
type Shown = Pick<Request, 'method' | 'path' | 'originalUrl' | 'headers' | 'params' | 'query' | 'body'> & {
  openapi?: Matched
}

/** A request's parameters as the contract types them, with its defaults. */
export type Valid = Pick<Request, 'params' | 'query'>
export type Validate = (request: Request, response: Response) => Valid | Promise<Valid>

const compiled = new WeakMap<Contract, (operation: Operation) => Validate>()

/**
 * Validates an operation's parameters and body, and fills the contract's defaults into the body; `response.locals.bodyBytes`
 * is the body's size. All servers of a process share what is compiled for a contract, which takes a tenth of a second.
 * @throws VALIDATION_ERROR, or the code that the schema names
 */
export function requestValidation(contract: Contract): (operation: Operation) => Validate {
  const known = compiled.get(contract) ?? validationOf(contract)
  compiled.set(contract, known)
  return known
}

function validationOf(contract: Contract): (operation: Operation) => Validate {
  silenceUrlWarning()
  const chains = {
    all: lazy(() => chainOf(contract.document, true)),
    first: lazy(() => chainOf(contract.document, false)),
  }
  const validates = new Map<Operation, Validate>()
  const remembering = createMemory<Valid>()
  const validateOf = (operation: Operation): Validate => {
    const matched: { all?: Matched; first?: Matched } = {}
    const queryNames = queryNamesOf(contract, operation)
    const validate = async (request: Request, response: Response): Promise<Valid> => {
      const mode = (response.locals.bodyBytes ?? 0) > contract.sizes.request.allFaultsBytes ? 'first' : 'all'
      // The package caches what it compiles by this header's text, which a stranger must not control.
      if (!operation.takesBody && request.headers['content-type'] !== undefined) delete request.headers['content-type']
      const { method, path, url: originalUrl, headers, params } = request
      const body: unknown = request.body
      const match = (matched[mode] ??= await matchOf(chains[mode](), operation))
      const query = readQuery(request, queryNames)
      const openapi = { ...match, pathParams: params as Record<string, string> }
      const shown: Shown = { method, path, originalUrl, headers, params, query, body, openapi }
      try {
        await pass(chains[mode]().validate, shown, response)
      } catch (error) {
        throw translate(error, contract, operation, body)
      }
      return { params: shown.params, query: shown.query }
    }
    return operation.isLookup ? remembering(operation, validate) : validate
  }
  return (operation) => {
    const validate = validates.get(operation) ?? validateOf(operation)
    validates.set(operation, validate)
    return validate
  }
}

/**
 * Node warns once of its old URL parser, but not where a package calls it: to know, it looks through the stack at every
 * call, until it has warned. The package calls it for each request, which takes half of a small validation (measured).
 */
function silenceUrlWarning(): void {
  const { noDeprecation } = process
  process.noDeprecation = true
  parseUrl('')
  process.noDeprecation = noDeprecation
}

/** The package's match for an operation, made once: it would try every path again for each request. */
async function matchOf(chain: Chain, { method, path }: Operation): Promise<Matched> {
  const url = path.replaceAll(/\{\w+\}/g, 'x')
  const example = {
    method: method.toUpperCase(),
    path: url,
    originalUrl: url,
    baseUrl: '',
    app: { enabled: () => true },
  }
  const request = example as unknown as Shown
  await pass(chain.match, request, {} as Response)
  if (!request.openapi) throw new Error(`express-openapi-validator does not find ${method} ${path}`)
  return request.openapi
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The query, checked, with its lists as the package reads them. */
function readQuery(request: Request, names: QueryNames): Request['query'] {
  const text = request.url.slice(request.path.length)
  // Express parses it whenever it is asked, also where there is none.
  if (text === '') return {}
  const { query } = request
  checkQuery(text, query, names)
  joinLists(query)
  return query
}

/** Query rules that the package lacks: it misreads `name[]`, and parameters that are repeated or undecodable. */
function checkQuery(text: string, query: Request['query'], names: QueryNames): void {
  if (!isDecodable(text)) throw invalid('', 'encoding', 'the query must be percent-encoded UTF-8')
  const faultOf = (name: string, value: unknown): Omit<ErrorDetail, 'field'> | null => {
    if (!names.has(name))
      return {
        code: 'unknown',
        message: `is not a known query parameter; this operation accepts ${[...names.keys()].join(', ') || 'none'}`,
      }
    if (typeof value !== 'string' && !names.get(name)) return { code: 'repeated', message: 'must be sent only once' }
    return [value].flat().join().includes('\0') ? { code: 'text', message: 'must not contain NUL characters' } : null
  }
  const details = Object.entries(query).flatMap(([name, value]) => {
    const fault = faultOf(name, value)
    return fault ? [{ field: name.slice(0, fieldCharactersMax), ...fault }] : []
  })
  if (details.length > 0) throw new ServiceError('VALIDATION_ERROR', { details: details.slice(0, detailsMax) })
}

/** A list may be sent as one parameter with commas, or as several; the package reads the first. */
function joinLists(query: Request['query']): void {
  for (const [name, value] of Object.entries(query)) if (Array.isArray(value)) query[name] = value.join()
}

/** The operation's query parameters, and whether each is a list. */
type QueryNames = ReadonlyMap<string, boolean>

function queryNamesOf({ document, resolve }: Contract, { definition }: Operation): QueryNames {
  const inQuery = parametersOf(document, definition, 'query')
  return new Map(inQuery.map(({ name, schema }) => [name, resolve(schema ?? {}).type === 'array']))
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The package's middleware is a list of named functions; we use the two that match and validate requests. */
function chainOf(document: Document, allErrors: boolean): Chain {
  const list = OpenApiValidator.middleware({
    // A copy: the package modifies the document that it is given.
    apiSpec: requestDocument(document) as unknown as Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'],
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allErrors },
    validateResponses: false,
    fileUploader: false,
  }) as RequestHandler[]
  const named = (name: string) => {
    const found = list.find((middleware) => middleware.name === name)
    if (!found) throw new Error(`express-openapi-validator has no ${name} any more`)
    return found
  }
  return { match: named('metadataMiddleware'), validate: named('requestMiddleware') }
}

function pass(middleware: RequestHandler, request: Shown, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    // What the package throws it hands to `next` as well.
    void middleware(request as Request, response, (error?: unknown) => (error ? reject(error) : resolve()))
  })
}

function translate(error: unknown, contract: Contract, operation: Operation, body: unknown): unknown {
  const { status, errors, message, path } = error as {
    status?: number
    errors?: Finding[]
    message: string
    path?: string
  }
  if (status === undefined || status >= 500) return error
  const findings = errors?.length ? errors : [{ path: path ?? '', message }]
  const details = detailsOf(findings, contract, operation, body)
  const code = ownCode(findings, contract, operation)
  return new ServiceError(code ?? 'VALIDATION_ERROR', { details, status: code ? undefined : status, cause: error })
}

/** The `x-error-code` of a property that is missing or does not match its pattern, if nothing else is wrong. */
function ownCode(findings: Finding[], contract: Contract, operation: Operation) {
  const codes = new Set(
    findings.map(({ path, errorCode = '' }) => {
      const [place, ...names] = path.split('/').filter(Boolean)
      const isOwn = place === 'body' && ['required', 'pattern'].includes(errorCode.split('.')[0] as string)
      return isOwn ? schemaAt(names, contract, operation)?.['x-error-code'] : undefined
    }),
  )
  return codes.size === 1 ? [...codes][0] : undefined
}
