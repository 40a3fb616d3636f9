/**
 * Decides to which addresses a caller's URL may lead. Defines the rules on schemes, hosts and IP addresses, and the
 * operator's exemptions from them. Never uses the network: `connections.ts` resolves names, and checks the addresses
 * against the same rules.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `host:port` pairs, with the host in WHATWG URL spelling. Created by `parseOutboundAllow`. */
export type OutboundAllow = ReadonlySet<string>

/** `invalid`: not a URL that can be fetched. `blocked`: well-formed, but its host is not public. */
export type UrlVerdict = { ok: true; url: URL } | { ok: false; reason: 'invalid' | 'blocked'; message: string }

/** Names that never exist on the public internet: RFC 6761, RFC 6762, and ICANN's reserved `.internal`. */
const privateSuffixes = new Set(['localhost', 'local', 'internal', 'invalid'])

/**
 * The only range from which IANA allocates global unicast addresses; all other IPv6 addresses are reserved, mapped or
 * translated.
 */
const globalUnicastIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Parses OUTBOUND_ALLOW: exact `host:port` pairs, separated by commas, IPv6 in brackets. @throws Error that quotes the
 * entry, for any other entry
 */
export function parseOutboundAllow(text: string): OutboundAllow {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  return new Set(entries.map(normalisePair))
}

function normalisePair(entry: string): string {
  const [, host, port] = /^([^/?#@*\\\s]+):(\d{1,5})$/.exec(entry) ?? []
  const url = host === undefined ? null : URL.parse(`https://${host}`)
  if (url === null || url.port !== '' || Number(port) < 1 || Number(port) > 65535) {
    throw new Error(`OUTBOUND_ALLOW: "${entry}" is not a host:port pair`)
  }
  return `${url.hostname}:${Number(port)}`
}

/** Returns whether the operator has exempted this host and port from the rules on https and on addresses. */
export function isExempt(url: URL, allow: OutboundAllow): boolean {
  return allow.has(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`)
}

/** Returns whether the string is a public unicast IP address. */
export function isPublicAddress(text: string): boolean {
  // Checks with `isIP` first, because `ipaddr.isValid` creates an error with a stack trace for each name: 10 % of a
  // submission's CPU (measured).
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicastIpv6)
}

/** Checks a caller's URL without using the network. The message never quotes the URL. */
export function checkUrl(text: string, allow: OutboundAllow): UrlVerdict {
  const url = URL.parse(text)
  if (url === null) return invalid('must be an absolute URL with the scheme https')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid('must start with https://')
  if (url.username !== '' || url.password !== '') return invalid('must not contain a user name or password')
  if (isExempt(url, allow)) return { ok: true, url }
  if (url.protocol !== 'https:') return invalid('must start with https://')
  return isPublicHost(url.hostname) ? { ok: true, url } : blocked('must have a host on the public internet')
}

/**
 * Returns whether a host is public. `URL` has already converted every notation of an IPv4 address (octal, hex, one
 * number) to dotted decimal.
 */
function isPublicHost(hostname: string): boolean {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isIP(literal) !== 0) return isPublicAddress(literal)
  const labels = hostname.split('.').filter((label) => label !== '') // ignore a trailing dot
  return labels.length > 1 && !privateSuffixes.has(labels.at(-1) ?? '')
}

function invalid(message: string): UrlVerdict {
  return { ok: false, reason: 'invalid', message }
}

function blocked(message: string): UrlVerdict {
  return { ok: false, reason: 'blocked', message }
}
