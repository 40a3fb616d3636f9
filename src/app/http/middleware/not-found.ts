/** Handles requests whose path or method has no operation. */
import type { Request, RequestHandler } from 'express'
import { ServiceError } from '../../../kit/errors.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import { missingPage } from '../pages.ts'

/**
 * Redirects a browser from the server's root to the API reference, and shows it an error page for any other unknown
 * address outside `/v1/`. All other requests get NOT_FOUND.
 */
export const notFound: RequestHandler = (request, response) => {
  const { path } = request
  if (path === '/' && isBrowser(request)) return response.redirect(303, 'docs')
  throw path.startsWith('/v1/') ? new ServiceError('NOT_FOUND') : missingPage(path)
}

/** Returns whether the request prefers an HTML page to JSON. */
export function isBrowser(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && request.accepts(['json', 'html']) === 'html'
}

/**
 * Returns the middleware for a path that does not support the request's method. It throws VALIDATION_ERROR with 405.
 */
export function methodNotAllowed(operations: Pick<Operation, 'method'>[]): RequestHandler {
  const methods = operations.map(({ method }) => method.toUpperCase())
  // HEAD is supported wherever GET is, because Express answers both.
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return ({ method }) => {
    throw new ServiceError('VALIDATION_ERROR', {
      status: 405,
      headers: { Allow: allow },
      details: [{ field: 'method', code: 'not_allowed', message: `${method} is not supported; use ${allow}` }],
    })
  }
}
