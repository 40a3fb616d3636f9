/** Where requests come from: addresses as callers of many can not multiply them. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** With a zone, the longest: `ffff:…:255.255.255.255%` and the name of an interface. */
const charactersMax = 64

/** What an address counts as: a host of IPv6 chooses the lower half of its address itself. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** The address as it may stand in the log: null for what a forwarding header claims and is none. */
export function loggedAddress(address: string | undefined): string | null {
  return address !== undefined && address.length <= charactersMax && isIP(address) !== 0 ? address : null
}
