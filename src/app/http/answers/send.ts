/** Sends the responses of operations: status, headers and body. */
import type { Request, Response } from 'express'
import { chargeAnswer } from '../../../features/access/rate-limits.ts'
import type { Caller } from '../../../kit/caller.ts'
import { isHeldBy } from '../../../kit/entity-tags.ts'
import { StreamedBody, WrittenBody } from '../../../kit/stored-json.ts'
import type { Reply } from '../../../platform/contract/call.ts'
import type { Operation } from '../../../platform/contract/contract.ts'
import type { Services } from '../../../platform/services.ts'
import { collectPieces, pieceBytes, slicesOf, writePaced } from './paced-writing.ts'
import type { Owner, UnsentBytes } from './unsent-bytes.ts'

/**
 * Who receives a response. `owner`: its limit on unread bytes applies to the response. `caller`: its bucket is charged
 * for a large response; null if the request has no key.
 */
export type Recipient = { caller: Caller | null; owner: Owner }

/** Resolves once sending has started. From then on, the bytes that the client has not read yet are tracked. */
export type Send = (
  operation: Operation,
  request: Request,
  response: Response,
  reply: Reply,
  recipient: Recipient,
) => void | Promise<void>

/** A response body in pieces, ready to be written. `isShared`: see `UnsentBytes.follow`. */
type Written = { pieces: readonly (string | Buffer)[]; length: number; isShared: boolean }

export function createSend(services: Services, unsent: UnsentBytes): Send {
  /**
   * Sends a body of several pieces. Charges the caller's bucket immediately for one byte per character. Once the body
   * is written, charges for the bytes beyond that.
   */
  function sendLong(response: Response, { pieces, length, isShared }: Written, pay: Pay, owner: Owner): void {
    pay(length, 0)
    const followed = unsent.follow(owner, response, length, isShared)
    const left = pieces.values().map((piece, index) => {
      // Removes each piece from the array, so that its memory can be freed once it is sent.
      ;(pieces as (string | Buffer)[])[index] = ''
      return piece
    })
    const note = (piece: string | Buffer) => followed.handOver(piece.length)
    writePaced(response, left, note).then(
      (bytes) => pay(bytes, length),
      (error: unknown) => {
        services.log.error({ err: error }, 'could not write a response')
        response.destroy()
      },
    )
  }

  /** Sends a stream. Its length is unknown until its end, so no bucket is charged for it. */
  function sendStream(response: Response, { pieces }: StreamedBody, { owner }: Recipient): void {
    const followed = unsent.follow(owner, response)
    writePaced(response, pieces, () => followed.handOver(0)).catch((error: unknown) => {
      services.log.error({ err: error }, 'could not write a streamed response')
      response.destroy()
    })
  }

  function sendBody(operation: Operation, response: Response, body: Written, { caller, owner }: Recipient): void {
    const { bucket } = operation
    const pay: Pay = (bytes, before) => {
      if (caller && bucket) chargeAnswer(services, caller, bucket, bytes, before)
    }
    const [only] = body.pieces
    if (body.pieces.length > 1) return sendLong(response, body, pay, owner)
    response.end(only)
    if (response.writableLength > 0) unsent.follow(owner, response)
    if (body.length > pieceBytes) pay(body.length, 0)
  }

  return (operation, request, response, reply, recipient) => {
    const { status, body, headers = {} } = reply as { status: number; body: unknown; headers?: Record<string, string> }
    response.status(status)
    if (mayNotBeKept(operation, status)) response.set('Cache-Control', 'no-store')
    response.set(headers)
    // Only reads are answered with 304, because a write has already taken effect. Express's own `send` follows
    // different rules for 304.
    const isConditional = operation.definition.responses[304] !== undefined
    if (isConditional && headers.ETag && isHeldBy(request.headers['if-none-match'], headers.ETag)) {
      response.status(304).end()
      return
    }
    if (body === undefined) {
      response.end()
      return
    }
    response.type(mediaTypeOf(operation, request, status))
    if (body instanceof StreamedBody) sendStream(response, body, recipient)
    else {
      const written = writtenOf(body)
      if (!(written instanceof Promise)) return sendBody(operation, response, written, recipient)
      return written.then((late) => sendBody(operation, response, late, recipient))
    }
  }
}

/**
 * Returns the media type of a response with this status. If the contract has several, returns the one that the header
 * `Accept` prefers. If the header accepts none of them, returns the first one, which helps a caller more than a 406.
 */
export function mediaTypeOf({ definition }: Operation, request: Request, status: number): string {
  const types = Object.keys(definition.responses[status]?.content ?? {})
  const [first = 'application/json'] = types
  return types.length > 1 ? request.accepts(types) || first : first
}

type Pay = (bytes: number, before: number) => void

/** Returns the pieces to write. Bytes and strings are not serialised again. Returns a promise only for a long body. */
function writtenOf(body: unknown): Written | Promise<Written> {
  if (Buffer.isBuffer(body)) return { pieces: [...slicesOf(body)], length: body.length, isShared: true }
  if (body instanceof WrittenBody) return writtenInPieces(body.pieces()[Symbol.iterator]())
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (text.length <= pieceBytes) return { pieces: [text], length: text.length, isShared: false }
  const bytes = Buffer.from(text)
  return { pieces: [...slicesOf(bytes)], length: bytes.length, isShared: false }
}

function writtenInPieces(pieces: Iterator<string>): Written | Promise<Written> {
  const first = pieces.next().value as string
  const second = pieces.next()
  if (second.done) return { pieces: [first], length: first.length, isShared: false }
  const rest = collectPieces({ [Symbol.iterator]: () => pieces })
  return rest.then((others) => {
    const all = [first, second.value, ...others]
    return { pieces: all, length: all.reduce((sum, { length }) => sum + length, 0), isShared: false }
  })
}

/**
 * Returns whether the contract documents `Cache-Control` for this response. If so, caches must not store the response
 * unless its handler allows it.
 */
function mayNotBeKept({ definition }: Operation, status: number): boolean {
  return definition.responses[status]?.headers?.['Cache-Control'] !== undefined
}
