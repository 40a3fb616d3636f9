/**
 * The doorway for HTTP to addresses that callers name: resume hosts now.
 *
 * Owns every connection to a host that we did not choose: what it may resolve to, how long it may take, how much
 * it may send. Must never connect to an address that was not checked on that very connection, follow a redirect
 * unchecked, send a credential, or let a URL's path or query into a message: they are credentials themselves.
 */
import { lookup as systemLookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import type { Dispatcher } from 'undici'
import { checkUrl, isExempt, isPublicAddress } from './public-address.ts'
import type { OutboundAllow } from './public-address.ts'

export { checkUrl, parseOutboundAllow } from './public-address.ts'
export type { OutboundAllow, UrlVerdict } from './public-address.ts'

export type FetchFailure = {
  ok: false
  code: 'RESUME_FETCH_FAILED' | 'RESUME_URL_BLOCKED' | 'RESUME_TOO_LARGE'
  /** Another try may end differently: network, TLS, deadline, 5xx, 408, 425, 429. */
  retryable: boolean
  /** For the log; holds no part of a URL. */
  message: string
  /** What the host asked for by `Retry-After`, not capped; only beside a retryable status. */
  retryAfterMs?: number
}

/** `bytes` has a buffer of its own, so that it can be transferred to a thread. It may be empty. */
export type FetchedFile = { ok: true; bytes: Uint8Array<ArrayBuffer> }

export type FetchOptions = {
  bytesMax: number
  /** Over everything: names, connections, redirects, the last byte of the body. */
  timeoutMs: number
  /** Its abort answers like a deadline, as a retryable failure; the caller knows its own signal. */
  signal?: AbortSignal
}

export interface Outbound {
  /** The file behind a URL, following at most 3 redirects. Never rejects: a failure is a value. */
  fetchFile(url: string, options: FetchOptions): Promise<FetchedFile | FetchFailure>
  /** Ends every fetch in flight, as a retryable failure, and refuses later ones alike. */
  close(): Promise<void>
}

type Guard = { allow: OutboundAllow; lookup: LookupFunction }

/** The contract's limit (DECISIONS: over 3 redirects is RESUME_FETCH_FAILED). */
const REDIRECTS_MAX = 3
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
/** Below 500, what a host itself calls temporary: request timeout, too early, too many requests. */
const RETRYABLE_STATUSES = new Set([408, 425, 429])

const REQUEST_HEADERS = {
  'user-agent': 'candidate-screening-service/1',
  accept: '*/*',
  // A compressed answer would have to be unpacked before it could be counted.
  'accept-encoding': 'identity',
}

/** An address that the rules refuse, found out while connecting. */
class BlockedAddress extends Error {}

/** `lookup` replaces the system's resolver in tests; it is asked like `dns.lookup` with `all: true`. */
export function createOutbound(
  settings: { allow: OutboundAllow },
  { lookup = systemLookup as LookupFunction }: { lookup?: LookupFunction } = {},
): Outbound {
  const guard = { allow: settings.allow, lookup }
  const inFlight = new Set<AbortController>()
  let closed = false

  async function fetchFile(url: string, options: FetchOptions): Promise<FetchedFile | FetchFailure> {
    const { signal, timeoutMs } = options
    if (closed || signal?.aborted) return failure('the fetch was called off', true)
    // Not AbortSignal.any: it would hang one entry a fetch on a signal that lives as long as the process.
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort('the resume host took too long'), timeoutMs)
    const callOff = () => ending.abort('the fetch was called off')
    signal?.addEventListener('abort', callOff)
    inFlight.add(ending)
    const agent = guardedAgent(guard, ending.signal)
    try {
      return await follow(agent, guard.allow, url, options.bytesMax, ending.signal)
    } catch (error) {
      return explain(error, ending.signal)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', callOff)
      inFlight.delete(ending)
      await agent.destroy() // also the socket of an answer that was refused half way
    }
  }

  async function close(): Promise<void> {
    closed = true
    for (const ending of inFlight) ending.abort('the fetch was called off')
  }

  return { fetchFile, close }
}

/**
 * An agent whose every connection goes to a checked address: the one guard for whatever we send to callers' hosts.
 * The signal ends connections that are still being made, which destroying the agent does not.
 */
function guardedAgent({ allow, lookup }: Guard, signal: AbortSignal): Agent {
  const options = {
    signal,
    allowH2: false, // one request a connection: nothing to gain, and one parser less that strangers can feed
    maxCachedSessions: 0, // a TLS session would be a way to recognise us from one partner's fetch to another's
    autoSelectFamily: true, // also makes `net` ask for all addresses, and connect to what it was answered
    timeout: 0, // the signal is the deadline
  }
  const open = buildConnector({ ...options, lookup })
  const guarded = buildConnector({ ...options, lookup: publicOnly(lookup) })
  return new Agent({
    headersTimeout: 0, // the signal again
    bodyTimeout: 0,
    connect(target, callback) {
      const verdict = checkUrl(`${target.protocol}//${target.host ?? target.hostname}`, allow)
      if (!verdict.ok) callback(new BlockedAddress(verdict.message), null)
      else (isExempt(verdict.url, allow) ? open : guarded)(target, callback)
    },
  })
}

/**
 * A lookup that fails unless every address is public. `net` connects to exactly what it hands back, so a name that
 * answers differently the next time gains nothing; one private address among public ones condemns the name.
 */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[]
      const refused = !error && !addresses.every(({ address }) => isPublicAddress(address))
      callback(refused ? new BlockedAddress('its host resolves to an address that is not public') : error, addresses)
    })
  }
}

async function follow(
  agent: Agent,
  allow: OutboundAllow,
  first: string,
  bytesMax: number,
  signal: AbortSignal,
): Promise<FetchedFile | FetchFailure> {
  let next = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const verdict = checkUrl(next, allow)
    if (!verdict.ok) return failure(`the URL is refused: ${verdict.message}`, false, 'RESUME_URL_BLOCKED')
    const { origin, pathname, search } = verdict.url
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: 'GET',
      headers: REQUEST_HEADERS,
      reset: true,
      signal,
    })
    // A body that is given up emits an error for nobody to wait for; unheard, it would end the process.
    answer.body.on('error', () => {})
    if (!REDIRECT_STATUSES.has(answer.statusCode)) return await readAnswer(answer, bytesMax)
    answer.body.destroy()
    const location = single(answer.headers.location)
    const target = location === '' ? null : URL.parse(location, verdict.url)
    if (target === null) return failure('the resume host redirects to nowhere', false)
    next = target.href
  }
  return failure(`the resume host redirects more than ${REDIRECTS_MAX} times`, false)
}

async function readAnswer(answer: Dispatcher.ResponseData, bytesMax: number): Promise<FetchedFile | FetchFailure> {
  const { statusCode, headers, body } = answer
  if (statusCode < 200 || statusCode >= 300) return refuseStatus(statusCode, single(headers['retry-after']))
  const encoding = single(headers['content-encoding']).trim().toLowerCase()
  if (encoding !== '' && encoding !== 'identity') return failure('the resume host sends the file compressed', false)
  if (Number(single(headers['content-length'])) > bytesMax) return tooLarge(bytesMax)

  // Grown in place and filled at once: a list of chunks would let a host make millions of them out of one file.
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
  const retryable = statusCode >= 500 || RETRYABLE_STATUSES.has(statusCode)
  const refusal = failure(`the resume host answered with status ${statusCode}`, retryable)
  const retryAfterMs = retryable ? parseRetryAfter(retryAfter) : undefined
  return retryAfterMs === undefined ? refusal : { ...refusal, retryAfterMs }
}

/** RFC 9110, 10.2.3: seconds or an HTTP date. */
function parseRetryAfter(value: string): number | undefined {
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const at = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function explain(error: unknown, signal: AbortSignal): FetchFailure {
  if (signal.aborted) return failure(String(signal.reason), true)
  if (error instanceof BlockedAddress) {
    return failure(`the URL is refused: ${error.message}`, false, 'RESUME_URL_BLOCKED')
  }
  // The code alone: messages of the network name hosts and addresses.
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  return failure(`the connection to the resume host failed (${code})`, true)
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

/** A header that is sent twice counts by its first value; one that is missing is empty. */
function single(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
