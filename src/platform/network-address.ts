/** Normalises client addresses, so that one host cannot appear as many hosts. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The length of the longest address with a zone: `ffff:…:255.255.255.255%` and the name of an interface. */
const charactersMax = 64

/**
 * Returns the network to which an address belongs: for IPv6, the upper half, because a host can choose the lower half
 * of its address freely.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** Returns the address for the log, or null if a forwarding header's value is not an address. */
export function loggedAddress(address: string | undefined): string | null {
  return address !== undefined && address.length <= charactersMax && isIP(address) !== 0 ? address : null
}
