/**
 * A request's body: its type, size and text. The contract validates its fields afterwards.
 *
 * Must never run before `admit`: a stranger's bytes are not worth reading.
 */
import type { Request, RequestHandler, Response } from 'express'
import { invalid, ServiceError } from '../../../kit/errors.ts'
import { readBody as readJson } from '../../../kit/request-body.ts'
import { bodyShapeOf } from '../../../platform/contract/body-shape.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { Sizes } from '../../../platform/contract/limits.ts'
import type { Services } from '../../../platform/services.ts'
import { exchangeOf } from './exchange.ts'
import { createValueCounter } from './value-counter.ts'

/** A larger body is parsed in a thread: this many bytes take the event loop a millisecond. */
const inlineBytesMax = 65_536

/**
 * A body nested deeper than honest ones are would overflow the stack of the code that walks it; values cost more memory
 * and time than bytes.
 */
export type BodySizes = Pick<Sizes['request'], 'bodyBytes' | 'bodyValues' | 'bodyDepth'>

/** Whether the request announces a body. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** What an operation reads where its body may be left out, and was. */
const emptyObject = Buffer.from('{}')

/**
 * Returns the middleware, which reads a JSON body into `request.body`. It throws VALIDATION_ERROR with 400, 408, 413 or
 * 415.
 */
export function readBody(
  operation: Operation,
  { pool, contract }: Pick<Services, 'pool' | 'contract'>,
): RequestHandler {
  const { takesBody, bodyBytesMax, bodyRequired } = operation
  if (!takesBody) return ignoreBody
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
    // Partners share the threads fairly.
    const owner = exchange.caller?.partnerId ?? ''
    const read = isSmall ? readJson(bytes, shape, withSha256) : await pool.readBody(owner, { bytes, shape, withSha256 })
    if (!read.ok) throw invalid(read.fault.field.slice(0, 200), read.fault.code, read.fault.message)
    request.body = read.body
    exchange.bodyBytes = bytes.length
    exchange.bodySha256 = read.sha256
    next()
  }
}

/** The validator caches what it compiles by the text of this header, which a caller must not control. */
const ignoreBody: RequestHandler = (request, _response, next) => {
  delete request.headers['content-type']
  next()
}

/** Checks what the head says of the body, and lets a client that waits for it send the rest. */
function checkHead(request: Request, response: Response, { bodyBytes }: BodySizes): void {
  const { headers } = request
  if (Number(headers['content-length'] ?? 0) > bodyBytes) throw tooLarge(bodyBytes)
  if (hasBody(request)) checkType(request)
  // One spelling from here on, see `ignoreBody`.
  headers['content-type'] = 'application/json'
  if (/^100-continue$/i.test(headers.expect ?? '')) response.writeContinue()
}

/** The body's bytes. Refuses them as soon as they are too many or hold too much, and leaves the rest unread. */
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

function tooLarge(bodyBytes: number): ServiceError {
  return invalid('', 'too_large', `must have at most ${bodyBytes} bytes`, 413)
}

function checkType({ headers }: Request): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='))
  const known = type === 'application/json' && charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset))
  if (!known) throw unsupported('Content-Type', 'must be application/json in UTF-8')
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw unsupported('', 'must be plain UTF-8 without Content-Encoding')
}

function unsupported(field: string, message: string): ServiceError {
  return invalid(field, 'unsupported', message, 415)
}
