/**
 * The API over HTTP: every operation of the contract mounted on its path, and one answer for everything else.
 *
 * A request passes through match, gate, body, validation and operation, in this order. Only this folder, and the
 * validator's types, know Express.
 */
import type { RequestListener } from 'node:http'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import { createAuthenticator } from '../../features/access/authentication.ts'
import { isHeldBy } from '../../kit/entity-tags.ts'
import type { TrustProxy } from '../../kit/config.ts'
import { invalid, ServiceError } from '../../kit/errors.ts'
import type { Reply } from '../../platform/contract/call.ts'
import { bodyShapeOf } from '../../platform/contract/body-shape.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Handlers, Services } from '../../platform/services.ts'
import type { Validate } from '../../platform/contract/validation.ts'
import { hasBody, jsonReader, type BodyReader } from './body.ts'
import { admit } from './gate.ts'
import { linger } from './server.ts'
import { perform, toCall, type AnyHandler } from './run-operation.ts'
import { isOurs, toProblem, traceIdOf } from './problem.ts'

/** Long enough for 100 percent-encoded job ids in a query. */
const urlCharactersMax = 40_000

export type Api = {
  listener: RequestListener
  /** The number of handlers running, including those whose caller has hung up. */
  working: () => number
  /** Waits until everything that requests left to be written later is written. */
  flush: () => Promise<void>
}

/** Mounts `operations` of the contract. All apps of a process share `validation`, because it is large. */
export function createApi(
  services: Services,
  handlers: Handlers,
  validation: (operation: Operation) => Validate,
  operations: Operation[],
  trustProxy: TrustProxy,
): Api {
  const app = createApp()
  // Whose `X-Forwarded-For` names the address that a request came from.
  app.set('trust proxy', trustProxy)
  app.use(trace(services))
  const { authenticate, flush } = createAuthenticator(services)
  let working = 0
  for (const operation of operations) {
    const handler = handlers[operation.handler] as AnyHandler
    const readBody = operation.takesBody ? readerOf(services, operation) : null
    const validate = validation(operation)
    app[operation.method](expressPath(operation), async (request: Request, response: Response) => {
      response.locals.operation = operation
      const admitted = await admit(request, response, operation, services, authenticate)
      await readBody?.(request, response, admitted.caller?.partnerId ?? '')
      const valid = await validate(request, response)
      const call = toCall(operation, request, response, admitted, valid)
      working += 1
      const reply = await perform(services, call, handler).finally(() => (working -= 1))
      send(operation, request, response, reply)
    })
  }
  for (const path of new Set(operations.map(expressPath))) app.all(path, methodNotAllowed(operations, path))
  app.use(() => {
    throw new ServiceError('NOT_FOUND')
  })
  app.use(problem(services))
  // Express would answer a target that it cannot parse with a page of its own.
  const listener: RequestListener = (request, response) => {
    if (!URL.canParse(request.url ?? '', 'http://host')) request.url = '/'
    app(request, response)
  }
  return { listener, working: () => working, flush }
}

function readerOf({ pool, contract }: Services, operation: Operation): BodyReader {
  return jsonReader(pool, operation.bodyBytesMax, bodyShapeOf(contract, operation))
}

/** Express without its own headers and lenient routing. */
function createApp(): Express {
  const app = express()
  app.set('x-powered-by', false)
  app.set('etag', false)
  app.set('strict routing', true)
  app.set('case sensitive routing', true)
  app.set('query parser', 'simple')
  return app
}

function expressPath({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function trace({ log }: Services): RequestHandler {
  return (request, response, next) => {
    const traceId = traceIdOf(request.headers.traceparent as string | undefined)
    response.locals.traceId = traceId
    response.setHeader('X-Trace-Id', traceId)
    const startedAt = performance.now()
    response.once('close', () => {
      const { operation } = response.locals as { operation?: Operation }
      const fields = {
        traceId,
        method: request.method,
        route: operation?.path ?? null,
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
      }
      // Health checks come every second and would flood the log.
      log[operation?.scope === 'public' ? 'debug' : 'info'](
        fields,
        response.writableFinished ? 'request' : 'request: the caller hung up',
      )
    })
    if (request.httpVersionMajor === 0) throw invalid('', 'malformed', 'the request line must name HTTP/1.1')
    if (request.httpVersion === '1.1' && request.headers.host === undefined)
      throw invalid('Host', 'required', 'must be sent (RFC 9112, section 3.2)')
    if (request.url.length > urlCharactersMax)
      throw invalid('', 'too_long', `the request target is over ${urlCharactersMax} characters`, 414)
    next()
  }
}

function send(operation: Operation, request: Request, response: Response, reply: Reply): void {
  const { status, body, headers = {} } = reply as { status: number; body: unknown; headers?: Record<string, string> }
  response.status(status).set(headers)
  // Reads only: a write has already taken effect. Express's own send would answer 304 by different rules.
  const isConditional = operation.definition.responses[304] !== undefined
  if (isConditional && headers.ETag && isHeldBy(request.get('if-none-match'), headers.ETag)) response.status(304).end()
  else if (body === undefined) response.end()
  else response.type(typeOf(operation, status)).end(isWritten(body) ? body : JSON.stringify(body))
}

/** A page, or bytes that were made before. */
function isWritten(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

function typeOf({ definition }: Operation, status: number): string {
  return Object.keys(definition.responses[status]?.content ?? {})[0] ?? 'application/json'
}

function methodNotAllowed(operations: Operation[], path: string): RequestHandler {
  const methods = operations
    .filter((operation) => expressPath(operation) === path)
    .map(({ method }) => method.toUpperCase())
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return ({ method }) => {
    throw new ServiceError('VALIDATION_ERROR', {
      status: 405,
      headers: { Allow: allow },
      details: [{ field: 'method', code: 'not_allowed', message: `${method} is not one of ${allow}` }],
    })
  }
}

function problem({ contract, log }: Services): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const traceId = response.locals.traceId as string
    if (isOurs(error)) log.error({ traceId, err: error }, 'request failed')
    if (response.headersSent) return void response.destroy()
    const { status, headers, body } = toProblem(contract, error, traceId)
    if (!request.complete && hasBody(request)) linger(request)
    response.status(status).set(headers).json(body)
  }
}
