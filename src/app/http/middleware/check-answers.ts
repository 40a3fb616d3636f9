/**
 * In development, checks every response against the contract before it is sent.
 *
 * This keeps clients from relying on a response that the contract does not promise. Such a response becomes a 500, and
 * the log lists each fault with the trace id. The operation's writes are not rolled back.
 */
import type { RequestHandler, Response } from 'express'
import { ServiceError } from '../../../kit/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { toProblem } from '../problem.ts'

/** Loads the checker, and returns the middleware. */
export async function checkAnswers({ contract, log }: Pick<Services, 'contract' | 'log'>): Promise<RequestHandler> {
  const { createAnswerCheck } = await import('../../../platform/contract/answers.ts')
  const check = createAnswerCheck(contract.document)
  return (request, response, next) => {
    const { method, originalUrl: path } = request
    const end = response.end.bind(response) as (bytes?: string | Buffer) => Response
    const pieces: Buffer[] = []
    // A long response is written in pieces. They are collected first, because only a whole response can be checked.
    response.write = ((piece: Buffer) => {
      pieces.push(piece)
      return true
    }) as Response['write']
    response.end = ((last?: string | Buffer) => {
      const bytes = pieces.length === 0 ? last : Buffer.concat(pieces)
      const { statusCode: status } = response
      const answered = { method, path, status, headers: response.getHeaders(), body: bodyOf(response, bytes) }
      const faults = check(answered)
      if (faults.length === 0) return end(bytes)
      const traceId = String(response.getHeader('x-trace-id'))
      log.error({ traceId, method, status, faults }, 'a response does not match the API contract')
      const problem = JSON.stringify(toProblem(contract, new ServiceError('INTERNAL_ERROR'), traceId).body)
      response.statusCode = 500
      response.setHeader('Content-Type', 'application/json; charset=utf-8')
      // Both headers belong to the response that is being replaced.
      for (const name of ['Cache-Control', 'Content-Encoding']) response.removeHeader(name)
      response.setHeader('Content-Length', Buffer.byteLength(problem))
      return end(problem)
    }) as Response['end']
    next()
  }
}

/**
 * Returns the body to check. Returns undefined if the body is compressed or is not JSON: then only the status and
 * headers are checked.
 */
function bodyOf(response: Response, bytes: string | Buffer | undefined): unknown {
  const isJson = String(response.getHeader('content-type')).startsWith('application/json')
  const isPlain = response.getHeader('content-encoding') === undefined
  return isJson && isPlain && bytes !== undefined ? JSON.parse(bytes.toString()) : undefined
}
