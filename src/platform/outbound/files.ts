/**
 * Fetches the file at a caller's URL: follows redirects, limits sizes, and classifies each failure.
 *
 * Must never follow a redirect unchecked, nor put a URL's path or query, which may be credentials, into a message.
 */
import type { Dispatcher } from 'undici'
import { BlockedAddress, single, userAgent } from './connections.ts'
import { BodyTooLarge, decodeBody, readCodings } from './content-coding.ts'
import { explain, failure, refuseStatus, tooLarge, type FetchFailure } from './fetch-failures.ts'
import type { ByteHold } from '../concurrency/byte-budget.ts'
import type { Place, PutOff } from '../concurrency/rooms.ts'
import { checkUrl, type OutboundAllow } from './public-address.ts'
import { directUrl } from './share-links.ts'

export type { FetchFailure } from './fetch-failures.ts'

/**
 * A fetched file. `bytes` may be empty, and has its own buffer, so that it can be transferred to a thread. The file
 * counts towards the owner's memory budget until `free` is called.
 */
export type FetchedFile = { ok: true; bytes: Uint8Array<ArrayBuffer>; free: () => void }

type Sizes = { bytesMax: number; redirectsMax: number }

export type FetchOptions = Sizes & {
  /**
   * The time limit for the whole fetch: name lookup, connections, redirects and the body. It does not include waiting
   * for a place at a host, or for memory that the owner's other files use.
   */
  timeoutMs: number
  /** If this signal aborts, the result is a retryable failure, as after a deadline. */
  signal?: AbortSignal
  /**
   * The owner of the file. The same owner's next file may reuse the connection. Without an owner, no connection is
   * kept.
   */
  owner?: string
  /**
   * The id under which the owner returns for this file if a host has no free place. Without an id, the fetch does not
   * wait for a place.
   */
  visit?: string
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** Success statuses that do not yet return the file. */
const unfinishedStatuses = new Set([202])

/** Almost all resumes are smaller than this. */
const shortBytesMax = 1024 * 1024
/**
 * The first size of the buffer if no length is declared. Text files are usually smaller than this, and most other files
 * are larger.
 */
const firstBytes = 32 * 1024

const requestHeaders = {
  'user-agent': userAgent,
  accept: '*/*',
  // Most resumes are already compressed.
  'accept-encoding': 'identity',
}

/** The inputs of a fetch except its connection. */
export type FileCall = Sizes & {
  allow: OutboundAllow
  url: string
  signal: AbortSignal
  /** Requests a place for a host. The fetch gets one, or is put off (see `Rooms`). */
  enter: (host: string) => Promise<Place | PutOff>
  /** Opens a hold for the file's bytes in the owner's memory budget. */
  openHold: () => ByteHold
  /** Stops the call's clock until the promise settles. */
  pause: <Result>(wait: Promise<Result>) => Promise<Result>
}

/** Fetches a file over a new connection. Never rejects. */
export async function fetchFrom(agent: Dispatcher, call: FileCall): Promise<FetchedFile | FetchFailure> {
  try {
    return await follow(agent, call)
  } catch (error) {
    return explain(error, call.signal)
  }
}

/**
 * Fetches a file over a kept connection. Returns null if the connection failed. The caller then opens a new one,
 * because the host may just have closed it.
 */
export async function fetchFromKept(agent: Dispatcher, call: FileCall): Promise<FetchedFile | FetchFailure | null> {
  return follow(agent, call).catch((error: unknown) =>
    call.signal.aborted || error instanceof BlockedAddress ? explain(error, call.signal) : null,
  )
}

async function follow(agent: Dispatcher, call: FileCall): Promise<FetchedFile | FetchFailure> {
  const { allow, redirectsMax } = call
  let next = call.url
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const verdict = checkUrl(next, allow)
    if (!verdict.ok)
      return failure(`the URL is refused: it ${verdict.message}`, false, {
        code: 'RESUME_URL_BLOCKED',
        reason: 'not_public',
      })
    const url = directUrl(verdict.url)
    const place = await call.enter(url.host)
    if ('onTurn' in place) return { ...failure('all places at the resume host are taken', true), putOff: place }
    // The place is freed before the fetch waits for a place at the next host. Otherwise, files that wait for a slow
    // host would occupy places of a fast one.
    const answer = await ask(agent, url, call).finally(place.leave)
    if (!(answer instanceof URL)) return answer
    next = answer.href
  }
  return failure(`the resume host redirects more than ${redirectsMax} times`, false, { reason: 'too_many_redirects' })
}

/** Requests a URL: returns the file, the failure, or the redirect's target. */
async function ask(agent: Dispatcher, url: URL, call: FileCall): Promise<FetchedFile | FetchFailure | URL> {
  const { origin, pathname, search } = url
  const { signal } = call
  const answer = await agent.request({
    origin,
    path: pathname + search,
    method: 'GET',
    headers: requestHeaders,
    signal,
  })
  // An abandoned body emits an error; without a listener it would end the process.
  answer.body.on('error', () => {})
  if (!redirectStatuses.has(answer.statusCode)) return await readAnswer(answer, call)
  answer.body.destroy()
  return (
    targetOf(single(answer.headers.location), url) ??
    failure('the resume host sent a redirect without a valid target', false, { reason: 'invalid_answer' })
  )
}

/** Returns a redirect's target. Non-ASCII bytes, in UTF-8 or any other encoding, are sent back unchanged. */
function targetOf(location: string, base: URL): URL | null {
  const escaped = location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  return escaped === '' ? null : URL.parse(escaped, base)
}

function isWhole(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300 && !unfinishedStatuses.has(statusCode)
}

async function readAnswer(answer: Dispatcher.ResponseData, call: FileCall): Promise<FetchedFile | FetchFailure> {
  const { statusCode, headers, body } = answer
  const { bytesMax } = call
  if (!isWhole(statusCode)) return refuseStatus(statusCode, single(headers['retry-after']))
  const codings = readCodings([headers['content-encoding'] ?? ''].flat().join(','))
  const declared = Number(single(headers['content-length']))
  if (declared > bytesMax && codings.length === 0) return tooLarge(bytesMax)

  const hold = call.openHold()
  call.signal.addEventListener('abort', hold.free)
  let isRead = false
  try {
    const decoded = decodeBody(body, codings, bytesMax)
    const buffer = await readBody(decoded, codings.length === 0 ? declared : 0, call, hold)
    if (buffer === null) return tooLarge(bytesMax)
    isRead = true
    return { ok: true, bytes: new Uint8Array(buffer), free: hold.free }
  } catch (error) {
    if (error instanceof BodyTooLarge) return tooLarge(bytesMax)
    throw error
  } finally {
    call.signal.removeEventListener('abort', hold.free)
    if (!isRead) hold.free()
  }
}

/**
 * Returns the body; null if it is too large. Collects the body in one buffer, because a host could split a file into
 * millions of chunks. A longer file gets a buffer that can grow without being copied, and whose memory returns to the
 * system when it is freed; a large file in the process's heap would leave a hole (measured). Short files get an
 * ordinary buffer, because reserving the address space for one that can grow takes longer than reading most files.
 */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  declared: number,
  { bytesMax, pause }: FileCall,
  hold: ByteHold,
): Promise<ArrayBuffer | null> {
  let buffer = new ArrayBuffer(declared > 0 && declared <= shortBytesMax ? declared : firstBytes)
  let length = 0
  for await (const chunk of body) {
    const start = length
    length += chunk.byteLength
    if (length > bytesMax) return null
    const wait = hold.grow(chunk.byteLength)
    if (wait) await pause(wait)
    if (buffer.resizable) buffer.resize(length)
    else if (length > buffer.byteLength) buffer = growable(buffer, length, bytesMax)
    new Uint8Array(buffer, start).set(chunk)
  }
  return length < buffer.byteLength ? buffer.transfer(length) : buffer
}

function growable(short: ArrayBuffer, length: number, bytesMax: number): ArrayBuffer {
  const buffer = new ArrayBuffer(length, { maxByteLength: bytesMax })
  new Uint8Array(buffer).set(new Uint8Array(short))
  return buffer
}
