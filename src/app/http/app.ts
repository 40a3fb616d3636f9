/**
 * The API as an Express application: every operation of the contract with its chain of middleware.
 *
 * The chain checks in the promised order: key, bucket, permission, tenant, tenant window, body.
 */
import express, { type Express, type RequestHandler } from 'express'
import type { Authenticator } from '../../features/access/authentication.ts'
import type { TrustProxy } from '../../kit/config.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Handlers, Services } from '../../platform/services.ts'
import type { UnsentBytes } from './answers/unsent-bytes.ts'
import { admit } from './middleware/admit.ts'
import { answerError } from './middleware/answer-error.ts'
import { handle } from './middleware/handle.ts'
import { identify } from './middleware/identify.ts'
import { methodNotAllowed, notFound } from './middleware/not-found.ts'
import { readBody } from './middleware/read-body.ts'
import { checkRequestLine } from './middleware/request-line.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { trace } from './middleware/trace.ts'
import { validate } from './middleware/validate.ts'

export type App = {
  app: Express
  /** Returns the number of running handlers, including those whose caller has disconnected. */
  working: () => number
}

export type AppSettings = {
  operations: Operation[]
  trustProxy: TrustProxy
  authenticate: Authenticator['authenticate']
  /** All apps of a process share this object, because they share the memory. */
  unsent: UnsentBytes
  /** Only in development: see `checkAnswers`. */
  checks?: RequestHandler[]
}

/** Builds the application that serves `operations`. */
export function createApp(
  services: Services,
  handlers: Handlers,
  { operations, trustProxy, authenticate, unsent, checks = [] }: AppSettings,
): App {
  const running = { count: 0 }
  const app = express()
  app.disable('x-powered-by')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('trust proxy', trustProxy)

  app.use(trace(services, operations), securityHeaders, ...checks, checkRequestLine(services.contract))
  for (const operation of operations)
    app[operation.method](
      routeOf(operation),
      identify(operation, authenticate, unsent),
      admit(operation, services, unsent),
      readBody(operation, services),
      validate(operation, services.contract),
      handle(operation, handlers[operation.handler], services, unsent, running),
    )
  for (const [route, sharing] of Map.groupBy(operations, routeOf)) app.route(route).all(methodNotAllowed(sharing))
  app.use(notFound)
  app.use(answerError(services, unsent))
  return { app, working: () => running.count }
}

/** Returns Express's form of a path: `/v1/jobs/{jobId}` becomes `/v1/jobs/:jobId`. */
function routeOf({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
