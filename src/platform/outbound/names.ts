/**
 * Looks up the names of callers' hosts, by asking name servers over the network.
 *
 * Must never wait in a thread: the system's own lookup does, and a process lets two at once, so two names whose name
 * servers keep silent would stop every other lookup, that of the database's host among them. It reads no hosts file,
 * since a name there is the operator's and not a caller's.
 */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

/** Per name server and try. Honest ones answer in milliseconds, or after a lost packet at the second try. */
const answerMs = 3_000
const triesMax = 2

/**
 * A lookup of all addresses of a name, those of IPv4 first: some machines have no way to IPv6. Fails with the code of
 * the name server's refusal if there are none. `nameServers` replace those of the system in tests.
 */
export function createLookup(nameServers?: string[]): LookupFunction {
  return (hostname, _options, callback) => {
    // One for each name: it reads the system's settings as they are now, and what it waits for delays no other.
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
