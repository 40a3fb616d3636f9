/**
 * The API over HTTP: what every operation of the contract does with a request, and one answer for everything else.
 *
 * A request passes through match, gate, body, validation and operation, in this order; see `admit` for what may overlap.
 * Only this folder, and the validator's types, know Express.
 */
import type { RequestListener } from 'node:http'
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express'
import { createAuthenticator } from '../../features/access/authentication.ts'
import { isHeldBy } from '../../kit/entity-tags.ts'
import type { TrustProxy } from '../../kit/config.ts'
import { invalid } from '../../kit/errors.ts'
import { WrittenBody } from '../../kit/stored-json.ts'
import { SECOND } from '../../kit/time.ts'
import { traceIdOf } from '../../kit/traceparent.ts'
import type { Reply } from '../../platform/contract/call.ts'
import { bodyShapeOf } from '../../platform/contract/body-shape.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import { loggedAddress } from '../../platform/network-address.ts'
import type { CountRequest } from '../../platform/metrics/metrics.ts'
import type { Handlers, Services } from '../../platform/services.ts'
import type { Validate } from '../../platform/contract/validation.ts'
import { hasBody, jsonReader, type BodyReader } from './body.ts'
import { Exchange, exchangeOf } from './exchange.ts'
import { admit, type Admitted } from './gate.ts'
import { linger, type Prototypes } from './server.ts'
import { perform, toCall, type AnyHandler } from './run-operation.ts'
import { isOurs, toProblem } from './problem.ts'
import { setHeaders } from './response-head.ts'
import { createRoutes } from './routes.ts'

export type Api = {
  listener: RequestListener
  /**
   * Lets a server's messages have Express's members from their start, where `listener` gets no others. Otherwise Express
   * changes the prototype of each, which takes the server's own members away and makes V8 give it a new hidden class.
   */
  adopt: (prototypes: Prototypes) => void
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
  const begin = beginner(services, operations, trustProxy)
  const authenticator = createAuthenticator(services)
  let working = 0
  const answerOf = createRoutes(operations, (operation) => {
    const handler = handlers[operation.handler] as AnyHandler
    const readBody = operation.takesBody ? readerOf(services, operation) : null
    const validate = validation(operation)
    const run = async (request: Request, response: Response, admitted: Admitted): Promise<Reply> => {
      if (readBody) await readBody(request, response, admitted.caller?.partnerId ?? '')
      const valid = await validate(request, response)
      const call = toCall(operation, request, response, admitted, valid)
      working += 1
      try {
        return await perform(services, call, handler)
      } finally {
        working -= 1
      }
    }
    return async (request, response) => {
      exchangeOf(response).operation = operation
      const admission = await admit(request, response, operation, services, authenticator)
      const running = run(request, response, admission)
      if (admission.counted) {
        // A request that is refused hears of that, and not of what else is wrong with it.
        running.catch(() => {})
        await admission.counted
      }
      send(operation, request, response, await running)
    }
  })
  app.use((request, response) => {
    begin(request, response)
    return answerOf(request)(request, response)
  })
  app.use(problem(services))
  const listener: RequestListener = (request, response) => {
    // Express would answer a target that it cannot parse with a page of its own.
    if (!isPlainPath(request.url ?? '') && !URL.canParse(request.url ?? '', 'http://host')) request.url = '/'
    const shown = response as Response
    shown.locals = new Exchange()
    // Nothing comes here, as the last step answers everything; without it, Express makes a handler for each request.
    app(request as Request, shown, () => void response.destroy())
  }
  const adopt = ({ request, response }: Prototypes) => {
    app.request = Object.setPrototypeOf(request, app.request)
    app.response = Object.setPrototypeOf(response, app.response)
  }
  return { listener, adopt, working: () => working, flush: authenticator.flush }
}

/** A path alone, as nearly all targets are. */
function isPlainPath(target: string): boolean {
  return /^\/(?![/\\])/.test(target)
}

function readerOf({ pool, contract }: Services, operation: Operation): BodyReader {
  return jsonReader(pool, contract.sizes.request, operation, bodyShapeOf(contract, operation))
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

/** What happens with a request before its route is known. It throws VALIDATION_ERROR for what no operation takes. */
type Begin = (request: Request, response: Response) => void

function beginner(
  { contract, log, metrics, tracing }: Services,
  operations: Operation[],
  trustProxy: TrustProxy,
): Begin {
  const { urlCharacters } = contract.sizes.request
  const counts = new Map<Operation, CountRequest>(
    operations.map((operation) => [operation, metrics.requestsOf(operation)]),
  )
  const countOther = metrics.requestsOf({ path: 'none', method: 'other', bucket: null })
  return (request, response) => {
    const span = tracing.start('request', 'server', (request.headers.traceparent as string | undefined) ?? null)
    const traceId = traceIdOf(span.traceparent)
    // The socket forgets its address when the caller hangs up.
    const address = (trustProxy === false ? request.socket.remoteAddress : request.ip) ?? ''
    const exchange = exchangeOf(response)
    exchange.traceId = traceId
    exchange.traceparent = span.traceparent
    exchange.address = address
    setHeaders(response, { 'X-Trace-Id': traceId })
    const startedAt = performance.now()
    response.on('close', () => {
      const { operation } = exchange
      const ms = performance.now() - startedAt
      const count = (operation && counts.get(operation)) ?? countOther
      count(response.statusCode, ms / SECOND)
      span.end(operation === null ? undefined : spanOutcome(operation, response.statusCode))
      const fields = {
        traceId,
        method: request.method,
        route: operation?.path ?? null,
        status: response.statusCode,
        ms: Math.round(ms),
        ...(isRefusal(response.statusCode) ? { address: loggedAddress(address) } : {}),
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
    if (request.url.length > urlCharacters)
      throw invalid('', 'too_long', `the request target is over ${urlCharacters} characters`, 414)
  }
}

/** The log says where what was refused came from: somebody may be trying keys, or what a key may not do. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500
}

/** Names of OpenTelemetry's semantic conventions; a request that fits no operation has nothing that may be told. */
function spanOutcome({ method, path }: Operation, status: number) {
  const attributes = {
    'http.request.method': method.toUpperCase(),
    'http.route': path,
    'http.response.status_code': status,
  }
  return { name: `${method.toUpperCase()} ${path}`, attributes, failure: status >= 500 ? String(status) : undefined }
}

function send(operation: Operation, request: Request, response: Response, reply: Reply): void {
  const { status, body, headers = {} } = reply as { status: number; body: unknown; headers?: Record<string, string> }
  response.statusCode = status
  if (mayNotBeKept(operation, status)) setHeaders(response, { 'Cache-Control': 'no-store' })
  setHeaders(response, headers)
  // Reads only: a write has already taken effect. Express's own send would answer 304 by different rules.
  const isConditional = operation.definition.responses[304] !== undefined
  if (isConditional && headers.ETag && isHeldBy(request.get('if-none-match'), headers.ETag)) {
    response.statusCode = 304
    response.end()
  } else if (body === undefined) response.end()
  else {
    setHeaders(response, { 'Content-Type': typeOf(operation, response) })
    response.end(bytesOf(body))
  }
}

/** Whether the contract says how long caches keep this answer: not at all, where its handler says nothing else. */
function mayNotBeKept({ definition }: Operation, status: number): boolean {
  return definition.responses[status]?.headers?.['Cache-Control'] !== undefined
}

/** A page, or bytes that were made before, stay as they are. */
function bytesOf(body: unknown): string | Buffer {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body
  return body instanceof WrittenBody ? body.toString() : JSON.stringify(body)
}

/** By operation and status: Express looks a type up in its table each time. */
const types = new WeakMap<Operation, Map<number, string>>()

/** The type of an operation's answer with its charset, as Express spells it. */
function typeOf(operation: Operation, response: Response): string {
  const known = types.get(operation) ?? new Map<number, string>()
  types.set(operation, known)
  const { statusCode: status } = response
  const media = () => Object.keys(operation.definition.responses[status]?.content ?? {})[0] ?? 'application/json'
  const type = known.get(status) ?? (response.type(media()).get('Content-Type') as string)
  known.set(status, type)
  return type
}

function problem({ contract, log }: Services): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { traceId } = exchangeOf(response)
    if (isOurs(error)) log.error({ traceId, err: error }, 'request failed')
    if (response.headersSent) return void response.destroy()
    const { status, headers, body } = toProblem(contract, error, traceId)
    if (!request.complete && hasBody(request)) linger(request)
    response.statusCode = status
    // The trace's id again: a head that could not be written has lost it.
    setHeaders(response, { ...headers, 'X-Trace-Id': traceId, 'Content-Type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(body))
  }
}
