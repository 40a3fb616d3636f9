/**
 * Reads a request's JSON body and checks its type and size. Its fields are validated against the contract afterwards.
 *
 * Must never run before `admit`, because an unauthenticated caller's body must not be read.
 */
import type { Request, RequestHandler, Response } from 'express'
import { invalid, ServiceError } from '../../../kit/errors.ts'
import { readBody as readJson } from '../../../kit/request-body.ts'
import { bodyShapeOf } from '../../../platform/contract/body-shape.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { Sizes } from '../../../platform/contract/limits.ts'
import type { Services } from '../../../platform/services.ts'
import { hasBody } from '../server.ts'
import { askForBody, checkEncoding, tooLarge, unsupported } from './body-head.ts'
import { exchangeOf } from './exchange.ts'
import { openFile } from './read-file.ts'
import { createValueCounter } from './value-counter.ts'

/** A larger body is parsed in a thread. Parsing a body of this size blocks the event loop for a millisecond. */
const inlineBytesMax = 65_536

/**
 * The limits on a body. Depth is limited because a very deeply nested body would overflow the stack of recursive code.
 * The number of values is limited because it determines memory and time more than the number of bytes does.
 */
export type BodySizes = Pick<Sizes['request'], 'bodyBytes' | 'bodyValues' | 'bodyDepth'>

/** The body to use when an optional body is omitted. */
const emptyObject = Buffer.from('{}')

/**
 * Returns the middleware, which reads a JSON body into `request.body`, and leaves a file to the handler. It throws
 * VALIDATION_ERROR with 400, 408, 413 or 415.
 */
export function readBody(
  operation: Operation,
  { pool, contract }: Pick<Services, 'pool' | 'contract'>,
): RequestHandler {
  const { takesBody, fileTypes, bodyBytesMax, bodyRequired } = operation
  if (!takesBody) return ignoreBody
  if (fileTypes.length > 0) return openFile(operation)
  const sizes: BodySizes = { ...contract.sizes.request, bodyBytes: bodyBytesMax }
  const shape = bodyShapeOf(contract, operation)
  return async (request, response, next) => {
    checkHead(request, response, sizes)
    const sent = await collect(request, sizes)
    if (sent.length === 0 && bodyRequired) throw invalid('', 'required', 'a request body is required')
    const bytes = sent.length === 0 ? emptyObject : sent
    const exchange = exchangeOf(response)
    const withSha256 = request.headers['idempotency-key'] !== undefined
    const isSmall = bytes.length <= inlineBytesMax
    // The partner is the task's owner, so that partners share the thread fairly.
    const owner = exchange.caller?.partnerId ?? ''
    const read = isSmall ? readJson(bytes, shape, withSha256) : await pool.readBody(owner, { bytes, shape, withSha256 })
    if (!read.ok) throw invalid(read.fault.field.slice(0, 200), read.fault.code, read.fault.message)
    request.body = read.body
    exchange.bodyBytes = bytes.length
    exchange.bodySha256 = read.sha256
    next()
  }
}

/**
 * Removes the content type. The validator caches a compiled validator for each content type, and callers must not be
 * able to fill that cache.
 */
const ignoreBody: RequestHandler = (request, _response, next) => {
  delete request.headers['content-type']
  next()
}

/** Checks the headers about the body, and tells a client that expects 100 Continue to send the rest. */
function checkHead(request: Request, response: Response, { bodyBytes }: BodySizes): void {
  const { headers } = request
  if (Number(headers['content-length'] ?? 0) > bodyBytes) throw tooLarge(bodyBytes)
  if (hasBody(request)) {
    checkType(request)
    checkEncoding(request)
  }
  // From here on, the validator sees only this spelling of the type: see `ignoreBody`.
  headers['content-type'] = 'application/json'
  askForBody(request, response)
}

/** Returns the body's bytes. Refuses a body as soon as it exceeds a limit, without reading the rest. */
async function collect(request: Request, { bodyBytes, bodyValues, bodyDepth }: BodySizes): Promise<Buffer> {
  const chunks: Buffer[] = []
  const excessOf = createValueCounter(bodyValues, bodyDepth)
  let length = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > bodyBytes) throw tooLarge(bodyBytes)
      const excess = excessOf(chunk)
      if (excess === 'depth') throw invalid('', 'too_deep', `is nested deeper than ${bodyDepth} levels`)
      if (excess === 'values') throw invalid('', 'limit_reached', `contains more than ${bodyValues} values`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('VALIDATION_ERROR', { status: 400, cause: error })
  }
  return Buffer.concat(chunks, length)
}

function checkType({ headers }: Request): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='))
  const known = type === 'application/json' && charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset))
  if (!known) throw unsupported('Content-Type', 'must be application/json in UTF-8')
}
