/** The contract's paths as Express's routes. */
import { Router, type RequestHandler } from 'express'
import { ServiceError } from '../../kit/errors.ts'
import type { Operation } from '../../platform/contract/contract.ts'

/**
 * Hands a request to its operation; other methods on a path of the contract are answered 405, other paths go on.
 *
 * Express tries one route after the other, so there is a router for each number of segments: a request meets the dozen
 * paths that are as long as its own, and not all of them.
 */
export function createRoutes(operations: Operation[], handlerOf: (operation: Operation) => RequestHandler) {
  const routers = new Map<number, Router>()
  const routerOf = (path: string): Router => {
    const length = lengthOf(path)
    const router = routers.get(length) ?? Router({ strict: true, caseSensitive: true })
    routers.set(length, router)
    return router
  }
  const byPath = Map.groupBy(operations, expressPath)
  for (const [path, sharing] of byPath) {
    const route = routerOf(path).route(path)
    for (const operation of sharing) route[operation.method](handlerOf(operation))
  }
  // Behind all of them: what one path lacks, another that fits may have.
  for (const [path, sharing] of byPath) routerOf(path).all(path, methodNotAllowed(sharing))
  const route: RequestHandler = (request, response, next) => {
    const router = routers.get(lengthOf(request.path))
    if (router) router(request, response, next)
    else next()
  }
  return route
}

function expressPath({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Segments of a path. */
function lengthOf(path: string): number {
  let length = 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) length += 1
  return length
}

function methodNotAllowed(operations: Operation[]): RequestHandler {
  const methods = operations.map(({ method }) => method.toUpperCase())
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return ({ method }) => {
    throw new ServiceError('VALIDATION_ERROR', {
      status: 405,
      headers: { Allow: allow },
      details: [{ field: 'method', code: 'not_allowed', message: `${method} is not one of ${allow}` }],
    })
  }
}
