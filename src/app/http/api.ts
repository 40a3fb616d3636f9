/**
 * The API over HTTP: what every operation of the contract does with a request, and one answer for everything else.
 *
 * A request passes through match, gate, body, validation and operation, in this order; see `admit` for what may overlap.
 * Only this folder, and the validator's types, know Express.
 */
import type { RequestListener } from 'node:http'
import express, { type Request, type Response } from 'express'
import { createAuthenticator } from '../../features/access/authentication.ts'
import type { TrustProxy } from '../../kit/config.ts'
import type { Call, Reply } from '../../platform/contract/call.ts'
import { bodyShapeOf } from '../../platform/contract/body-shape.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Handlers, Services } from '../../platform/services.ts'
import type { Validate } from '../../platform/contract/validation.ts'
import { createSend } from './answers/send.ts'
import type { Owner, UnsentBytes } from './answers/unsent-bytes.ts'
import { hasBody, jsonReader, type BodyReader } from './body.ts'
import { beginner, Exchange, exchangeOf } from './exchange.ts'
import { admit, identify, unreadFault, type Admitted } from './gate.ts'
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

/**
 * Mounts `operations` of the contract. All apps of a process share `validation`, because it is large, and `unsent`, because
 * they share their memory.
 */
export function createApi(
  services: Services,
  handlers: Handlers,
  validation: (operation: Operation) => Validate,
  operations: Operation[],
  trustProxy: TrustProxy,
  unsent: UnsentBytes,
): Api {
  // Its requests and responses alone: what its chain of handlers keeps for a request takes a read a twentieth (measured).
  const app = express()
  app.set('query parser', 'simple')
  // Whose `X-Forwarded-For` names the address that a request came from.
  app.set('trust proxy', trustProxy)
  const begin = beginner(services, operations, trustProxy)
  const { authenticate, flush } = createAuthenticator(services)
  const send = createSend(services, unsent, (operation, response) => typeOf(operation, response as Response))
  const reserve = reserver(services, unsent)
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
      await reserve(operation, response, call)
      working += 1
      try {
        return await perform(services, call, handler)
      } finally {
        working -= 1
      }
    }
    return async (request, response) => {
      const exchange = exchangeOf(response)
      exchange.operation = operation
      const known = identify(request, response, operation, authenticate)
      const caller = known instanceof Promise ? await known : known
      const owner = unsent.ownerOf(caller?.partnerId ?? null, exchange.address)
      exchange.owner = owner
      const admission = admit(request, response, operation, services, caller, unsent.refusalFor(owner))
      const { admitted, mayBegin } = admission
      if (!mayBegin) await admitted
      const running = run(request, response, admission)
      if (mayBegin && admitted) {
        // A request that is refused hears of that, and not of what else is wrong with it.
        running.catch(() => {})
        await admitted
      }
      await send(operation, request, response, await running, { caller, owner })
    }
  })
  const fail = problem(services, unsent)
  const listener: RequestListener = (plainRequest, plainResponse) => {
    const [request, response] = [plainRequest as Request, plainResponse as Response]
    // A target that Express cannot parse.
    if (!isPlainPath(request.url) && !URL.canParse(request.url, 'http://host')) request.url = '/'
    const exchange = new Exchange()
    response.locals = exchange
    try {
      begin(request, response)
      answerOf(request)(request, response)
        .catch((error: unknown) => fail(error, request, response))
        .finally(() => exchange.leaveRoom?.())
    } catch (error) {
      fail(error, request, response)
    }
  }
  const adopt = ({ request, response }: Prototypes) => {
    app.request = Object.setPrototypeOf(request, app.request) as typeof app.request
    app.response = Object.setPrototypeOf(response, app.response) as typeof app.response
  }
  return { listener, adopt, working: () => working, flush }
}

/** A path alone, as nearly all targets are. */
function isPlainPath(target: string): boolean {
  return /^\/(?![/\\])/.test(target)
}

/** Reserves room for an answer with an entry for each that the request names. @throws RATE_LIMITED */
function reserver(services: Services, unsent: UnsentBytes) {
  return async ({ entryBytesMax, bucket }: Operation, response: Response, { query }: Call): Promise<void> => {
    if (entryBytesMax === 0 || !bucket) return
    const exchange = exchangeOf(response)
    const entries = Object.values(query ?? {}).reduce<number>(
      (sum, one) => sum + (Array.isArray(one) ? one.length : 0),
      0,
    )
    exchange.leaveRoom = await unsent.reserve(exchange.owner as Owner, entries * entryBytesMax)
    if (!exchange.leaveRoom) throw unreadFault(services, bucket, 'owner')
  }
}

function readerOf({ pool, contract }: Services, operation: Operation): BodyReader {
  return jsonReader(pool, contract.sizes.request, operation, bodyShapeOf(contract, operation))
}

/** By operation and status: Express looks a type up in its table each time. */
const types = new WeakMap<Operation, Map<number, string>>()

/** The type of an operation's answer with its charset, as Express spells it. */
function typeOf(operation: Operation, response: Response): string {
  const known = types.get(operation) ?? new Map<number, string>()
  types.set(operation, known)
  const { statusCode: status } = response
  const media = () => Object.keys(operation.definition.responses[status]?.content ?? {})[0] ?? 'application/json'
  const type = known.get(status) ?? response.type(media()).get('Content-Type')!
  known.set(status, type)
  return type
}

/** Answers with the problem of what was thrown; where even that fails, it hangs up. */
function problem(
  { contract, log }: Services,
  unsent: UnsentBytes,
): (error: unknown, request: Request, response: Response) => void {
  return (error, request, response) => {
    const { traceId, owner, address } = exchangeOf(response)
    if (isOurs(error)) log.error({ traceId, err: error }, 'request failed')
    if (response.headersSent) return void response.destroy()
    try {
      const { status, headers, body } = toProblem(contract, error, traceId)
      if (!request.complete && hasBody(request)) linger(request)
      response.statusCode = status
      // The trace's id again: a head that could not be written has lost it.
      setHeaders(response, { ...headers, 'X-Trace-Id': traceId, 'Content-Type': 'application/json; charset=utf-8' })
      // Whoever leaves answers unread would leave this one too, and its connection open.
      if (owner && unsent.isHolding(owner)) setHeaders(response, { Connection: 'close' })
      response.end(JSON.stringify(body))
      if (response.writableLength > 0) unsent.follow(owner ?? unsent.ownerOf(null, address), response)
    } catch (err) {
      log.error({ traceId, err }, 'a failure could not be answered')
      response.destroy()
    }
  }
}
