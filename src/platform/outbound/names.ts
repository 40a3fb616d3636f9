/**
 * Resolves the names of callers' hosts by querying name servers over the network.
 *
 * Must never block a thread. The system's own lookup blocks one, and a process can run only two such lookups
 * concurrently. Two names whose name servers do not respond would then stop every other lookup, including that of the
 * database's host. Ignores the hosts file, because its names are for the operator, not for callers.
 */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

/**
 * The time limit per name server and attempt. Healthy servers respond in milliseconds, or at the second attempt after a
 * lost packet.
 */
const answerMs = 3_000
const triesMax = 2

/**
 * Returns a lookup of all addresses of a name, IPv4 first, because some machines have no IPv6 route. If a name has no
 * address, the lookup fails with the name server's code. `nameServers` replace the system's in tests.
 */
export function createLookup(nameServers?: string[]): LookupFunction {
  return (hostname, _options, callback) => {
    // Each lookup has its own resolver, so that a slow name does not delay other names. A new resolver also reads the
    // system's current settings.
    const resolver = new Resolver({ timeout: answerMs, tries: triesMax })
    if (nameServers) resolver.setServers(nameServers)
    const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
    void Promise.allSettled(asked).then(([ipv4, ipv6]) => {
      const found = [...addresses(ipv4, 4), ...addresses(ipv6, 6)]
      if (found.length > 0 || ipv4?.status !== 'rejected') callback(null, found)
      else callback(ipv4.reason as NodeJS.ErrnoException, [])
    })
  }
}

function addresses(answer: PromiseSettledResult<string[]> | undefined, family: 4 | 6): LookupAddress[] {
  return answer?.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}
