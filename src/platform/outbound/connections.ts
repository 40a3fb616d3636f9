/**
 * Connections to hosts that callers name, and the headers of their answers.
 *
 * Must never connect to an address that was not checked on that very connection.
 */
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { createAnswerHeads, headBytesMax } from './answer-heads.ts'
import { createOverhead } from './overhead.ts'
import { checkUrl, isExempt, isPublicAddress, type OutboundAllow } from './public-address.ts'

export type Guard = {
  allow: OutboundAllow
  /** For the names that the operator exempted, which may stand in the system's own files. */
  lookupExempt: LookupFunction
  /** For the names of callers. */
  lookup: LookupFunction
}

/** Why a call ended before its answer: the deadline, or the caller. */
export type CallEnd = 'too long' | 'called off'

export const userAgent = 'candidate-screening-service/1'

/** How long an idle connection is kept: shorter than hosts keep theirs, which are 5 s and more. */
export const keptMs = 4_000

const connectOptions = {
  allowH2: false, // one request per connection: nothing to gain, and one parser less for strangers to feed
  maxCachedSessions: 0, // a reused TLS session would link one partner's fetch to another's
  autoSelectFamily: true, // also makes `net` look up all addresses, and connect to those it was given
  timeout: 0, // the signal is the deadline
}

/** The rules refuse the address, discovered while connecting. */
export class BlockedAddress extends Error {}

export type GuardedAgent = {
  readonly agent: Dispatcher
  /** Begins a call: its signal ends the connections that the agent makes for it. */
  begin(signal: AbortSignal): void
}

/**
 * An agent whose every connection goes to a checked address: the one guard for all traffic to callers' hosts. The
 * signal also ends connections that are still being made; destroying the agent does not.
 */
export function guardedAgent({ allow, lookupExempt, lookup }: Guard, first: AbortSignal): GuardedAgent {
  const overhead = createOverhead()
  const heads = createAnswerHeads()
  let signal = first
  const agent = new Agent({
    connections: 1, // of each origin, so that a kept one is used although its last answer has only just ended
    maxHeaderSize: headBytesMax + 1,
    headersTimeout: 0, // the signal, again
    bodyTimeout: 0,
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
    connect(target, callback) {
      const verdict = checkUrl(`${target.protocol}//${target.host ?? target.hostname}`, allow)
      if (!verdict.ok) return callback(new BlockedAddress(`it ${verdict.message}`), null)
      const checked = isExempt(verdict.url, allow) ? lookupExempt : publicOnly(lookup)
      buildConnector({ ...connectOptions, signal, lookup: checked })(target, overhead.watch(heads.watch(callback)))
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
 * A lookup that fails unless every address is public. `net` connects to exactly the addresses it returns, so a name
 * that resolves differently next time gains nothing; one private address among public ones condemns the name.
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

/** Why a connection failed, as a code only: network error messages name hosts and addresses. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && error.code !== undefined ? String(error.code) : 'no code'
}

/** A header's value: the first one if it was sent twice, empty if it is missing. */
export function single(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
