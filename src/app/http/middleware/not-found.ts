/** Answers for paths and methods without an operation. */
import type { RequestHandler } from 'express'
import { ServiceError } from '../../../kit/errors.ts'
import type { Operation } from '../../../platform/contract/contract.ts'

/** Throws NOT_FOUND. */
export const notFound: RequestHandler = () => {
  throw new ServiceError('NOT_FOUND')
}

/** Returns the middleware for a path of the contract that lacks the method; it throws VALIDATION_ERROR with 405. */
export function methodNotAllowed(operations: Pick<Operation, 'method'>[]): RequestHandler {
  const methods = operations.map(({ method }) => method.toUpperCase())
  // Express answers HEAD wherever it answers GET.
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return ({ method }) => {
    throw new ServiceError('VALIDATION_ERROR', {
      status: 405,
      headers: { Allow: allow },
      details: [{ field: 'method', code: 'not_allowed', message: `${method} is not supported; use ${allow}` }],
    })
  }
}
