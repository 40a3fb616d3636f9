/**
 * Fetching the file behind a caller's URL: redirects, sizes, and the name of each refusal.
 *
 * Must never follow a redirect unchecked, nor put a URL's path or query into a message: they are credentials.
 */
import type { Dispatcher } from 'undici'
import { BlockedAddress, codeOf, single, userAgent, type CallEnd } from './connections.ts'
import { parseRetryAfter } from '../../kit/retry-after.ts'
import { checkUrl, type OutboundAllow } from './public-address.ts'

export type FetchFailure = {
  ok: false
  code: 'RESUME_FETCH_FAILED' | 'RESUME_URL_BLOCKED' | 'RESUME_TOO_LARGE'
  /** A retry may succeed: network, TLS, deadline, 5xx, 408, 425, 429. */
  retryable: boolean
  /** For the log; contains no part of a URL. */
  message: string
  /** The host's `Retry-After`, not capped by us; only with a retryable status. */
  retryAfterMs?: number
}

/** `bytes` has its own buffer, so that it can be transferred to a thread. It may be empty. */
export type FetchedFile = { ok: true; bytes: Uint8Array<ArrayBuffer> }

export type FetchOptions = {
  bytesMax: number
  /** Covers everything: name lookup, connections, redirects, up to the last byte of the body. */
  timeoutMs: number
  /** Aborting it yields a retryable failure, like a deadline; the caller knows its own signal. */
  signal?: AbortSignal
  /** Whose file it is: the owner's next file may come over the same connection. Without one, none is kept. */
  owner?: string
}

/** The contract's limit (DECISIONS: more than 3 redirects is RESUME_FETCH_FAILED). */
const redirectsMax = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** Temporary failures below 500: request timeout, too early, too many requests. */
const retryableStatuses = new Set([408, 425, 429])

const endings: Record<CallEnd, string> = {
  'too long': 'the resume host took too long',
  'called off': 'the fetch was called off',
}

const requestHeaders = {
  'user-agent': userAgent,
  accept: '*/*',
  // A compressed answer would have to be unpacked before its size could be checked.
  'accept-encoding': 'identity',
}

/** Never rejects. */
export async function fetchFrom(
  agent: Dispatcher,
  allow: OutboundAllow,
  url: string,
  bytesMax: number,
  signal: AbortSignal,
): Promise<FetchedFile | FetchFailure> {
  try {
    return await follow(agent, allow, url, bytesMax, signal)
  } catch (error) {
    return explain(error, signal)
  }
}

/** The same over a connection that was kept; null where it failed, for its host may just have closed it. */
export async function fetchFromKept(...way: Parameters<typeof fetchFrom>): Promise<FetchedFile | FetchFailure | null> {
  const signal = way[4]
  return follow(...way).catch((error: unknown) =>
    signal.aborted || error instanceof BlockedAddress ? explain(error, signal) : null,
  )
}

async function follow(
  agent: Dispatcher,
  allow: OutboundAllow,
  first: string,
  bytesMax: number,
  signal: AbortSignal,
): Promise<FetchedFile | FetchFailure> {
  let next = first
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const verdict = checkUrl(next, allow)
    if (!verdict.ok) return failure(`the URL is refused: ${verdict.message}`, false, 'RESUME_URL_BLOCKED')
    const { origin, pathname, search } = verdict.url
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: 'GET',
      headers: requestHeaders,
      signal,
    })
    // An abandoned body emits an error; without a listener it would end the process.
    answer.body.on('error', () => {})
    if (!redirectStatuses.has(answer.statusCode)) return await readAnswer(answer, bytesMax)
    answer.body.destroy()
    const location = single(answer.headers.location)
    const target = location === '' ? null : URL.parse(location, verdict.url)
    if (target === null) return failure('the resume host redirects to nowhere', false)
    next = target.href
  }
  return failure(`the resume host redirects more than ${redirectsMax} times`, false)
}

async function readAnswer(answer: Dispatcher.ResponseData, bytesMax: number): Promise<FetchedFile | FetchFailure> {
  const { statusCode, headers, body } = answer
  if (statusCode < 200 || statusCode >= 300) return refuseStatus(statusCode, single(headers['retry-after']))
  const encoding = single(headers['content-encoding']).trim().toLowerCase()
  if (encoding !== '' && encoding !== 'identity') return failure('the resume host sends the file compressed', false)
  if (Number(single(headers['content-length'])) > bytesMax) return tooLarge(bytesMax)

  // One buffer that grows in place: with a list of chunks, a host could split one file into millions of them.
  const buffer = new ArrayBuffer(0, { maxByteLength: bytesMax })
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const start = buffer.byteLength
    if (start + chunk.byteLength > bytesMax) return tooLarge(bytesMax)
    buffer.resize(start + chunk.byteLength)
    new Uint8Array(buffer, start).set(chunk)
  }
  return { ok: true, bytes: new Uint8Array(buffer.transferToFixedLength()) }
}

function refuseStatus(statusCode: number, retryAfter: string): FetchFailure {
  const retryable = statusCode >= 500 || retryableStatuses.has(statusCode)
  const refusal = failure(`the resume host answered with status ${statusCode}`, retryable)
  const retryAfterMs = retryable ? parseRetryAfter(retryAfter, Date.now()) : null
  return retryAfterMs === null ? refusal : { ...refusal, retryAfterMs }
}

function explain(error: unknown, signal: AbortSignal): FetchFailure {
  if (signal.aborted) return failure(endings[signal.reason as CallEnd], true)
  if (error instanceof BlockedAddress) {
    return failure(`the URL is refused: ${error.message}`, false, 'RESUME_URL_BLOCKED')
  }
  return failure(`the connection to the resume host failed (${codeOf(error)})`, true)
}

function failure(
  message: string,
  retryable: boolean,
  code: FetchFailure['code'] = 'RESUME_FETCH_FAILED',
): FetchFailure {
  return { ok: false, code, retryable, message }
}

function tooLarge(bytesMax: number): FetchFailure {
  return failure(`the file is larger than ${bytesMax} bytes`, false, 'RESUME_TOO_LARGE')
}
