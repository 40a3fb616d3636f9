/** Checks that apply to every body, whether it is JSON or a file. */
import type { Request, Response } from 'express'
import { invalid, type ServiceError } from '../../../kit/errors.ts'

/** Refuses compressed bodies. @throws VALIDATION_ERROR with 415 */
export function checkEncoding({ headers }: Request): void {
  if (/^(identity)?$/i.test(headers['content-encoding'] ?? '')) return
  throw unsupported('Content-Encoding', 'must not be sent: send the body uncompressed')
}

/** Tells a client that expects 100 Continue (RFC 9110, section 10.1.1) to send the body. */
export function askForBody({ headers }: Request, response: Response): void {
  if (/^100-continue$/i.test(headers.expect ?? '')) response.writeContinue()
}

/** Returns the error for a body with more than `bytesMax` bytes. */
export function tooLarge(bytesMax: number): ServiceError {
  return invalid('', 'too_large', `must have at most ${bytesMax} bytes`, 413)
}

/** Returns the error for an unsupported content type or encoding. */
export function unsupported(field: string, message: string): ServiceError {
  return invalid(field, 'unsupported', message, 415)
}
