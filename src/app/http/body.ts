/**
 * A request's body: its type, size and text. The contract validates its fields afterwards.
 *
 * Must never run before the gate has checked the key: a stranger's bytes are not worth reading.
 */
import type { Request, Response } from 'express'
import { invalid, ServiceError } from '../../kit/errors.ts'
import { readBody, type BodyShape } from '../../kit/request-body.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Sizes } from '../../platform/contract/limits.ts'
import type { Pool } from '../../platform/pool.ts'
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

/** Reads a request's body into `request.body`; `owner` shares the thread fairly. */
export type BodyReader = (request: Request, response: Response, owner: string) => Promise<void>

/** What an operation reads where its body may be left out, and was. */
const emptyObject = Buffer.from('{}')

/** A reader of an operation's JSON bodies. It throws VALIDATION_ERROR with 400, 408, 413 or 415. */
export function jsonReader(
  pool: Pick<Pool, 'readBody'>,
  common: Sizes['request'],
  { bodyBytesMax, bodyRequired }: Operation,
  shape: BodyShape,
): BodyReader {
  const sizes: BodySizes = { ...common, bodyBytes: bodyBytesMax }
  return async (request, response, owner) => {
    if (Number(request.headers['content-length'] ?? 0) > sizes.bodyBytes) throw tooLarge()
    if (hasBody(request)) checkType(request)
    // One spelling from here on: the validator caches what it compiles by this header's text.
    request.headers['content-type'] = 'application/json'
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
    const sent = await collect(request, sizes)
    if (sent.length === 0 && bodyRequired) throw invalid('', 'required', 'a request body is required')
    const bytes = sent.length === 0 ? emptyObject : sent
    const exchange = exchangeOf(response)
    exchange.bodyBytes = bytes.length
    const withSha256 = request.headers['idempotency-key'] !== undefined
    const isSmall = bytes.length <= inlineBytesMax
    const read = isSmall ? readBody(bytes, shape, withSha256) : await pool.readBody(owner, { bytes, shape, withSha256 })
    if (!read.ok) throw invalid(read.fault.field.slice(0, 200), read.fault.code, read.fault.message)
    request.body = read.body
    exchange.bodySha256 = read.sha256
  }
}

/** The body's bytes. Refuses them as soon as they are too many or hold too much, and leaves the rest unread. */
async function collect(request: Request, { bodyBytes, bodyValues, bodyDepth }: BodySizes): Promise<Buffer> {
  const chunks: Buffer[] = []
  const excessOf = createValueCounter(bodyValues, bodyDepth)
  let length = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > bodyBytes) throw tooLarge()
      const excess = excessOf(chunk)
      if (excess === 'depth') throw invalid('', 'too_deep', `is nested deeper than ${bodyDepth} levels`)
      if (excess === 'values') throw invalid('', 'limit_reached', `holds more than ${bodyValues} values`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('VALIDATION_ERROR', { status: 400, cause: error })
  }
  return Buffer.concat(chunks, length)
}

function tooLarge(): ServiceError {
  return invalid('', 'too_large', 'is larger than this operation accepts', 413)
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
