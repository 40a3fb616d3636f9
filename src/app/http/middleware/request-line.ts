/** Refuses requests that are invalid for every operation. */
import type { RequestHandler } from 'express'
import { invalid } from '../../../kit/errors.ts'
import type { Contract } from '../../../platform/contract/contract.ts'

/** Returns the middleware, which throws VALIDATION_ERROR with 400 or 414. */
export function checkRequestLine({ sizes }: Pick<Contract, 'sizes'>): RequestHandler {
  const { urlCharacters } = sizes.request
  return (request, _response, next) => {
    if (request.httpVersionMajor === 0) throw invalid('', 'malformed', 'the request line must end with HTTP/1.1')
    if (request.httpVersion === '1.1' && request.headers.host === undefined)
      throw invalid('Host', 'required', 'is required (RFC 9112, section 3.2)')
    if (request.originalUrl.length > urlCharacters)
      throw invalid('', 'too_long', `the request target is over ${urlCharacters} characters`, 414)
    next()
  }
}
