/**
 * Opens connections to the hosts in callers' URLs, and reads the headers of their responses.
 *
 * Must never connect to an address that was not checked for this connection.
 */
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { createAnswerHeads, headBytesMax } from './answer-heads.ts'
import { createOverhead } from './overhead.ts'
import { checkUrl, isExempt, isPublicAddress, type OutboundAllow } from './public-address.ts'

export type Guard = {
  allow: OutboundAllow
  /** The lookup for names that the operator exempted, which may be in the system's hosts file. */
  lookupExempt: LookupFunction
  /** The lookup for names that callers supply. */
  lookup: LookupFunction
}

/** Why a call ended before its response: its deadline passed, or its caller cancelled it. */
export type CallEnd = 'too long' | 'cancelled'

export const userAgent = 'candidate-screening-service/1'

/** How long an idle connection is kept. Hosts usually keep it for longer: 5 s or more. */
export const keptMs = 4_000

const connectOptions = {
  // HTTP/2 gains nothing with one request per connection, and would expose its parser to untrusted hosts
  allowH2: false,
  maxCachedSessions: 0, // a reused TLS session would link one partner's fetch to another's
  autoSelectFamily: true, // also makes `net` look up all addresses, and connect to the ones returned
  timeout: 0, // the signal enforces the deadline
}

/** Thrown while connecting, for an address that the rules refuse. */
export class BlockedAddress extends Error {}

export type GuardedAgent = {
  readonly agent: Dispatcher
  /** Starts a call. Its signal ends the connections that the agent opens for the call. */
  begin(signal: AbortSignal): void
}

/**
 * Returns an agent that connects only to checked addresses. All traffic to callers' hosts uses such an agent. The
 * signal also ends connections that are still being established; destroying the agent would not.
 */
export function guardedAgent({ allow, lookupExempt, lookup }: Guard, first: AbortSignal): GuardedAgent {
  const overhead = createOverhead()
  const heads = createAnswerHeads()
  let signal = first
  const agent = new Agent({
    connections: 1, // one connection per origin, so that it is reused even if its last response has only just ended
    maxHeaderSize: headBytesMax + 1,
    headersTimeout: 0, // the signal enforces this deadline, too
    bodyTimeout: 0,
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
    connect(target, callback) {
      const verdict = checkUrl(`${target.protocol}//${target.host ?? target.hostname}`, allow)
      if (!verdict.ok) return callback(new BlockedAddress(`it ${verdict.message}`), null)
      const checked = isExempt(verdict.url, allow) ? lookupExempt : publicOnly(lookup)
      buildConnector({ ...connectOptions, signal, lookup: checked })(target, (...connected) => {
        const [, socket] = connected
        if (socket) {
          overhead.watch(socket)
          heads.watch(socket)
        }
        callback(...connected)
      })
    },
  })
  return {
    agent: agent.compose(overhead.count, heads.expect),
    begin(next) {
      signal = next
      overhead.restart()
    },
  }
}

/**
 * Returns a lookup that fails unless all addresses of the name are public. `net` connects to exactly the addresses
 * returned, so a later change to the name's addresses has no effect.
 */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[]
      const refused = !error && !addresses.every(({ address }) => isPublicAddress(address))
      callback(refused ? new BlockedAddress('the host resolves to an address that is not public') : error, addresses)
    })
  }
}

/** Returns why a connection failed, only as a code, because network error messages contain hosts and addresses. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && error.code !== undefined ? String(error.code) : 'no code'
}

/** Returns a header's value: the first one if it was sent twice, empty if it is missing. */
export function single(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
