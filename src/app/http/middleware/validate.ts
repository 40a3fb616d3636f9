/** Validates a request against the contract. */
import type { RequestHandler } from 'express'
import type { Contract, Operation } from '../../../platform/contract/contract.ts'
import { requestValidation } from '../../../platform/contract/validation.ts'
import { exchangeOf } from './exchange.ts'

/** Returns the middleware, which throws VALIDATION_ERROR, or the code that the schema names. */
export function validate(operation: Operation, contract: Contract): RequestHandler {
  const validated = requestValidation(contract)(operation)
  return async (request, response, next) => {
    exchangeOf(response).valid = await validated(request, response)
    next()
  }
}
