/**
 * The API over HTTP: what every operation of the contract does with a request, and one answer for everything else.
 *
 * A request passes through match, gate, body, validation and operation, in this order; see `admit` for what may overlap.
 * Only this folder, and the validator's types, know Express.
 */
import type { RequestListener } from 'node:http'
import express, { type Request, type Response } from 'express'
import { createAuthenticator } from '../../features/access/authentication.ts'
import { isHeldBy } from '../../kit/entity-tags.ts'
import type { TrustProxy } from '../../kit/config.ts'
import { WrittenBody } from '../../kit/stored-json.ts'
import type { Reply } from '../../platform/contract/call.ts'
import { bodyShapeOf } from '../../platform/contract/body-shape.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Handlers, Services } from '../../platform/services.ts'
import type { Validate } from '../../platform/contract/validation.ts'
import { hasBody, jsonReader, type BodyReader } from './body.ts'
import { beginner, Exchange, exchangeOf } from './exchange.ts'
import { admit, identify, type Admitted } from './gate.ts'
import { linger, type Prototypes } from './server.ts'
import { perform, toCall, type AnyHandler } from './run-operation.ts'
import { isOurs, toProblem } from './problem.ts'
import { setHeaders } from './response-head.ts'
import { createRoutes } from './routes.ts'

export type Api = {
  listener: RequestListener
  /**
   * Gives Express's members to a server's requests and responses, before `listener` gets the first. Express itself would
   * change the prototype of each, which takes the server's own members away and makes V8 give it a new hidden class.
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
  // Its requests and responses alone: what its chain of handlers keeps for a request takes a read a twentieth (measured).
  const app = express()
  app.set('query parser', 'simple')
  // Whose `X-Forwarded-For` names the address that a request came from.
  app.set('trust proxy', trustProxy)
  const begin = beginner(services, operations, trustProxy)
  const { authenticate, flush } = createAuthenticator(services)
  let working = 0
  const answerOf = createRoutes(operations, (operation) => {
    const handler = handlers[operation.handler] as AnyHandler
    const readBody = operation.takesBody ? readerOf(services, operation) : null
    const validate = validation(operation)
    const run = async (request: Request, response: Response, admitted: Admitted): Promise<Reply> => {
      if (readBody) await readBody(request, response, admitted.caller?.partnerId ?? '')
      const validated = validate(request, response)
      const valid = validated instanceof Promise ? await validated : validated
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
      const known = identify(request, response, operation, authenticate)
      const caller = known instanceof Promise ? await known : known
      const admission = admit(request, response, operation, services, caller)
      const { admitted, mayBegin } = admission
      if (!mayBegin) await admitted
      const running = run(request, response, admission)
      if (mayBegin && admitted) {
        // A request that is refused hears of that, and not of what else is wrong with it.
        running.catch(() => {})
        await admitted
      }
      send(operation, request, response, await running)
    }
  })
  const fail = problem(services)
  const listener: RequestListener = (plainRequest, plainResponse) => {
    const [request, response] = [plainRequest as Request, plainResponse as Response]
    // A target that Express cannot parse.
    if (!isPlainPath(request.url) && !URL.canParse(request.url, 'http://host')) request.url = '/'
    response.locals = new Exchange()
    try {
      begin(request, response)
      answerOf(request)(request, response).catch((error: unknown) => fail(error, request, response))
    } catch (error) {
      fail(error, request, response)
    }
  }
  const adopt = ({ request, response }: Prototypes) => {
    app.request = Object.setPrototypeOf(request, app.request)
    app.response = Object.setPrototypeOf(response, app.response)
  }
  return { listener, adopt, working: () => working, flush }
}

/** A path alone, as nearly all targets are. */
function isPlainPath(target: string): boolean {
  return /^\/(?![/\\])/.test(target)
}

function readerOf({ pool, contract }: Services, operation: Operation): BodyReader {
  return jsonReader(pool, contract.sizes.request, operation, bodyShapeOf(contract, operation))
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

/** Answers with the problem of what was thrown; where even that fails, it hangs up. */
function problem({ contract, log }: Services): (error: unknown, request: Request, response: Response) => void {
  return (error, request, response) => {
    const { traceId } = exchangeOf(response)
    if (isOurs(error)) log.error({ traceId, err: error }, 'request failed')
    if (response.headersSent) return void response.destroy()
    try {
      const { status, headers, body } = toProblem(contract, error, traceId)
      if (!request.complete && hasBody(request)) linger(request)
      response.statusCode = status
      // The trace's id again: a head that could not be written has lost it.
      setHeaders(response, { ...headers, 'X-Trace-Id': traceId, 'Content-Type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(body))
    } catch (err) {
      log.error({ traceId, err }, 'a failure could not be answered')
      response.destroy()
    }
  }
}
