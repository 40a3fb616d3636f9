/** The contract's paths as routes. */
import type { Request, Response } from 'express'
import { match, type MatchFunction } from 'path-to-regexp'
import { ServiceError } from '../../kit/errors.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import { unreadable } from './problem.ts'

/** What an operation does with a request. */
type Answer = (request: Request, response: Response) => Promise<void>
/** Finds the answer to a request, and sets its `params`. @throws VALIDATION_ERROR 400 and 405, NOT_FOUND */
type FindAnswer = (request: Request) => Answer

/** A path of the contract with its answers by method. */
type Route = { match: MatchFunction<Record<string, string>>; answers: Record<string, Answer> }

/**
 * Routes are tried one after the other, in the order of the operations, so they are filed by their number of segments: a
 * request meets the dozen paths that are as long as its own, and not all of them. Express's own router keeps a state for
 * each request, which makes a read a twentieth slower (measured): only the library that it matches paths with is used.
 */
export function createRoutes(operations: Operation[], answerOf: (operation: Operation) => Answer): FindAnswer {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const routes = [...byPath].map(([path, sharing]) => ({ length: lengthOf(path), ...routeOf(path, sharing, answerOf) }))
  const byLength = Map.groupBy(routes, ({ length }) => length)
  return (request) => {
    const { path, method } = request
    let near: Route | null = null
    for (const route of byLength.get(lengthOf(path)) ?? []) {
      const found = route.match(path)
      if (!found) continue
      const answer = route.answers[method]
      if (answer) {
        request.params = found.params
        return answer
      }
      // What this path lacks, another that fits may have.
      near ??= route
    }
    throw near ? methodNotAllowed(method, Object.keys(near.answers)) : new ServiceError('NOT_FOUND')
  }
}

function routeOf(path: string, sharing: Operation[], answerOf: (operation: Operation) => Answer): Route {
  const answers = sharing.map((operation) => [operation.method.toUpperCase(), answerOf(operation)] as const)
  const read = answers.find(([method]) => method === 'GET')
  const head = read ? [['HEAD', read[1]] as const] : []
  const form = path.replaceAll(/\{(\w+)\}/g, ':$1')
  return {
    match: match(form, { sensitive: true, trailing: false, decode }),
    answers: Object.fromEntries([...answers, ...head]),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable(400)
  }
}

/** Segments of a path. */
function lengthOf(path: string): number {
  let length = 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) length += 1
  return length
}

function methodNotAllowed(method: string, methods: string[]): ServiceError {
  const allow = methods.join(', ')
  return new ServiceError('VALIDATION_ERROR', {
    status: 405,
    headers: { Allow: allow },
    details: [{ field: 'method', code: 'not_allowed', message: `${method} is not supported; use ${allow}` }],
  })
}
