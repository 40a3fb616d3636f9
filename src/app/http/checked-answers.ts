/**
 * In development, holds every answer against the contract before it leaves.
 *
 * Nobody may build a client on an answer that the contract does not promise, so such an answer becomes a 500, and the
 * log names each fault under its trace id. What the operation has written stays written.
 */
import type { RequestListener, ServerResponse } from 'node:http'
import { ServiceError } from '../../kit/errors.ts'
import type { Services } from '../../platform/services.ts'
import { toProblem } from './problem.ts'
import type { ListedResponse } from './response-head.ts'

/** The same listener with its answers checked; it loads what checks them. */
export async function withCheckedAnswers(
  listener: RequestListener,
  { contract, log }: Pick<Services, 'contract' | 'log'>,
): Promise<RequestListener> {
  const { createAnswerCheck } = await import('../../platform/contract/answers.ts')
  const check = createAnswerCheck(contract.document)
  return (request, response) => {
    const { method = '', url: path = '' } = request
    const end = response.end.bind(response) as (bytes?: string | Buffer) => ServerResponse
    const pieces: Buffer[] = []
    // A long answer comes in pieces. It leaves as a whole, for only that can be checked.
    response.write = ((piece: Buffer) => {
      pieces.push(piece)
      return true
    }) as ServerResponse['write']
    response.end = ((last?: string | Buffer) => {
      const bytes = pieces.length === 0 ? last : Buffer.concat(pieces)
      ;(response as ListedResponse).settle()
      const { statusCode: status } = response
      const answered = { method, path, status, headers: response.getHeaders(), body: bodyOf(response, bytes) }
      const faults = check(answered)
      if (faults.length === 0) return end(bytes)
      const traceId = String(response.getHeader('x-trace-id'))
      log.error({ traceId, method, status, faults }, 'an answer differs from the contract')
      const problem = JSON.stringify(toProblem(contract, new ServiceError('INTERNAL_ERROR'), traceId).body)
      response.statusCode = 500
      response.setHeader('Content-Type', 'application/json; charset=utf-8')
      // Both belong to the answer that this one replaces.
      for (const name of ['Cache-Control', 'Content-Encoding']) response.removeHeader(name)
      response.setHeader('Content-Length', Buffer.byteLength(problem))
      return end(problem)
    }) as ServerResponse['end']
    listener(request, response)
  }
}

/** Of what is not JSON, or is compressed, only status and headers are looked at. */
function bodyOf(response: ServerResponse, bytes: string | Buffer | undefined): unknown {
  const isJson = String(response.getHeader('content-type')).startsWith('application/json')
  const isPlain = response.getHeader('content-encoding') === undefined
  return isJson && isPlain && bytes !== undefined ? JSON.parse(bytes.toString()) : undefined
}
