/**
 * Reads a request's body as a file: the raw body, or the only part of a form. The handler reads the file as it arrives.
 *
 * Must never keep more than a few chunks of the file in memory.
 */
import { Busboy } from '@fastify/busboy'
import type { Request, RequestHandler, Response } from 'express'
import { PassThrough, type Readable } from 'node:stream'
import { invalid, ServiceError } from '../../../kit/errors.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import { allowUpload, hasBody } from '../server.ts'
import { askForBody, checkEncoding, tooLarge, unsupported } from './body-head.ts'
import { exchangeOf } from './exchange.ts'

const formType = 'multipart/form-data'
/** The maximum number of bytes that a form adds to its file: two boundaries and the headers of the part. */
const formBytesMax = 16 * 1024

/**
 * Returns the middleware, which makes the file available to the handler. Both the middleware and reading the file may
 * throw VALIDATION_ERROR with 400, 413 or 415.
 */
export function openFile({ fileTypes, bodyBytesMax }: Operation): RequestHandler {
  return (request, response, next) => {
    const { headers } = request
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    const sentMax = type === formType ? bodyBytesMax + formBytesMax : bodyBytesMax
    if (Number(headers['content-length'] ?? 0) > sentMax) throw tooLarge(bodyBytesMax)
    if (!hasBody(request)) throw empty()
    if (!fileTypes.includes(type)) {
      const others = fileTypes.filter((one) => one !== fileTypes[0]).join(', ')
      throw unsupported('Content-Type', `must be ${fileTypes[0]} (for any file) or one of ${others}`)
    }
    checkEncoding(request)
    const sent = type === formType ? onlyPart(request) : null
    exchangeOf(response).file = read(request, response, sent, { bodyBytesMax, sentMax })
    // The validator must not see the body: see `ignoreBody`.
    delete headers['content-type']
    next()
  }
}

function empty(): ServiceError {
  return invalid('', 'required', 'a file of at least one byte is required')
}

type Sizes = { bodyBytesMax: number; sentMax: number }

/**
 * Yields the file's bytes. `form`: the parser that extracts the file from the body; null if the body is the file
 * itself.
 */
async function* read(
  request: Request,
  response: Response,
  form: Form | null,
  { bodyBytesMax, sentMax }: Sizes,
): AsyncGenerator<Uint8Array> {
  allowUpload(request)
  askForBody(request, response)
  let length = 0
  try {
    const bytes = form ? form.begin(sentMax, bodyBytesMax) : request.iterator({ destroyOnReturn: false })
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > bodyBytesMax) throw tooLarge(bodyBytesMax)
      yield chunk
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('VALIDATION_ERROR', { status: 400, cause: error })
  }
  exchangeOf(response).receivedAt = performance.now()
  if (length === 0) throw empty()
}

type Form = { begin: (sentMax: number, bodyBytesMax: number) => Readable }

/** Returns a parser for a form with exactly one part, whose field name and file name do not matter. */
function onlyPart(request: Request): Form {
  const contentType = request.headers['content-type'] as string
  const malformed = () => invalid('', 'malformed', `must be a complete ${formType} body with exactly one part`)
  let parser: Busboy
  try {
    const limits = { files: 1, headerPairs: 20 }
    parser = new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile: () => true })
  } catch {
    throw malformed()
  }
  return {
    begin(sentMax, bodyBytesMax) {
      const file = new PassThrough()
      const refuse = () => void file.destroy(malformed())
      let parts = 0
      let sent = 0
      parser.on('file', (_name, part) => {
        parts += 1
        part.once('error', refuse).pipe(file, { end: false })
      })
      parser.once('filesLimit', refuse).once('error', refuse)
      parser.once('finish', () => (parts === 1 ? file.end() : refuse()))
      request.on('data', ({ length }: Buffer) => {
        sent += length
        if (sent > sentMax) file.destroy(tooLarge(bodyBytesMax))
      })
      request.once('error', (error) => file.destroy(error)).pipe(parser)
      // The code that sends the refusal reads the rest of the body (see `linger`).
      file.once('close', () => request.unpipe(parser))
      return file
    },
  }
}
