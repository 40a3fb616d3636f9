/** Validates an admitted request against the contract: its query, then its parameters and body. */
import type { RequestHandler } from 'express'
import type { Contract, Operation } from '../../../platform/contract/contract.ts'
import { checkQuery } from '../../../platform/contract/query-rules.ts'
import { requestValidation } from '../../../platform/contract/validation.ts'
import { exchangeOf } from './exchange.ts'

/** Returns the middleware, which fails with VALIDATION_ERROR or with the error code that the schema specifies. */
export function validate(operation: Operation, contract: Contract): RequestHandler[] {
  return [
    checkQuery(contract, operation),
    requestValidation(contract, operation, (response) => exchangeOf(response).bodyBytes),
  ]
}
