/**
 * A request's body: its type, its size, its text. What fields it may have, the contract says afterwards.
 *
 * Must never run before the key was checked: a stranger's bytes are not worth reading.
 */
import { isUtf8 } from 'node:buffer'
import express, { type Request, type Response } from 'express'
import { invalid, ServiceError } from '../kit/errors.ts'

/** Deep enough for every honest body; a deeper one would exhaust the stack of whoever walks it. */
const depthMax = 64

/** Whether the request announces a body. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Reads and parses JSON of at most `bytesMax`. @throws VALIDATION_ERROR with 400, 408, 413 or 415 */
export function jsonReader(bytesMax: number): (request: Request, response: Response) => Promise<void> {
  const parse = express.json({
    limit: bytesMax,
    inflate: false,
    strict: false,
    type: () => true,
    verify: checkEncoding,
  })
  return async (request, response) => {
    if (hasBody(request)) checkType(request.headers['content-type'])
    // One spelling from here on: the validator keeps what it compiled by the header's text.
    request.headers['content-type'] = 'application/json'
    await new Promise<void>((resolve, reject) =>
      parse(request, response, (error?: unknown) => (error ? reject(asFault(error)) : resolve())),
    )
    checkText(request.body)
  }
}

function checkType(contentType: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='))
  const known = type === 'application/json' && charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset))
  if (!known)
    throw new ServiceError('VALIDATION_ERROR', {
      status: 415,
      details: [{ field: 'Content-Type', code: 'unsupported', message: 'must be application/json in UTF-8' }],
    })
}

function checkEncoding(_request: unknown, response: unknown, bytes: Buffer): void {
  ;(response as Response).locals.bodyBytes = bytes.length
  if (!isUtf8(bytes)) throw invalid('', 'encoding', 'must be UTF-8')
}

/** The body parser's own errors carry a `type`; its text may quote the body, so it stays in the log. */
function asFault(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const { type, status } = error as { type?: string; status?: number }
  if (type === 'entity.parse.failed') return invalid('', 'json', 'must be well-formed JSON')
  if (type === 'entity.too.large') return invalid('', 'too_large', 'is larger than this operation takes', 413)
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return invalid('', 'unsupported', 'must be sent as plain UTF-8, without Content-Encoding', 415)
  return status === undefined ? error : new ServiceError('VALIDATION_ERROR', { status, cause: error })
}

type Visit = { value: unknown; depth: number; path: string }

/** All text is well-formed Unicode without NUL; no recursion, so that depth cannot hurt. */
function checkText(body: unknown): void {
  const open: Visit[] = [{ value: body, depth: 0, path: '' }]
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { value, depth, path } = visit
    if (typeof value === 'string') checkString(value, path)
    if (typeof value !== 'object' || value === null) continue
    if (depth >= depthMax) throw invalid(path.slice(0, 200), 'too_deep', `is nested deeper than ${depthMax} levels`)
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value)) checkString(name, path)
      const field = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name
      open.push({ value: member, depth: depth + 1, path: field })
    }
  }
}

function checkString(text: string, field: string): void {
  if (!text.isWellFormed() || text.includes('\0'))
    throw invalid(field, 'text', 'must be well-formed Unicode without NUL')
}
