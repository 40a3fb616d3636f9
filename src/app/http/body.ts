/**
 * A request's body: its type, size and text. The contract validates its fields afterwards.
 *
 * Must never run before the gate has checked the key: a stranger's bytes are not worth reading.
 */
import { isUtf8 } from 'node:buffer'
import express, { type Request, type Response } from 'express'
import { invalid, ServiceError } from '../../kit/errors.ts'

/** Deep enough for every honest body; a deeper one would overflow the stack of the code that walks it. */
const depthMax = 64

/** Whether the request announces a body. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** A reader of JSON bodies up to `bytesMax`. It throws VALIDATION_ERROR with 400, 408, 413 or 415. */
export function jsonReader(bytesMax: number): (request: Request, response: Response) => Promise<void> {
  const parse = express.json({
    limit: bytesMax,
    inflate: false,
    strict: false,
    type: () => true,
    verify: checkEncoding,
  })
  return async (request, response) => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge()
    if (hasBody(request)) checkType(request.headers['content-type'])
    // One spelling from here on: the validator caches what it compiles by this header's text.
    request.headers['content-type'] = 'application/json'
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
    let bytes = 0
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: unknown) => (error ? reject(asFault(error)) : resolve()))
      // Without a Content-Length the parser would read an oversized body to its end before refusing it.
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > bytesMax) reject(tooLarge())
      })
    })
    // The parser turns an empty body into an empty object, and the validator accepts a missing body as one.
    if (bytes === 0) throw invalid('', 'required', 'must be sent')
    checkText(request.body)
  }
}

function tooLarge(): ServiceError {
  return invalid('', 'too_large', 'is larger than this operation takes', 413)
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

/** The body parser's errors carry a `type`; their text may quote the body, so it goes to the log only. */
function asFault(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const { type, status } = error as { type?: string; status?: number }
  if (type === 'entity.parse.failed') return invalid('', 'json', 'must be well-formed JSON')
  if (type === 'entity.too.large') return tooLarge()
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return invalid('', 'unsupported', 'must be sent as plain UTF-8, without Content-Encoding', 415)
  return status === undefined ? error : new ServiceError('VALIDATION_ERROR', { status, cause: error })
}

type Visit = { value: object; depth: number; parent: Visit | null; name: string }

/**
 * Checks that all text is well-formed Unicode without NUL. Iterative, so that depth cannot overflow the stack; builds a
 * path only for a fault.
 */
function checkText(body: unknown): void {
  if (typeof body === 'string') checkString(body, null, '')
  const open: Visit[] = []
  const visit = (value: unknown, parent: Visit | null, name: string) => {
    if (typeof value === 'string') checkString(value, parent, name)
    else if (typeof value === 'object' && value !== null) {
      open.push({ value, depth: (parent?.depth ?? 0) + 1, parent, name })
    }
  }
  visit(body, null, '')
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.depth > depthMax) {
      throw invalid(pathOf(at.parent, at.name).slice(0, 200), 'too_deep', `is nested deeper than ${depthMax} levels`)
    }
    if (Array.isArray(at.value)) for (const [index, item] of at.value.entries()) visit(item, at, `[${index}]`)
    else {
      for (const name of Object.keys(at.value)) {
        checkString(name, at.parent, at.name)
        visit((at.value as Record<string, unknown>)[name], at, name)
      }
    }
  }
}

function checkString(text: string, parent: Visit | null, name: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return
  throw invalid(pathOf(parent, name), 'text', 'must be well-formed Unicode without NUL')
}

function pathOf(parent: Visit | null, name: string): string {
  const names = [name]
  for (let at = parent; at; at = at.parent) names.unshift(at.name)
  return names
    .filter((part) => part !== '')
    .reduce((path, part) => (path && !part.startsWith('[') ? `${path}.${part}` : path + part), '')
}
