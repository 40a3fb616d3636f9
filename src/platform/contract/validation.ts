/**
 * Validates requests against the contract, with express-openapi-validator.
 *
 * Translates its findings into the catalogue's errors. Does not check permissions: `admit` does that before a body is
 * read.
 */
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { ServiceError } from '../../kit/errors.ts'
import { setRoute, withoutRouteLookup } from './around-route-lookup.ts'
import type { Contract, Document, Operation } from './contract.ts'
import { detailsOf, schemaAt, type Finding } from './fault-details.ts'
import { requestDocument } from './request-document.ts'

/**
 * The package's middleware for a contract, in two lists. One reports all faults in a request, and the other only the
 * first.
 */
type Validators = {
  document: Document
  components: Document['components']
  allFaults: () => RequestHandler[]
  firstFault: () => RequestHandler[]
}

/** All servers in a process share a document's compiled validators, because compiling takes 100 ms. */
const compiled = new WeakMap<Document['paths'], Validators>()

/**
 * Returns the middleware that validates an operation's parameters and body. It converts parameters to the contract's
 * types and fills in defaults. `bodyBytesOf` returns the size of a request's body; for a large body, only the first
 * fault is reported. The middleware fails with VALIDATION_ERROR, or with the code in the schema's `x-error-code`.
 */
export function requestValidation(
  contract: Contract,
  operation: Operation,
  bodyBytesOf: (response: Response) => number,
): RequestHandler {
  const { document, allFaults, firstFault } = validatorsOf(contract.document)
  const first = setRoute(document, operation)
  const { allFaultsBytes } = contract.sizes.request
  return (request, response, next) => {
    const validators = bodyBytesOf(response) > allFaultsBytes ? firstFault() : allFaults()
    const { body } = request as { body: unknown }
    const done = (error?: unknown) => next(error && translate(error, contract, operation, body))
    runInTurn([first, ...validators], request, response, done)
  }
}

function validatorsOf(contract: Document): Validators {
  const { paths, components } = contract
  const known = compiled.get(paths)
  if (known?.components === components) return known
  const document = requestDocument(contract)
  const validators: Validators = {
    ...{ document, components },
    allFaults: lazy(() => middlewareOf(document, true)),
    firstFault: lazy(() => middlewareOf(document, false)),
  }
  compiled.set(paths, validators)
  return validators
}

function middlewareOf(document: Document, allErrors: boolean): RequestHandler[] {
  type Settings = Parameters<typeof OpenApiValidator.middleware>[0]
  return OpenApiValidator.middleware({
    // The package copies the document before it modifies it.
    apiSpec: document as unknown as Settings['apiSpec'],
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allErrors },
    validateResponses: false,
    fileUploader: false,
    ...withoutRouteLookup,
  }) as RequestHandler[]
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Runs a list of middleware as Express does, up to the first error. */
function runInTurn(list: RequestHandler[], request: Request, response: Response, done: NextFunction, index = 0): void {
  const next: NextFunction = (error?: unknown) =>
    error || index + 1 === list.length ? done(error) : runInTurn(list, request, response, done, index + 1)
  void list[index]?.(request, response, next)
}

/**
 * Translates the package's error into an error from the catalogue: VALIDATION_ERROR, or the code in the schema's
 * `x-error-code`.
 */
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

/**
 * Returns the `x-error-code` of a property that is missing or does not match its pattern, if that is the only fault.
 */
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
