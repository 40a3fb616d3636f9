/**
 * Fetching the file behind a caller's URL: redirects, sizes, and the name of each refusal.
 *
 * Must never follow a redirect unchecked, nor put a URL's path or query into a message: they are credentials.
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
 * `bytes` has its own buffer, so that it can be transferred to a thread. It may be empty. It counts against its owner's
 * bytes in memory until `free` is called.
 */
export type FetchedFile = { ok: true; bytes: Uint8Array<ArrayBuffer>; free: () => void }

type Sizes = { bytesMax: number; redirectsMax: number }

export type FetchOptions = Sizes & {
  /**
   * Covers everything: name lookup, connections, redirects, up to the last byte of the body; not the time in which the
   * file waits for room at a host, or for others of its owner to leave the memory.
   */
  timeoutMs: number
  /** Aborting it yields a retryable failure, like a deadline; the caller knows its own signal. */
  signal?: AbortSignal
  /** Whose file it is: the owner's next file may come over the same connection. Without one, none is kept. */
  owner?: string
  /** Under which id the owner comes back for this file when a host had no room. Without one, it takes no room. */
  visit?: string
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** Successes that are not the file yet. */
const unfinishedStatuses = new Set([202])

/** Nearly all resumes are shorter. */
const shortBytesMax = 1024 * 1024
/** Where no length is declared, texts are shorter than this, and most other files longer. */
const firstBytes = 32 * 1024

const requestHeaders = {
  'user-agent': userAgent,
  accept: '*/*',
  // Most resumes are compressed already.
  'accept-encoding': 'identity',
}

/** What a fetch needs besides its connection. */
export type FileCall = Sizes & {
  allow: OutboundAllow
  url: string
  signal: AbortSignal
  /** Takes a place at a host, where there is one. */
  enter: (host: string) => Promise<Place | PutOff>
  /** For the file's bytes in memory. */
  openHold: () => ByteHold
  /** Stops the call's clock until the promise settles. */
  pause: <Result>(wait: Promise<Result>) => Promise<Result>
}

/** Never rejects. */
export async function fetchFrom(agent: Dispatcher, call: FileCall): Promise<FetchedFile | FetchFailure> {
  try {
    return await follow(agent, call)
  } catch (error) {
    return explain(error, call.signal)
  }
}

/** The same over a connection that was kept; null where it failed, for its host may just have closed it. */
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
    if ('onTurn' in place) return { ...failure('the resume host has no room', true), putOff: place }
    // A host gets its place back before the next one gives one: a slow host must not cost a quick one its places.
    const answer = await ask(agent, url, call).finally(place.leave)
    if (!(answer instanceof URL)) return answer
    next = answer.href
  }
  return failure(`the resume host redirects more than ${redirectsMax} times`, false, { reason: 'too_many_redirects' })
}

/** Asks one host: the file, why there is none, or where the host redirects to. */
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
    failure('the resume host redirects to nowhere', false, { reason: 'invalid_answer' })
  )
}

/** Where a redirect leads. Its bytes beyond ASCII, in UTF-8 or any other encoding, are asked for as they are. */
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
 * Null for a body that is too large. One buffer, which grows in place where the file is neither short nor declared so:
 * with a list of chunks, a host could split one file into millions of them. A buffer that can grow reserves addresses,
 * which costs more than most files. It also has pages of its own, which go back to the system with it: a large file in
 * the heap of the process leaves a hole there (measured).
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
