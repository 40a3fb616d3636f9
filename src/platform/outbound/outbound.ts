/**
 * The only module that makes HTTP requests to callers' URLs: resume hosts and webhook receivers.
 *
 * It limits every such connection: the allowed addresses, the time and the number of bytes received. Must never connect
 * to an address that was not checked for this connection, follow a redirect unchecked, or send a credential. Must never
 * put a URL's path or query into a message, because they may be credentials.
 */
import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { createByteBudget, type ByteHold } from '../concurrency/byte-budget.ts'
import type { Place, Rooms } from '../concurrency/rooms.ts'
import { guardedAgent, type CallEnd, type GuardedAgent } from './connections.ts'
import { fetchFrom, fetchFromKept } from './files.ts'
import type { FetchedFile, FetchFailure, FetchOptions, FileCall } from './files.ts'
import { createKeptAgents } from './kept-agents.ts'
import { createLookup } from './names.ts'
import { postTo, type PostAnswer, type PostOptions } from './posts.ts'
import type { OutboundAllow } from './public-address.ts'

export { publicOnly } from './connections.ts'
export type { FetchedFile, FetchFailure, FetchOptions } from './files.ts'
export type { PostAnswer, PostOptions } from './posts.ts'
export { checkUrl, parseOutboundAllow } from './public-address.ts'
export type { OutboundAllow, UrlVerdict } from './public-address.ts'

export interface Outbound {
  /** Fetches the file at a URL, following at most `redirectsMax` redirects. Never rejects: a failure is a value. */
  fetchFile(url: string, options: FetchOptions): Promise<FetchedFile | FetchFailure>
  /** Sends a body to a URL without following redirects. Never rejects: a failure is a value. */
  post(url: string, options: PostOptions): Promise<PostAnswer>
  /** Opens a hold for an owner's file that is not fetched, in the same memory budget as fetched files. */
  openHold(owner: string): ByteHold
  /** Ends every call in flight with a retryable failure, and rejects later ones the same way. */
  close(): Promise<void>
}

/** For tests. `lookup` replaces every lookup, and is called like `dns.lookup` with `all: true`. */
type Names = { lookup?: LookupFunction; nameServers?: string[] }

export type OutboundSettings = {
  allow: OutboundAllow
  /** The maximum memory for one owner's files. Above this limit, they wait for each other. */
  ownerBytesMax?: number
  /** The rooms of hosts, by `host:port`. Without rooms, the number of concurrent files is unlimited. */
  rooms?: Rooms
}

const anyPlace: Place = { leave() {} }

export function createOutbound(
  { allow, ownerBytesMax = 32 * 1024 * 1024, rooms }: OutboundSettings,
  { lookup, nameServers }: Names = {},
): Outbound {
  const guard = {
    allow,
    lookupExempt: lookup ?? systemLookup,
    lookup: lookup ?? createLookup(nameServers),
  }
  const inFlight = new Set<AbortController>()
  const keptAgents = createKeptAgents()
  const openHoldOf = createByteBudget(ownerBytesMax)
  let closed = false

  /** Runs one call with its own deadline; the signal's reason is a `CallEnd`. */
  async function call<Answer>(
    { timeoutMs, signal }: Pick<FetchOptions, 'timeoutMs' | 'signal'>,
    work: (signal: AbortSignal, pause: FileCall['pause']) => Promise<Answer>,
  ): Promise<Answer> {
    // AbortSignal.any is not used, because it would add an entry for each call to a signal that lives as long as the
    // process.
    const ending = new AbortController()
    const end = (reason: CallEnd) => ending.abort(reason)
    const cancel = () => end('cancelled')
    if (closed || signal?.aborted) cancel()
    const clock = startClock(timeoutMs, () => end('too long'))
    signal?.addEventListener('abort', cancel)
    inFlight.add(ending)
    try {
      return await work(ending.signal, clock.pause)
    } finally {
      clock.stop()
      signal?.removeEventListener('abort', cancel)
      inFlight.delete(ending)
    }
  }

  async function fetchFile(
    url: string,
    { bytesMax, redirectsMax, owner, visit }: FetchOptions,
    { signal, pause }: Pick<FileCall, 'signal' | 'pause'>,
  ) {
    const enter: FileCall['enter'] = (host) =>
      rooms && owner !== undefined && visit !== undefined
        ? pause(rooms.enter(host, { owner, id: visit }))
        : Promise.resolve(anyPlace)
    const openHold = () => openHoldOf(owner ?? '')
    const key = `${owner} ${URL.parse(url)?.origin}`
    const over = async <Answer extends FetchedFile | FetchFailure | null>(
      guarded: GuardedAgent,
      fetch: (...way: Parameters<typeof fetchFrom>) => Promise<Answer>,
    ): Promise<Answer> => {
      guarded.begin(signal)
      const sizes = { bytesMax, redirectsMax }
      const answer = await fetch(guarded.agent, { allow, url, ...sizes, signal, pause, enter, openHold })
      if (answer?.ok && owner !== undefined) keptAgents.keep(key, guarded)
      else await guarded.agent.destroy() // also closes the socket of a half-read response
      return answer
    }
    const kept = keptAgents.take(key)
    return (kept && (await over(kept, fetchFromKept))) ?? over(guardedAgent(guard, signal), fetchFrom)
  }

  async function post(url: string, options: PostOptions, signal: AbortSignal) {
    const { agent } = guardedAgent(guard, signal)
    return postTo(agent, allow, url, options, signal).finally(() => agent.destroy())
  }

  return {
    fetchFile: (url, options) => call(options, (signal, pause) => fetchFile(url, options, { signal, pause })),
    openHold: openHoldOf,
    post: (url, options) => call(options, (signal) => post(url, options, signal)),
    async close() {
      closed = true
      for (const ending of inFlight) ending.abort('cancelled' satisfies CallEnd)
      await keptAgents.close()
    },
  }
}

/** Starts a deadline that can be paused. */
function startClock(timeoutMs: number, onEnd: () => void): { pause: FileCall['pause']; stop: () => void } {
  let leftMs = timeoutMs
  let startedAt = performance.now()
  let timer = setTimeout(onEnd, leftMs)
  const stop = () => clearTimeout(timer)
  return {
    stop,
    async pause(wait) {
      stop()
      leftMs -= performance.now() - startedAt
      const result = await wait
      startedAt = performance.now()
      timer = setTimeout(onEnd, leftMs)
      return result
    },
  }
}
