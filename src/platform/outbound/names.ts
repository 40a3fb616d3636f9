/**
 * Resolves the names of callers' hosts by querying name servers over the network.
 *
 * Must never block a thread. The system's own lookup blocks one, and a process allows two such lookups at once: two
 * names whose name servers do not respond would stop every other lookup, including that of the database's host. Ignores
 * the hosts file, which contains the operator's names and must not resolve names that callers choose.
 */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

/** Per name server and attempt. Healthy ones respond in milliseconds, or at the second attempt after a lost packet. */
const answerMs = 3_000
const triesMax = 2

/**
 * Returns a lookup of all addresses of a name, IPv4 first: some machines have no IPv6 route. If there are none, it
 * fails with the name server's code. `nameServers` replace the system's in tests.
 */
export function createLookup(nameServers?: string[]): LookupFunction {
  return (hostname, _options, callback) => {
    // One resolver per name: it reads the system's current settings, and a slow name delays no other.
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
